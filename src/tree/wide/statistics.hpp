// Statistics of a wide tree.
#pragma once

#include "tree/binary/statistics.hpp"
#include "tree/wide/tree.hpp"
#include "volume/box/obb.hpp"

namespace allide::tree {

std::vector<std::uint64_t> leaves_at_depth(const WideTree& tree);
// Sum of the volumes of all nodes' boxes, and of the overlaps of siblings' boxes.
Contents contents(const WideTree& tree);
// A node's box in mesh coordinates, slightly enlarged.
volume::Obb box_of(const WideTree& tree, std::uint32_t index);

}  // namespace allide::tree
