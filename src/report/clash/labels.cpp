// Short names that distinguish parts.
#include "report/clash/parts.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

// The last `levels` pieces of a path; the whole path if it has no more.
std::string_view end_of_path(std::string_view path, std::size_t levels) {
    std::size_t at = path.size();
    for (; levels > 0 && at != std::string_view::npos && at > 0; --levels) at = path.rfind('/', at - 1);
    return at == std::string_view::npos || at == 0 ? path : path.substr(at + 1);
}

// A text that distinguishes parts with the same name: the GUID of an IFC element, otherwise the number of the
// part.
std::string numbered(const AssemblyPart& part, std::size_t number) {
    const std::string_view guid = part.attribute("guid");
    if (!guid.empty()) return fmt::format("{} ({})", part.label, guid);
    return fmt::format("{} (part {})", part.label, number);
}

}  // namespace

void set_labels(std::vector<AssemblyPart>& parts) {
    std::vector<std::size_t> left(parts.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    for (std::size_t levels = 1; !left.empty(); ++levels) {
        // Counts the ends of all parts' names, also of those that have labels already: a label must differ
        // from all ends with the same number of levels.
        std::map<std::string_view, std::size_t> count;
        for (const AssemblyPart& part : parts) ++count[end_of_path(part.name, levels)];
        std::vector<std::size_t> again;
        for (const std::size_t i : left) {
            const std::string_view end = end_of_path(parts[i].name, levels);
            parts[i].label = end.empty() ? parts[i].name : std::string(end);
            if (count[end] == 1) continue;
            if (end.size() == parts[i].name.size())
                parts[i].label = numbered(parts[i], i);
            else
                again.push_back(i);
        }
        left = std::move(again);
    }
}

}  // namespace allide::detail::report
