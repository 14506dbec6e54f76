// Known names and the nearest one to a mistyped name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::cli {

// Number of inserted, deleted, replaced or exchanged neighbouring characters that turn one word into the
// other (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The name with the smallest edit distance to `word`, the first of several; empty if none is similar enough
// to be meant: more than a third of the longer of the two would have to change.
std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> names);

// " (did you mean 'collide'?)", or an empty text if no name is similar enough.
std::string suggestion(std::string_view word, std::span<const std::string> names);

// "expected one of obb, sphere, found 'obbb' (did you mean 'obb'?)"
std::string unknown_name(std::string_view word, std::span<const std::string> names);

}  // namespace allide::cli
