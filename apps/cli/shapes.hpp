// The verbs collide and distance for files that are not meshes: shapes in JSON, and OctoMap files.
#pragma once

#include "pair.hpp"

#include <cstddef>
#include <optional>

namespace allide::cli {

// True if one of the files is a shape by its extension, .json or .bt.
bool about_shapes(const PairRequest& request);
// Answers like the verb for meshes, with element numbers in place of triangle numbers. Lists at most `limit`
// contacts, none if it is empty. Returns the exit code; a pair that may touch counts as touching.
int collide_shapes(const PairRequest& request, const std::optional<std::size_t>& limit);
// Prints the distance and, if `within` is set, whether the distance is at most that.
int measure_shapes(const PairRequest& request, const std::optional<double>& within);

}  // namespace allide::cli
