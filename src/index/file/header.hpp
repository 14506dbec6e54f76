// The first page of an index: version, options, counts, digests, the root of the tree and the tables.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/mktree.hpp"

#include <cstdint>
#include <optional>

namespace allide::index {

inline constexpr std::uint32_t page_bytes = 4096;  // the unit of reading; the public API calls it a block
inline constexpr std::uint32_t format_version = 1;

// A run of pages that holds consecutive records of the same size.
struct Table {
    std::uint64_t first_page = 0;
    std::uint64_t entries = 0;
};

struct Header {
    std::uint32_t version = format_version;
    std::uint64_t leaf_bytes = 0;     // build option: the largest size of a leaf that has several objects
    std::uint64_t source_digest = 0;  // digest of the names and triangles of all objects, in order
    std::uint64_t root_digest = 0;    // digest of the checksums of all other pages, in order
    std::uint64_t pages = 0;          // number of pages in the file, including this one
    std::uint64_t triangles = 0;
    std::uint32_t objects = 0, shapes = 0;
    std::uint32_t leaves = 0, inner_nodes = 0, levels = 0;
    std::uint64_t split_depths = 0;  // sum of the depths of all SplitTrees
    std::uint32_t split_trees = 0;   // number of nodes whose children's boxes overlap
    std::uint32_t ambiguous =
        0;  // number of SplitTrees with a cell labelled `both`, where the paper's assumption fails
    std::optional<Child> root = {};  // empty if there are no objects
    Table leaf_table = {}, object_table = {};
};

}  // namespace allide::index
