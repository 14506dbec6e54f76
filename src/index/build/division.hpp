// Divides the objects of a node between its two children.
#pragma once

#include <allide/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace allide::index {

struct Division {
    std::uint8_t axis = 0;
    std::uint32_t left = 0;  // the first `left` objects form the left child
};

// Sorts `objects` (at least two indices into `boxes`) by the centres of their boxes along an axis, and cuts
// the sequence in two. Axis and position are chosen such that the fewest objects reach into the overlap of
// the children's boxes; among equals, the most even division wins. Each child gets at least an eighth of the
// objects. The result depends only on the boxes and the indices, not on the initial order of `objects`.
Division divide(std::span<std::uint32_t> objects, std::span<const Box> boxes);

}  // namespace allide::index
