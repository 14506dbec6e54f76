#include "index/build/clipped_polygons.hpp"

#include "index/file/axes.hpp"
#include "kernel/pose/vec.hpp"

namespace allide::index {
namespace {

// A convex polygon. Nine corners are enough, since each of six planes adds at most one to a triangle's three.
struct Polygon {
    std::array<Vec3, 9> corners = {};
    std::size_t count = 0;
    void add(const Vec3& corner) {
        if (count < corners.size()) corners[count++] = corner;
    }
};

Vec3 point_at(const Vec3& a, const Vec3& b, unsigned axis, double at) {
    using kernel::operator+;
    using kernel::operator-;
    using kernel::operator*;
    const double share = (at - along(a, axis)) / (along(b, axis) - along(a, axis));
    Vec3 point = a + share * (b - a);
    along(point, axis) = at;
    return point;
}

// Clips the polygon to the half-space sign · x ≤ sign · at, where x is the coordinate on the axis.
Polygon clipped(const Polygon& polygon, unsigned axis, double at, double sign) {
    Polygon rest;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const Vec3& a = polygon.corners[i];
        const Vec3& b = polygon.corners[(i + 1) % polygon.count];
        const bool a_in = sign * along(a, axis) <= sign * at, b_in = sign * along(b, axis) <= sign * at;
        if (a_in) rest.add(a);
        if (a_in != b_in) rest.add(point_at(a, b, axis, at));
    }
    return rest;
}

}  // namespace

Box clipped_bounds(const Obstacle& obstacle, const Box& cell) {
    const Box common = overlap_of(obstacle.box, cell);
    if (!obstacle.is_triangle) return common;
    Polygon polygon;
    for (const Vec3& corner : obstacle.corners) polygon.add(corner);
    for (unsigned axis = 0; axis < 3; ++axis) {
        polygon = clipped(polygon, axis, along(cell.hi, axis), 1);
        polygon = clipped(polygon, axis, along(cell.lo, axis), -1);
    }
    if (polygon.count == 0) return common;  // the triangle only touches the cell, or rounding made it miss
    Box bounds{polygon.corners[0], polygon.corners[0]};
    for (std::size_t i = 1; i < polygon.count; ++i)
        bounds = united_boxes(bounds, {polygon.corners[i], polygon.corners[i]});
    const Box inside = overlap_of(bounds, common);
    return is_empty(inside) ? common : inside;
}

}  // namespace allide::index
