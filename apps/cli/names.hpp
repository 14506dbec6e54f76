// Lists of known names, and the search for the known name that is most similar to a mistyped one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::cli {

// Number of edits that turn one word into the other, where an edit inserts, deletes or replaces a character
// or exchanges two neighbouring characters (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The name with the smallest edit distance to `word`; among equals, the first. Empty if this distance exceeds
// a third of the longer word's length (but one edit is always allowed), or if `word` is empty.
std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> names);

// " (did you mean 'collide'?)", or an empty text if no name is similar enough.
std::string suggestion(std::string_view word, std::span<const std::string> names);

// The text of an error, such as "expected one of obb, sphere, found 'obbb' (did you mean 'obb'?)".
std::string unknown_name(std::string_view word, std::span<const std::string> names);

}  // namespace allide::cli
