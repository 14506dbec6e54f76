#include "convex/body/small_body.hpp"

#include "convex/body/body_data.hpp"
#include "convex/body/polytope.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::largest;
using kernel::operator-;

// True if the corners are certainly not on one line.
bool has_area(const std::array<Vec3, 3>& t) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0];
    const double sizes = largest(u) * largest(v);
    return sizes > 0x1p-960 && largest(cross(u, v)) > 0x1p-48 * sizes;
}

}  // namespace

ConvexBody triangle_body(const std::array<Vec3, 3>& corners, double radius) {
    // from_points() handles corners that are not vertices, and sets the dimension.
    if (!has_area(corners)) return rounded_body(ConvexBody::from_points(corners).value(), radius);
    detail::BodyData body;
    body.dimension = 2;
    body.radius = radius;
    body.vertices.assign(corners.begin(), corners.end());
    arrange(body);
    // The mean of the corners is rounded and may lie outside the triangle.
    body.middle = body.vertices[0];
    add_balls(body);
    return detail::BodyAccess::make(std::move(body));
}

ConvexBody ball_body(const Vec3& center, double radius) {
    detail::BodyData body;
    body.kind = BodyKind::sphere;
    body.dimension = 0;
    body.radius = radius;
    body.vertices = {center};
    arrange(body);
    body.middle = center;
    add_balls(body);
    return detail::BodyAccess::make(std::move(body));
}

ConvexBody box_body(const Box& box, double radius) {
    const Vec3 size = box.hi - box.lo;
    std::vector<Vec3> corners;
    for (const double x : {box.lo.x, box.hi.x})
        for (const double y : {box.lo.y, box.hi.y})
            for (const double z : {box.lo.z, box.hi.z}) corners.push_back({x, y, z});
    const double least = std::min({size.x, size.y, size.z});
    if (!(least > 0)) return rounded_body(ConvexBody::from_points(corners).value(), radius);
    detail::BodyData body;
    body.radius = radius;
    body.vertices = std::move(corners);
    arrange(body);
    body.middle = box.center();
    add_balls(body);
    // As in add_balls: the margin covers rounding and the deviation of a pose from a rotation.
    body.inner_ball = std::max(0.5 * least * (1 - 4e-6) - 64 * 0x1p-53 * body.norm, 0.0);
    return detail::BodyAccess::make(std::move(body));
}

ConvexBody rounded_body(const ConvexBody& body, double radius) {
    if (radius == data_of(body).radius) return body;
    detail::BodyData data = data_of(body);
    data.radius = radius;
    return detail::BodyAccess::make(std::move(data));
}

}  // namespace allide::convex
