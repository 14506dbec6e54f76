// A polygon as it is seen along one of the axes, from the side on which it turns counter-clockwise.
#pragma once

#include "kernel/triangle/orientation.hpp"
#include "mesh/polygon/corners.hpp"

#include <cstddef>
#include <optional>

namespace allide::mesh {

struct View {
    std::size_t axis = 2;
    int side = 1;  // −1: seen against the axis

    // 1 if a, b, c turn counter-clockwise, −1 if clockwise, 0 if they are in line. Exact.
    int turn(const Vec3& a, const Vec3& b, const Vec3& c) const {
        return side * kernel::orientation_seen_along(axis, a, b, c);
    }
    double u(const Vec3& p) const { return axis == 0 ? p.y : (axis == 1 ? p.z : p.x); }
    double v(const Vec3& p) const { return axis == 0 ? p.z : (axis == 1 ? p.x : p.y); }
    bool same_place(const Vec3& a, const Vec3& b) const { return u(a) == u(b) && v(a) == v(b); }
};

// The view along the axis that the polygon's normal is closest to; none if it has no area. The corners must
// be finite.
std::optional<View> view_of(const Corners& corners);

}  // namespace allide::mesh
