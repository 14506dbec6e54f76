// The first page of an index: version, options, counts, digests, the root of the tree and the tables.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/mktree.hpp"
#include "index/file/segment.hpp"

#include <cstdint>
#include <optional>

namespace allide::index {

inline constexpr std::uint32_t page_bytes = 4096;  // the unit of reading; the public API calls it a block
// An index of version 2 stores its salt, the state of its digest and its segments, and so can be extended. An
// index of version 1 can only be read.
inline constexpr std::uint32_t format_version = 2;

struct Header {
    std::uint32_t version = format_version;
    std::uint64_t leaf_bytes = 0;     // build option: the largest size of a leaf that has several objects
    std::uint64_t source_digest = 0;  // digest of the names and triangles of all objects, in order
    std::uint64_t root_digest = 0;    // digest of the checksums of all other pages, in order
    std::uint64_t digest_state = 0;   // state of that digest, to which the pages of an append are added
    std::uint64_t salt = 0;           // a number that distinguishes the pages of different indexes
    bool appending =
        false;  // an append is under way or was interrupted: what follows the last page is ignored
    std::uint64_t pages = 0;  // number of pages in the file, including this one
    std::uint64_t triangles = 0;
    std::uint32_t objects = 0, shapes = 0;
    std::uint32_t leaves = 0, inner_nodes = 0, levels = 0;
    std::uint64_t split_depths = 0;  // sum of the depths of all SplitTrees
    std::uint32_t split_trees = 0;   // number of nodes whose children's boxes overlap
    std::uint32_t ambiguous =
        0;  // number of SplitTrees with a cell labelled `both`, where the paper's assumption fails
    std::optional<Child> root = {};  // empty if there are no objects
    // Empty if the index was extended: each segment then has tables of its own.
    Table leaf_table = {}, object_table = {};
    Table segments = {};
};

// The counts of the whole tree.
TreeCounts counts_of(const Header& header);
void set_counts(Header& header, const TreeCounts& counts);
// The only segment of an index that was not extended.
Segment whole_segment(const Header& header);

}  // namespace allide::index
