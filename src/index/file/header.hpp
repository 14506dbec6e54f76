// The first page of an index: what it is, how large, and where it begins.
#pragma once

#include "index/file/mktree.hpp"
#include "index/file/wire.hpp"

#include <cstdint>
#include <optional>

namespace allide::index {

inline constexpr std::uint32_t page_bytes = 4096;  // a block, as it is read and counted
inline constexpr std::uint32_t format_version = 1;

// A run of pages that holds records of one size, one after the other.
struct Table {
    std::uint64_t first_page = 0;
    std::uint64_t entries = 0;
};

struct Header {
    std::uint32_t version = format_version;
    std::uint64_t leaf_bytes = 0;     // build option: the most that a leaf of several objects takes
    std::uint64_t source_digest = 0;  // of all objects' names and triangles, in order
    std::uint64_t root_digest = 0;    // of the checksums of all other pages, in order
    std::uint64_t pages = 0;          // this one too
    std::uint64_t triangles = 0;
    std::uint32_t objects = 0, shapes = 0;
    std::uint32_t leaves = 0, inner_nodes = 0, levels = 0;
    std::uint64_t split_depths = 0;  // the depths of all SplitTrees, summed
    std::uint32_t split_trees = 0;   // nodes whose children's boxes overlap
    std::uint32_t blurred = 0;  // of these, those with a cell of both: the paper's hypothesis fails there
    std::optional<Child> root = {};  // none: no objects
    Table leaf_table = {}, object_table = {};
};

}  // namespace allide::index
