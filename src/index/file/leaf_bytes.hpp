// Leaves as bytes: the objects' summaries, where their shapes lie, and the shapes that lie here.
#pragma once

#include "index/file/leaf.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace allide::index {

// An object on its way into a leaf.
struct LeafEntry {
    std::uint32_t id = 0;
    Bytes summary = {};
    std::optional<std::uint64_t> shape_page = {};  // of a shape that has a run of its own
    std::uint64_t shape_bytes = 0;
    Bytes shape = {};  // of one that has none
};

// Bytes that a leaf has without objects, and that an object takes beside its summary and shape, at most.
inline constexpr std::uint64_t leaf_head = 8;
inline constexpr std::uint64_t entry_head = 25 + 7;

Bytes leaf_bytes(std::uint32_t number, std::span<const LeafEntry> entries);
// `objects`: how many the index has.
Leaf leaf_from(Bytes payload, const LeafPlace& place, std::uint32_t objects);

}  // namespace allide::index
