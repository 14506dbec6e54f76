#include "kernel/screw/axis_frame.hpp"

#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

double offset_norm(const Pose& pose, const Vec3& from) {
    const auto& m = pose.matrix();
    return std::abs(m[3] - from.x) + std::abs(m[7] - from.y) + std::abs(m[11] - from.z);
}

// The exponent of a power of two that exceeds every length of the query: the scene's unit.
int unit_of_scene(const MotionSegment& segment, const Pose& pose_b, double norm_a, double norm_b) {
    const double most = std::max({norm_a, norm_b, offset_norm(segment.start, segment.screw.point),
                                  offset_norm(pose_b, segment.screw.point), std::abs(segment.screw.advance)});
    if (!std::isfinite(most)) return 1027;
    return most == 0 ? -1000 : std::ilogb(most) + 1;
}

double length_of(const NumberPoint<double>& x) {
    return std::sqrt(dot_of(x, x)) * (1 + 0x1p-40);
}
double length_of(const DoubleDoublePoint& x) {
    return length_of(NumberPoint<double>{x[0].rounded(), x[1].rounded(), x[2].rounded()});
}

template <typename Number>
void finish(AxisTriangle<Number>& t) {
    t.normal = cross_of(t.edge[0], t.edge[1]);
    for (std::size_t i = 0; i < 3; ++i) t.length[i] = length_of(t.edge[i]);
    t.spread = t.length[0] * t.length[1];
    t.normal_length = length_of(t.normal);
}

void place(const AxisMap& map, const Triangle& in, AxisTriangle<double>& out) {
    for (std::size_t i = 0; i < 3; ++i) {
        out.corner[i] = map.mapped(in[i]);
        out.edge[i] = map.turned(in[(i + 1) % 3] - in[i]);
    }
    finish(out);
}

DoubleDoublePoint double_double_image(const AxisMap& map, const Triangle& t, std::size_t i, bool is_edge) {
    const auto in_unit = [&map](const Vec3& x) {
        return Vec3{map.scaled(x.x), map.scaled(x.y), map.scaled(x.z)};
    };
    const Vec3 x = in_unit(t[i]), next = in_unit(t[(i + 1) % 3]);
    const DoubleDoublePoint p =
        is_edge ? DoubleDoublePoint{two_sum(next.x, -x.x), two_sum(next.y, -x.y), two_sum(next.z, -x.z)}
                : DoubleDoublePoint{x.x, x.y, x.z};
    DoubleDoublePoint out;
    for (std::size_t k = 0; k < 3; ++k) {
        out[k] = map.fine[k][0] * p[0] + map.fine[k][1] * p[1] + map.fine[k][2] * p[2];
        if (!is_edge) out[k] = out[k] + map.fine[k][3];
    }
    return out;
}

void place(const AxisMap& map, const Triangle& in, AxisTriangle<DoubleDouble>& out) {
    for (std::size_t i = 0; i < 3; ++i) {
        out.corner[i] = double_double_image(map, in, i, false);
        out.edge[i] = double_double_image(map, in, i, true);
    }
    finish(out);
}

}  // namespace

AxisMap::AxisMap(const ScrewMap& screw, const Pose& pose, int unit, const std::array<double, 12>& rest)
    : scale_(std::ldexp(1.0, std::clamp(-unit, -1000, 1000))),
      rest_of_scale_(std::ldexp(1.0, -unit - std::clamp(-unit, -1000, 1000))) {
    const auto& m = pose.matrix();
    const PowerOfTwo into_unit(-unit);
    const Vec3 p = screw.point();
    const std::array<double, 3> point{p.x, p.y, p.z};
    for (std::size_t k = 0; k < 3; ++k) {
        const DoubleDoublePoint& row = screw.rows()[k];
        for (std::size_t j = 0; j < 4; ++j) {
            DoubleDoublePoint column;
            for (std::size_t i = 0; i < 3; ++i)
                column[i] = j < 3 ? two_sum(m[4 * i + j], rest[4 * i + j])
                                  : two_sum(into_unit(m[4 * i + 3]), -into_unit(point[i])) +
                                        DoubleDouble(into_unit(rest[4 * i + 3]));
            fine[k][j] = dot_of(row, column);
            coarse[k][j] = fine[k][j].rounded();
        }
    }
}

ScrewScene::ScrewScene(const MotionSegment& its_segment, const Pose& its_pose_b, double norm_a, double norm_b,
                       const ScrewApproximation& approximation)
    : segment(its_segment),
      pose_b(its_pose_b),
      screw(segment),
      unit(unit_of_scene(segment, pose_b, norm_a, norm_b)),
      map_a(screw, segment.start, unit, approximation.rest),
      map_b(screw, pose_b, unit),
      angle(screw.angle()),
      advance(std::ldexp(screw.advance(), -unit)),
      deviation(std::ldexp(approximation.deviation, -unit)),
      axial_deviation(std::ldexp(approximation.axial_deviation, -unit)) {}

// Each number of a pose at time t is computed in double-double and rounded once. A's start pose may itself
// have been rounded like this.
double ScrewScene::off_with_rounded_poses() const {
    const double far = offset_norm(segment.start, {}) + offset_norm(pose_b, {}) +
                       std::abs(segment.screw.point.x) + std::abs(segment.screw.point.y) +
                       std::abs(segment.screw.point.z);
    return 0x1p-50 * far + std::ldexp(0x1p-46 + deviation, unit);
}

template <typename Number>
AxisTriangle<Number> ScrewScene::triangle_a(const Triangle& t) const {
    AxisTriangle<Number> out;
    place(map_a, t, out);
    return out;
}
template <typename Number>
AxisTriangle<Number> ScrewScene::triangle_b(const Triangle& t) const {
    AxisTriangle<Number> out;
    place(map_b, t, out);
    return out;
}
template AxisTriangle<double> ScrewScene::triangle_a<double>(const Triangle&) const;
template AxisTriangle<double> ScrewScene::triangle_b<double>(const Triangle&) const;
template AxisTriangle<DoubleDouble> ScrewScene::triangle_a<DoubleDouble>(const Triangle&) const;
template AxisTriangle<DoubleDouble> ScrewScene::triangle_b<DoubleDouble>(const Triangle&) const;

Vec3 ScrewScene::in_world(const NumberPoint<double>& x) const {
    const auto& rows = screw.rows();
    const auto coordinate = [&](std::size_t k, double at) {
        const double turned = rows[0][k].high * x[0] + rows[1][k].high * x[1] + rows[2][k].high * x[2];
        return std::ldexp(turned, unit) + at;
    };
    const Vec3 p = screw.point();
    return {coordinate(0, p.x), coordinate(1, p.y), coordinate(2, p.z)};
}

}  // namespace allide::kernel
