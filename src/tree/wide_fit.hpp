// Fits the frames and boxes of a wide tree whose nodes, children and order are given.
#pragma once

#include "tree/local_points.hpp"
#include "tree/wide_tree.hpp"

#include <allide/mesh.hpp>

namespace allide::tree {

void fit(WideTree& tree, const Mesh& mesh, const LocalPoints& points);

}  // namespace allide::tree
