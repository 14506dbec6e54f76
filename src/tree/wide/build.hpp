// Builds a wide tree from a recursive split, and refits its boxes after vertices have moved.
#pragma once

#include "tree/binary/node_list.hpp"
#include "tree/wide/divide.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

namespace allide::tree {

// Every box is enlarged on all sides by `inflation`, a length in mesh units.
WideTree build_wide_tree(const Mesh& mesh, Divide how = Divide::surface_area, double inflation = 0);

// Makes a wide tree from any recursive split; see links.hpp.
WideTree widen(const Mesh& mesh, const Binary& binary, double inflation = 0);

// A copy of the tree with boxes fitted to `moved`, a mesh with the same triangles and moved vertices.
WideTree refit(const WideTree& tree, const Mesh& moved);

}  // namespace allide::tree
