// Bounds on the signed depth of the origin in the Minkowski difference A − B of two bodies without their
// radii: the least support height of A − B over all unit directions, negative if the bodies are separated.
#pragma once

#include "convex/body/body_pair.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

struct CoreDepth {
    double lower = 0, upper = 0;
    Vec3 normal{0, 0, 1};  // unit direction with support height `upper`, up to the error bound
    // Witness points of A and B in the pair's frame; a − b = upper · normal, up to the gap between the
    // bounds.
    Vec3 a, b;
    bool has_points = false;
    // True if `upper` is much smaller than the cores and than the sum of the radii. A search on the cores
    // alone then finds no accurate normal, and is repeated with the radii included.
    bool shallow = false;
};

// True if the body without its radius is a polytope. That includes an ellipsoid with equal semi-axes, which
// is a sphere.
inline bool has_polytope_core(const PlacedBody& placed) {
    const detail::BodyData& body = data_of(placed);
    const Vec3& e = body.extent;
    return is_rounded_polytope(body) || (body.kind == BodyKind::ellipsoid && e.x == e.y && e.y == e.z);
}
inline bool has_polytope_cores(const BodyPair& pair) {
    return has_polytope_core(pair.placed_a()) && has_polytope_core(pair.placed_b());
}

// Gap between the bounds at which a depth search terminates.
inline double depth_tolerance(const BodyPair& pair) {
    return 1e-13 * (pair.scale() + pair.radius_sum());
}
// Error bound of a computed support height along a unit direction, and of the distance of a computed facet.
inline double depth_error(const BodyPair& pair) {
    return 5 * pair.point_error() + least_error;
}

}  // namespace allide::convex
