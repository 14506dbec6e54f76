#include "query/moving_bodies/flat_directions.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;

Vec3 to_local(const Pose& pose, const Vec3& d) {
    const auto& m = pose.matrix();
    return {m[0] * d.x + m[4] * d.y + m[8] * d.z, m[1] * d.x + m[5] * d.y + m[9] * d.z,
            m[2] * d.x + m[6] * d.y + m[10] * d.z};
}

void add_of_corners(const detail::BodyData& body, const Vec3& n, double tolerance, std::vector<Vec3>& out) {
    double most = -base::infinity;
    const Vec3* top = nullptr;
    for (const Vec3& v : body.vertices)
        if (const double height = dot(n, v); height > most) {
            most = height;
            top = &v;
        }
    if (top == nullptr) return;
    for (const Vec3& v : body.vertices)
        if (&v != top && dot(n, v) >= most - tolerance) out.push_back(v - *top);
}

// For a cylinder or a cone, adds two directions of a flat end, or the direction of a straight line on the
// side.
void add_of_revolution(const detail::BodyData& body, const Vec3& n, double tolerance,
                       std::vector<Vec3>& out) {
    const double wide = body.extent.x, high = body.extent.z, across = std::hypot(n.x, n.y);
    const bool is_cone = body.kind == BodyKind::cone;
    const double bottom = wide * across - high * n.z, top = (is_cone ? 0 : wide * across) + high * n.z;
    const double most = std::max(bottom, top);
    // A disc that is tilted by `across` extends 2 · wide · across along the normal.
    const bool on_disc = 2 * wide * across <= tolerance && (!is_cone || bottom >= most - tolerance);
    if (on_disc) {
        out.push_back({wide, 0, 0});
        out.push_back({0, wide, 0});
    } else if (std::abs(bottom - top) <= tolerance && across > 0) {
        const Vec3 out_along{n.x / across, n.y / across, 0};
        out.push_back(is_cone ? wide * out_along - Vec3{0, 0, 2 * high} : Vec3{0, 0, 2 * high});
    }
}

}  // namespace

void add_flat_directions(const PlacedBody& placed, const Vec3& normal, double tolerance,
                         std::vector<Vec3>& directions) {
    const detail::BodyData& body = data_of(placed);
    const Vec3 local = to_local(placed.pose(), normal);
    std::vector<Vec3> found;
    if (body.kind == BodyKind::cylinder || body.kind == BodyKind::cone)
        add_of_revolution(body, local, tolerance, found);
    else
        add_of_corners(body, local, tolerance, found);
    for (const Vec3& v : found) directions.push_back(placed.pose().apply_to_vector(v));
}

Vec3 perpendicular_part(const Vec3& normal, const std::vector<Vec3>& directions) {
    const auto unit = [](const Vec3& v) {
        const double length = std::sqrt(dot(v, v));
        return length > 0 && std::isfinite(length) ? (1 / length) * v : Vec3{};
    };
    const auto longest = std::max_element(directions.begin(), directions.end(),
                                          [](const Vec3& u, const Vec3& v) { return dot(u, u) < dot(v, v); });
    if (longest == directions.end()) return normal;
    const Vec3 u = unit(*longest);
    // The plane is spanned by the longest direction and the one with the longest part perpendicular to it.
    // `plane` is its normal, not of length 1.
    Vec3 plane;
    for (const Vec3& v : directions) {
        const Vec3 n = cross(u, v);
        if (dot(n, n) > dot(plane, plane)) plane = n;
    }
    const Vec3 n = unit(plane);
    if (dot(plane, plane) <= 1e-12 * dot(*longest, *longest)) return unit(normal - dot(normal, u) * u);
    if (std::abs(dot(n, normal)) < 0.9) return {};
    return dot(n, normal) < 0 ? -n : n;
}

}  // namespace allide::query
