#include "report/clash/parts.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

// FNV-1a, 64 bits.
std::uint64_t hash_of(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

}  // namespace

std::string file_name_of(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

std::string own_name(const std::string& name, const std::string& file) {
    return name == file ? file_name_of(file) : name;
}

void set_identities(std::vector<AssemblyPart>& parts) {
    std::map<std::string, std::size_t> taken;
    for (AssemblyPart& part : parts) {
        part.identity = own_name(part.name, part.file) + fmt::format("\n{:016x}", part.digest);
        if (const std::size_t before = taken[part.identity]++; before > 0)
            part.identity += fmt::format("\n{}", before);
    }
}

std::string clash_key(const std::string& identity_a, const std::string& identity_b) {
    const auto& [low, high] = std::minmax(identity_a, identity_b);
    return fmt::format("{:016x}", hash_of(low + std::string(1, '\0') + high));
}

std::string group_pair(const std::string& a, const std::string& b) {
    const auto& [low, high] = std::minmax(a, b);
    return low + " | " + high;
}

}  // namespace allide::detail::report
