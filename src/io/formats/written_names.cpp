#include "io/formats/writers.hpp"

#include <charconv>
#include <unordered_set>

namespace allide::io {
namespace {

std::string printable(const std::string& name) {
    std::string out = name;
    for (char& c : out)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
    const auto first = out.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    out = out.substr(first, out.find_last_not_of(' ') - first + 1);
    // A backslash at the end of a line would join it with the next one.
    return out.back() == '\\' ? out + '_' : out;
}

}  // namespace

void append_number(std::string& text, double value) {
    char digits[32];
    const auto [end, status] = std::to_chars(digits, digits + sizeof digits, value);
    text.append(digits, end);
}

std::vector<std::string> printable_names(const Mesh& mesh) {
    const auto names = mesh.part_names();
    if (names.size() == 1 && names[0] == mesh.source()) return {};
    std::vector<std::string> out;
    for (const std::string& name : names) out.push_back(printable(name));
    return out;
}

std::vector<std::string> distinct_names(const Mesh& mesh) {
    std::vector<std::string> names = printable_names(mesh);
    std::unordered_set<std::string> taken(names.begin(), names.end()), used;
    for (std::string& name : names) {
        if (name.empty()) name = "part";
        const std::string stem = name;
        // A name with an added number must also differ from the given names of later parts.
        for (int copy = 2; used.contains(name) || (copy > 2 && taken.contains(name)); ++copy)
            name = stem + "_" + std::to_string(copy);
        used.insert(name);
    }
    return names;
}

}  // namespace allide::io
