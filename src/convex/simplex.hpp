// The point of a simplex nearest to the origin, in double.
#pragma once

#include "convex/gjk.hpp"

namespace allide::convex {

// The signed volumes that four corners make with the origin, each in place of one corner: all of one sign if
// the origin is inside.
std::array<double, 4> volumes_about_origin(const std::array<Vec3, 4>& corner);

struct NearestOfSimplex {
    bool inside = false;  // four corners with the origin between them, up to rounding
    double squared = 0;   // of its distance
    Vec3 away;            // from the differences to the origin: a direction in which to look on
};
// Keeps the corners that the nearest point lies between, and weighs them.
NearestOfSimplex reduce(Simplex& simplex);

}  // namespace allide::convex
