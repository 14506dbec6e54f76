// Nodes of the MKtree as bytes.
#pragma once

#include "index/file/mktree.hpp"
#include "index/file/wire.hpp"

namespace allide::index {

// So that a node, whatever its SplitTree, fits into a page.
inline constexpr std::size_t most_split_cells = 127;

void put_child(ByteWriter& out, const Child& child);
Child child_from(ByteReader& in);

Bytes bytes_of_node(const Node& node);
Node node_from(ByteReader& in);

}  // namespace allide::index
