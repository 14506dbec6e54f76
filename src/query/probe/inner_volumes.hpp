// What the boxes inside of solids show without a look at triangles. True is certain; false says nothing.
#pragma once

#include <allide/model.hpp>

namespace allide::query {

// An inner box of one and an inner box of the other overlap.
bool inner_boxes_overlap(const Placed& a, const Placed& b);

// All of a model lies in one inner box of a solid.
bool lies_in_inner_box(const Placed& inner, const Placed& outer);

}  // namespace allide::query
