// The direction that a polygon faces. Rounded: good for choosing an axis and for tolerances.
#pragma once

#include "mesh/polygon/corners.hpp"

namespace allide::mesh {

struct Normal {
    Vec3 direction;    // twice the area long, in units of 1/scale²
    double error = 0;  // a bound for each component's rounding error, in the same units
    double scale = 1;  // the power of two that kept the products from overflow and underflow
};

// The sum of the areas that the polygon shows along the axes (Newell), taken about corner 0. The corners must
// be finite.
Normal normal_of(const Corners& corners);

}  // namespace allide::mesh
