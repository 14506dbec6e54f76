// A segment of an index: the objects that were added at once, by building or by appending. Its objects,
// leaves and pages follow those of the segment before it.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/mktree.hpp"

#include <cstdint>

namespace allide::index {

// A run of pages that holds consecutive records of the same size.
struct Table {
    std::uint64_t first_page = 0;
    std::uint64_t entries = 0;
};

// Counts of a tree's nodes.
struct TreeCounts {
    std::uint32_t inner_nodes = 0, levels = 0;
    std::uint64_t split_depths = 0;  // sum of the depths of all SplitTrees
    std::uint32_t split_trees = 0;   // number of nodes whose children's boxes overlap
    // The number of SplitTrees with a cell labelled `both`, where the paper's assumption fails.
    std::uint32_t ambiguous = 0;
};

struct Segment {
    std::uint32_t first_object = 0, objects = 0;
    std::uint32_t first_leaf = 0, leaves = 0;
    TreeCounts counts = {};
    Child root = {};
    Table leaf_table = {}, object_table = {};
};

inline constexpr std::size_t segment_bytes = 144;  // size of an encoded segment

void put_table(ByteWriter& out, const Table& table);
Table table_from(ByteReader& in);
void put_segment(ByteWriter& out, const Segment& segment);
Segment segment_from(ByteReader& in);  // throws IndexFailure

}  // namespace allide::index
