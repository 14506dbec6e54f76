#include "query/explain/moving_points.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::DoubleDouble;

PrecisePoint plus(const PrecisePoint& a, const PrecisePoint& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

double largest(const Vec3& x) {
    return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
}

double largest_of(const Mesh& mesh) {
    double most = 0;
    for (const Vec3& vertex : mesh.vertices()) most = std::max(most, largest(vertex));
    return most;
}

// The axis' direction, of length 1.
PrecisePoint unit_axis(const Vec3& axis) {
    const double scale = std::ldexp(1.0, -std::ilogb(largest(axis)));
    const PrecisePoint v = kernel::as_given<DoubleDouble>(axis * scale);
    const DoubleDouble length = kernel::square_root(kernel::dot_of(v, v));
    return {v[0] / length, v[1] / length, v[2] / length};
}

}  // namespace

MovingPoints::MovingPoints(const Mesh& a, const MotionSegment& segment, const Mesh& b, const Pose& pose_b)
    : a_(a), b_(b), is_linear_(segment.is_linear) {
    unit_ = choose_unit(segment, pose_b);
    origin_ = is_linear_ ? scaled_image(segment.start, a.corners(0)[0]) : scaled_point(segment.screw.point);
    PrecisePoint axis;
    if (is_linear_) {
        shift_ = scaled_point(segment.translation);
    } else {
        angle_ = segment.screw.angle.in_radians();
        axis = unit_axis(segment.screw.axis);
        shift_ = kernel::product_of(DoubleDouble(scaled(segment.screw.advance)), axis);
    }
    for (const Vec3& vertex : a.vertices()) {
        const PrecisePoint y = kernel::minus(scaled_image(segment.start, vertex), origin_);
        if (is_linear_) {
            orbits_.push_back({y, {}, {}});
            continue;
        }
        const PrecisePoint axial = kernel::product_of(kernel::dot_of(axis, y), axis);
        orbits_.push_back({axial, kernel::minus(y, axial), kernel::cross_of(axis, y)});
    }
    for (const Vec3& vertex : b.vertices())
        resting_.push_back(kernel::minus(scaled_image(pose_b, vertex), origin_));
}

int MovingPoints::choose_unit(const MotionSegment& segment, const Pose& pose_b) const {
    double most = std::max(
        {largest_of(a_), largest_of(b_), largest(segment.start.position()), largest(pose_b.position())});
    most = segment.is_linear
               ? std::max(most, largest(segment.translation))
               : std::max({most, largest(segment.screw.point), std::abs(segment.screw.advance)});
    return most > 0 ? std::ilogb(most) + 2 : 0;
}

double MovingPoints::scaled(double length) const {
    return std::ldexp(length, -unit_);
}

PrecisePoint MovingPoints::scaled_point(const Vec3& x) const {
    return kernel::as_given<DoubleDouble>({scaled(x.x), scaled(x.y), scaled(x.z)});
}

PrecisePoint MovingPoints::scaled_image(const Pose& pose, const Vec3& x) const {
    return plus(kernel::turned(pose, scaled_point(x)), scaled_point(pose.position()));
}

MovingPoints::Moment MovingPoints::moment(const DoubleDouble& t) const {
    const DoubleDouble angle = kernel::two_product(angle_, t.high) + kernel::two_product(angle_, t.low);
    return {t, kernel::double_double_sin_cos(angle)};
}

PrecisePoint MovingPoints::place_a(std::uint32_t vertex, const Moment& moment) const {
    const auto& [axial, radial, tangent] = orbits_[vertex];
    PrecisePoint place = plus(axial, kernel::product_of(moment.t, shift_));
    if (is_linear_) return place;
    place = plus(place, kernel::product_of(moment.turn.cos, radial));
    return plus(place, kernel::product_of(moment.turn.sin, tangent));
}

}  // namespace allide::query
