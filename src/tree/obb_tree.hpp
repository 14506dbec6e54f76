// The OBB-tree of Gottschalk, Lin, Manocha (1996).
#pragma once

#include "tree/tree.hpp"
#include "volume/obb.hpp"

#include <allide/mesh.hpp>

namespace allide::tree {

// Each group is divided at the mean of its triangles' centres along the box's longest axis; if all lie on one
// side, along the second, then the third. A group that none of them divides is a leaf.
Tree<volume::Obb> build_obb_tree(const Mesh& mesh);

}  // namespace allide::tree
