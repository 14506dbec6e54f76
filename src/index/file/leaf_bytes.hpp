// Encoding of a leaf: the summaries of its objects, the places of their shapes, and the shapes that are
// stored in the leaf itself.
#pragma once

#include "index/file/leaf.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace allide::index {

// An object to be written to a leaf.
struct LeafEntry {
    std::uint32_t id = 0;
    Bytes summary = {};
    // First page of the shape, if it is stored in a separate run of pages.
    std::optional<std::uint64_t> shape_page = {};
    std::uint64_t shape_bytes = 0;
    Bytes shape = {};  // encoded shape, if it is stored in the leaf
};

// Bytes of a leaf without objects, and the most that each object adds apart from its summary and shape: 25
// bytes of fields, and up to 7 bytes of padding before its shape.
inline constexpr std::uint64_t leaf_head = 8;
inline constexpr std::uint64_t entry_head = 25 + 7;

// The size of an object in a leaf.
struct EntrySize {
    std::uint64_t summary_bytes = 0;
    std::uint64_t shape_bytes = 0;  // 0 if the shape is stored in a separate run of pages
};
// The size of leaf_bytes() for entries of these sizes.
std::uint64_t leaf_size(std::span<const EntrySize> entries);
Bytes leaf_bytes(std::uint32_t number, std::span<const LeafEntry> entries);
// Decodes a leaf; throws IndexFailure. `objects` is the number of objects in the whole index.
Leaf leaf_from(Bytes payload, const LeafPlace& place, std::uint32_t objects);

}  // namespace allide::index
