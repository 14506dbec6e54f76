// The projection of a polygon along a coordinate axis, seen from the side from which it is counter-clockwise.
#pragma once

#include "kernel/triangle/orientation.hpp"
#include "mesh/polygon/corners.hpp"

#include <cstddef>
#include <optional>

namespace allide::mesh {

struct View {
    std::size_t axis = 2;
    int side = 1;  // 1 or −1: the side of the projection plane from which it is seen

    // 1 if a, b, c are counter-clockwise in the projection, −1 if clockwise, 0 if collinear. Exact.
    int turn(const Vec3& a, const Vec3& b, const Vec3& c) const {
        return side * kernel::orientation_seen_along(axis, a, b, c);
    }
    // The two coordinates of a point in the projection.
    double u(const Vec3& p) const { return axis == 0 ? p.y : (axis == 1 ? p.z : p.x); }
    double v(const Vec3& p) const { return axis == 0 ? p.z : (axis == 1 ? p.x : p.y); }
    bool same_place(const Vec3& a, const Vec3& b) const { return u(a) == u(b) && v(a) == v(b); }
};

// The view along the axis closest to the polygon's normal. Empty if the polygon has no area. The corners must
// be finite.
std::optional<View> view_of(const Corners& corners);

}  // namespace allide::mesh
