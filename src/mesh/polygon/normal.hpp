// The normal of a polygon. It is rounded, and used only to choose an axis to project along and to set
// tolerances.
#pragma once

#include "mesh/polygon/corners.hpp"

namespace allide::mesh {

struct Normal {
    Vec3 direction;    // its length is twice the area, in units of 1/scale²
    double error = 0;  // bound on the rounding error of each component, in the same units
    double scale = 1;  // the power of two that kept the products from overflow and underflow
};

// Newell's normal, whose components are twice the areas of the polygon's projections along the axes, computed
// relative to corner 0. The corners must be finite.
Normal normal_of(const Corners& corners);

}  // namespace allide::mesh
