// Queries about two placed shapes, each a mesh or a convex body. A shape's true place differs from the given
// one by a bounded error.
#pragma once

#include "robot/link_shape.hpp"

#include <allide/query.hpp>

namespace allide::robot {

// A shape at a pose. The true position of each of its points is at most `error` from the position at this
// pose.
struct PlacedShape {
    const LinkShape* shape = nullptr;
    Pose pose;
    double error = 0;
};

// Places the shape of a link whose frame is given.
PlacedShape place_shape(const LinkShape& shape, const Frame& link);

// True if the true shapes are certainly farther apart than `limit` ≥ 0, all errors included. Convex bodies
// count as solids, meshes as surfaces: a shape inside a closed mesh does not touch it.
bool certainly_farther(const PlacedShape& a, const PlacedShape& b, double limit);

// True if the true shapes certainly share a point, or are at most `clearance` apart, even after their points
// move by up to `slack` relative to each other. For two meshes, at most `most_pairs` pairs of triangles are
// tested.
bool certainly_near(const PlacedShape& a, const PlacedShape& b, double clearance, double slack,
                    std::size_t most_pairs = 256);

// The same for one triangle of each of two meshes.
bool triangles_certainly_near(const PlacedShape& a, std::uint32_t triangle_a, const PlacedShape& b,
                              std::uint32_t triangle_b, double clearance);

// True if a connected component of one shape is inside the other, a closed mesh. Requires that the surfaces
// certainly do not touch.
bool one_contains_other(const PlacedShape& a, const PlacedShape& b);

// Bounds of the true distance, both 0 unless it is certainly positive, and the closest points of the shapes
// as placed.
struct ShapeDistance {
    double lower = 0, upper = 0;
    Vec3 point_a, point_b;
};
// `gap` is the largest relative gap of the bounds for two meshes, from 1e-12 to 0.5.
ShapeDistance distance_of(const PlacedShape& a, const PlacedShape& b, double gap);

// A point near both of two shapes that touch.
Vec3 common_point(const PlacedShape& a, const PlacedShape& b);

}  // namespace allide::robot
