// A convex body around a shape. Its support function bounds the shape in every direction.
#pragma once

#include "robot/link_shape.hpp"

#include <allide/convex.hpp>

#include <array>
#include <optional>
#include <span>

namespace allide::robot {

struct OuterBody {
    std::optional<ConvexBody> body;
    // The body's place in the frame of the shape: the identity unless the shape is a curved body.
    Frame place;
    // The largest distance of a point of the shape from the body.
    double offset = 0;
    // A bound of the rounding errors of heights, per length of the direction.
    double rounding = 0;

    // An upper bound of n·x over all points x of the shape, up to `rounding`.
    double height(const Vec3& n) const;
    std::array<double, 4> heights(const std::array<Vec3, 4>& n) const;
};

// The outer body of a mesh with these points, at least one: the hull of the points that are extreme in some
// directions, and the distance of the others from it.
OuterBody outer_body(std::span<const Vec3> points);
// The outer body of a shape, in the frame of its link.
OuterBody outer_body(const LinkShape& shape);

// The result of testing a plane that may separate two convex bodies while one of them moves, at times u from
// −1 to 1.
struct PointSeries;
struct PlaneTest {
    // A time before which the plane separates the bodies; −1 if none is proven, 2 if it separates them at all
    // times.
    double until = -1;
    // The least gap at u = 0, and how much less it may be at other times. Both are multiplied by |n|, for the
    // normal n.
    double gap = 0, loss = 0;
};
// Tests the plane perpendicular to n, in the frame of the resting body `b`. A contact is a distance of at
// most `margin`.
PlaneTest plane_test(const OuterBody& a, const OuterBody& b, const PointSeries& motion, const Vec3& n,
                     double margin);

}  // namespace allide::robot
