// From the options to a tree.
#pragma once

#include "model/model_data.hpp"

namespace allide::detail {

// Options that do not go together, or more triangles than a tree can number.
std::optional<Error> refusal(const Mesh& mesh, const BuildOptions& options);
// A triangle with a corner that is not finite, if there is one.
std::optional<Error> non_finite_corner(const Mesh& mesh);
AnyTree build_any_tree(const Mesh& mesh, const BuildOptions& options);

}  // namespace allide::detail
