// Facts about solids that their inner boxes prove without testing triangles. A result of false only means
// that nothing is proven.
#pragma once

#include <allide/model.hpp>

namespace allide::query {

// True if an inner box of one model overlaps an inner box of the other.
bool inner_boxes_overlap(const Placed& a, const Placed& b);

// True if all of `inner` lies in one inner box of `outer`.
bool lies_in_inner_box(const Placed& inner, const Placed& outer);

}  // namespace allide::query
