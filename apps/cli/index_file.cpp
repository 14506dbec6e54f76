#include "index_file.hpp"

#include "arguments.hpp"

#include <allide/index.hpp>

#include <fstream>

#include <fmt/format.h>

namespace allide::cli {

namespace {

// The value of the line `name` of /proc/self/status, in bytes; 0 if there is no such line.
std::uint64_t memory_line(const std::string& name) {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        std::uint64_t kilobytes = 0;
        if (word == name && status >> kilobytes) return 1024 * kilobytes;
    }
    return 0;
}

}  // namespace

bool is_index_file(const std::string& file) {
    return file.ends_with(".allide") || Index::recognises(file);
}

std::uint64_t memory_for_index(const std::optional<std::string>& limit) {
    if (!limit) return IndexOpenOptions{}.memory_limit;
    const std::uint64_t bytes = parse_count("--memory-limit", *limit), used = memory_line("VmRSS:");
    constexpr std::uint64_t least = std::uint64_t{1} << 20;
    if (bytes < used + 2 * least)
        throw Refusal(fmt::format("--memory-limit {}: expected at least {} bytes", *limit, used + 2 * least));
    // Half of the memory left below the limit is for the cache; unpacked pages and the search need the rest.
    return (bytes - used) / 2;
}

std::uint64_t memory_to_build_in(const std::string& limit) {
    constexpr std::uint64_t at_work = std::uint64_t{1} << 24;
    const std::uint64_t bytes = parse_count("--memory-limit", limit), least = memory_line("VmRSS:") + at_work;
    if (bytes < least)
        throw Refusal(fmt::format("--memory-limit {}: expected at least {} bytes", limit, least));
    return bytes;
}

std::uint64_t peak_memory() {
    return memory_line("VmHWM:");
}

}  // namespace allide::cli
