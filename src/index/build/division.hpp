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
// divides the sequence. Axis and place are those for which the fewest objects reach into the overlap of the
// children's boxes; of equal ones, the most even division. Each child gets at least an eighth. The result
// depends on the boxes and numbers only, not on their initial order.
Division divide(std::span<std::uint32_t> objects, std::span<const Box> boxes);

}  // namespace allide::index
