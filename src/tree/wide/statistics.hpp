// What a wide tree consists of.
#pragma once

#include "tree/binary/statistics.hpp"
#include "tree/wide/tree.hpp"
#include "volume/box/obb.hpp"

namespace allide::tree {

std::vector<std::uint64_t> leaves_at_depth(const WideTree& tree);
// The boxes of nodes, and what siblings' boxes have in common.
Contents contents(const WideTree& tree);
// A node's box in the mesh's own coordinates, a little larger.
volume::Obb box_of(const WideTree& tree, std::uint32_t index);

}  // namespace allide::tree
