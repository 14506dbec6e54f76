// The rounded normal of a polygon. It only serves to choose an axis to project along and to set
// tolerances.
#pragma once

#include "mesh/polygon/corners.hpp"

namespace allide::mesh {

struct Normal {
    Vec3 direction;    // its length is twice the area, times scale²
    double error = 0;  // bound of the rounding error of each component of `direction`
    double scale = 1;  // power of two by which coordinates were multiplied against overflow and underflow
};

// Newell's normal: its components are twice the areas of the polygon's projections along the axes.
// Coordinates are taken relative to corner 0. The corners must be finite.
Normal normal_of(const Corners& corners);

}  // namespace allide::mesh
