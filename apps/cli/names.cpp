#include "names.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of edit distances between prefixes of `a` (rows) and `b`: the last two and the
    // current.
    std::array<std::vector<std::size_t>, 3> rows;
    rows.fill(std::vector<std::size_t>(b.size() + 1));
    auto& [before, last, current] = rows;
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({last[j] + 1, current[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, current);
    }
    return last[b.size()];
}

std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> names) {
    std::optional<std::string> nearest;
    std::size_t fewest = 0;
    for (const std::string& name : names) {
        const std::size_t edits = edit_distance(word, name);
        const std::size_t allowed = std::max<std::size_t>(1, std::max(word.size(), name.size()) / 3);
        if (word.empty() || edits > allowed || (nearest && edits >= fewest)) continue;
        nearest = name;
        fewest = edits;
    }
    return nearest;
}

std::string suggestion(std::string_view word, std::span<const std::string> names) {
    const std::optional<std::string> nearest = nearest_name(word, names);
    return nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : "";
}

std::string unknown_name(std::string_view word, std::span<const std::string> names) {
    return fmt::format("expected one of {}, found '{}'{}", fmt::join(names, ", "), word,
                       suggestion(word, names));
}

}  // namespace allide::cli
