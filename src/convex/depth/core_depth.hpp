// Bounds on the signed depth of the origin in the difference A − B of two bodies without their radii: the
// least height of the difference over all unit directions, negative where the two are apart.
#pragma once

#include "convex/body/body_pair.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

struct CoreDepth {
    double lower = 0, upper = 0;
    Vec3 normal{0, 0, 1};  // unit direction along which the difference reaches `upper`, up to the error bound
    // Points of A and B, seen from the pair's origin, with a − b = upper · normal, up to the bounds'
    // distance.
    Vec3 a, b;
    bool has_points = false;
};

// Distance of the bounds at which a search for the depth ends.
inline double depth_tolerance(const BodyPair& pair) {
    return 1e-13 * (pair.scale() + pair.radius_sum());
}
// Error bound of a computed height along a unit direction, and of the distance of a computed facet.
inline double depth_error(const BodyPair& pair) {
    return 5 * pair.point_error() + least_error;
}

}  // namespace allide::convex
