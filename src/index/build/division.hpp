// How the MKtree divides objects in two.
#pragma once

#include <allide/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace allide::index {

struct Division {
    std::uint8_t axis = 0;
    std::size_t left = 0;  // objects that go to the left, the first ones
};

// Orders `objects` (numbers in `boxes`, two or more) so that the left ones come first: by the middles of
// their boxes along the axis and at the place where the fewest of them reach into the overlap of both sides'
// boxes; of equal places, the one that divides most evenly. Neither side gets less than an eighth. The
// outcome depends on the boxes and numbers alone, not on the order in which they come.
Division divide(std::span<std::uint32_t> objects, std::span<const Box> boxes);

}  // namespace allide::index
