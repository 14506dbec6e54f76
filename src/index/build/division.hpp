// Divides the objects of a node into two children.
#pragma once

#include <allide/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace allide::index {

struct Division {
    std::uint8_t axis = 0;
    std::size_t left = 0;  // the first `left` objects form the left child
};

// Sorts `objects` (at least two indices into `boxes`) by the centres of their boxes along an axis, and
// divides the sequence in two. The axis and place are chosen so that the fewest objects reach into the
// overlap of the children's boxes, and among equals so that the division is most even. Each child gets at
// least an eighth. The result depends on the boxes and numbers only, not on their initial order.
Division divide(std::span<std::uint32_t> objects, std::span<const Box> boxes);

}  // namespace allide::index
