// Builds the tree that BuildOptions ask for.
#pragma once

#include "model/model_data.hpp"

namespace allide::detail {

// An Error if the options cannot be combined, or if there are more triangles than a tree can number.
std::optional<Error> refusal(const Mesh& mesh, const BuildOptions& options);
// An Error that names the first triangle with a corner that is not finite; empty if there is none.
std::optional<Error> non_finite_corner(const Mesh& mesh);
// The mesh and the options must have passed both tests.
AnyTree build_any_tree(const Mesh& mesh, const BuildOptions& options);

}  // namespace allide::detail
