// Encoding of MKtree nodes. Decoding throws IndexFailure.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/mktree.hpp"

namespace allide::index {

// Largest SplitTree, chosen so that every node fits into one page.
inline constexpr std::size_t most_split_cells = 127;

void put_child(ByteWriter& out, const Child& child);
Child child_from(ByteReader& in);

Bytes bytes_of_node(const Node& node);
Node node_from(ByteReader& in);

}  // namespace allide::index
