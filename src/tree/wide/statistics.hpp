// Statistics of a wide tree.
#pragma once

#include "tree/binary/statistics.hpp"
#include "tree/wide/tree.hpp"
#include "volume/box/obb.hpp"

namespace allide::tree {

std::vector<std::uint64_t> leaves_at_depth(const WideTree& tree);
// `total` is the sum of the volumes of all nodes' boxes, `common` that of the intersections of sibling boxes.
Contents contents(const WideTree& tree);
// The box of the node with this index, in mesh coordinates and slightly enlarged.
volume::Obb box_of(const WideTree& tree, std::uint32_t index);

}  // namespace allide::tree
