// Questions about two placed shapes, meshes or convex bodies. Every shape's true place differs from the given
// one by a bounded error.
#pragma once

#include "robot/link_shape.hpp"

#include <allide/query.hpp>

namespace allide::robot {

// A shape at a place. True points of the shape are at most `error` from those of the placed shape.
struct PlacedShape {
    const LinkShape* shape = nullptr;
    Pose pose;
    double error = 0;
};

// The shape of a link that is in this frame.
PlacedShape place_shape(const LinkShape& shape, const Frame& link);

// True if the true shapes are certainly farther apart than `limit` ≥ 0, all errors included. Solids are
// bodies and not meshes: a shape inside a closed mesh is apart from its surface.
bool certainly_farther(const PlacedShape& a, const PlacedShape& b, double limit);

// Empty if the true shapes, two meshes, are certainly farther apart than `limit` ≥ 0. Otherwise two close
// points, rounded, in the frames of the shapes.
struct ClosePoints {
    Vec3 point_a, point_b;
};
std::optional<ClosePoints> close_points(const PlacedShape& a, const PlacedShape& b, double limit);

// True if the true shapes certainly share a point, or are at most `clearance` apart, and would do so if each
// of them were moved by up to `slack` more.
bool certainly_near(const PlacedShape& a, const PlacedShape& b, double clearance, double slack);

// For shapes whose surfaces certainly do not touch: true if a piece of one is inside the other, a closed
// mesh.
bool one_contains_other(const PlacedShape& a, const PlacedShape& b);

// Bounds of the true distance, both 0 if it is not certainly positive; and the closest points of the placed
// shapes.
struct ShapeDistance {
    double lower = 0, upper = 0;
    Vec3 point_a, point_b;
};
// `gap` is the largest relative gap of the bounds for two meshes, from 1e-12 to 0.5.
ShapeDistance distance_of(const PlacedShape& a, const PlacedShape& b, double gap);

// A point near both shapes, which touch.
Vec3 common_point(const PlacedShape& a, const PlacedShape& b);

}  // namespace allide::robot
