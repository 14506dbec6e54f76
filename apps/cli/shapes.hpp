// collide and distance for files that are no meshes: shapes in JSON, and OctoMap files.
#pragma once

#include "pair.hpp"

#include <cstddef>
#include <optional>

namespace allide::cli {

// True if one of the files is a shape by its extension, .json or .bt.
bool about_shapes(const PairRequest& request);
// Answers like the verbs for meshes, with element numbers instead of triangles. `limit` is that of the list
// of contacts; empty: no list. Returns the exit code; a pair that may touch counts as touching.
int collide_shapes(const PairRequest& request, const std::optional<std::size_t>& limit);
// With `within`, also whether the distance is at most that.
int measure_shapes(const PairRequest& request, const std::optional<double>& within);

}  // namespace allide::cli
