#include "convex/body/rescaled.hpp"

#include "base/infinity.hpp"
#include "convex/body/polytope.hpp"
#include "kernel/pose/vec.hpp"

#include <cmath>

namespace allide::convex {
namespace {

Vec3 times_power(const Vec3& v, int exponent) {
    return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

Vec3 offset_of(const Pose& pose) {
    const auto& m = pose.matrix();
    return {m[3], m[7], m[11]};
}

double size_of(const detail::BodyData& body) {
    double size = std::max(body.radius, kernel::largest(body.extent));
    for (const Vec3& v : body.vertices) size = std::max(size, kernel::largest(v));
    return size;
}

// Exponent e for which the largest of three lengths (both sizes, and the distance of the offsets) · 2^e ≈ 1.
int exponent_for(const PlacedBody& a, const PlacedBody& b) {
    const Vec3 p = offset_of(a.pose()), q = offset_of(b.pose());
    // Both terms are halved so that their difference cannot overflow.
    const double apart =
        kernel::largest(Vec3{0.5 * q.x - 0.5 * p.x, 0.5 * q.y - 0.5 * p.y, 0.5 * q.z - 0.5 * p.z});
    const double size = std::max({size_of(data_of(a)), size_of(data_of(b)), apart});
    return size > 0 ? -std::ilogb(size) : 0;
}

ConvexBody scaled_body(const detail::BodyData& body, int exponent) {
    detail::BodyData scaled;
    scaled.kind = body.kind;
    for (const Vec3& v : body.vertices) scaled.vertices.push_back(times_power(v, exponent));
    scaled.radius = std::ldexp(body.radius, exponent);
    scaled.extent = times_power(body.extent, exponent);
    scaled.dimension = body.dimension;
    arrange(scaled);
    scaled.norm += kernel::norm_1(scaled.extent);
    scaled.outer_ball = base::infinity;
    return detail::BodyAccess::make(std::move(scaled));
}

Pose moved_pose(const Pose& pose, const Vec3& offset) {
    auto m = pose.matrix();
    m[3] = offset.x;
    m[7] = offset.y;
    m[11] = offset.z;
    return Pose::from_matrix(m).value();
}

}  // namespace

RescaledBodies::RescaledBodies(const PlacedBody& a, const PlacedBody& b)
    : exponent_(exponent_for(a, b)),
      body_a_(scaled_body(data_of(a), exponent_)),
      body_b_(scaled_body(data_of(b), exponent_)),
      pose_a_(moved_pose(a.pose(), {})),
      pose_b_(moved_pose(b.pose(), kernel::operator-(times_power(offset_of(b.pose()), exponent_),
                                                     times_power(offset_of(a.pose()), exponent_)))),
      origin_(offset_of(a.pose())) {}

double RescaledBodies::rounded(double length) const {
    return std::ldexp(length, -exponent_);
}
double RescaledBodies::lower(double length) const {
    const double scaled = rounded(length);
    return std::ldexp(scaled, exponent_) > length ? std::nextafter(scaled, -base::infinity) : scaled;
}
double RescaledBodies::upper(double length) const {
    const double scaled = rounded(length);
    return std::ldexp(scaled, exponent_) < length ? std::nextafter(scaled, base::infinity) : scaled;
}
Vec3 RescaledBodies::point(const Vec3& scaled) const {
    return kernel::operator+(origin_, times_power(scaled, -exponent_));
}

}  // namespace allide::convex
