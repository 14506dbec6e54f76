// The scene has the pose M x + m. The motion is mapped into its frame with Mᵀ in place of M⁻¹, so that a
// screw stays a screw. M may deviate from a rotation by ρ = max|MᵀM − I|: then |M⁻¹ − Mᵀ| ≤ 4ρ, and some
// rotation Q is within 2ρ of Mᵀ.
//
// Let p be a point of the screw's axis, d its advance, and v the vector from p to a point that it moves. The
// mapped point has errors of at most 4ρ |p − m| and 8ρ |d| for p and d. For the rotated v, the error is at
// most 28ρ |v|: 4ρ for M⁻¹, 2 · 2ρ for Q, and 5δ for the axis, whose direction is off by δ ≤ 4ρ. The sum is
// at most 32ρ times the sum of all lengths. The sphere grows by that, by the factor 1 + 2ρ for M⁻¹, and by
// rounding.
#include "index/search/sweep.hpp"

#include "kernel/pose/rigidity.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/predict/time_segments.hpp"
#include "volume/box/sphere.hpp"

#include <algorithm>
#include <cmath>

namespace allide::index {
namespace {

using kernel::norm_1;
using kernel::operator+;
using kernel::operator-;

// A generous relative bound on the accumulated rounding errors.
constexpr double rounding = 0x1p-46;

volume::Sphere ball_around(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size());
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) used[vertex] = true;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) points.push_back(mesh.vertices()[i]);
    volume::Sphere ball = volume::fit_sphere(points);
    ball.radius += 2 * volume::fit_tolerance(ball);
    return ball;
}

double off_rotation(const Pose& pose) {
    return kernel::deviation_from_orthonormal(pose.matrix()) + 0x1p-50;
}

Vec3 shift_of(const Pose& pose) {
    const auto& m = pose.matrix();
    return {m[3], m[7], m[11]};
}

// Multiplies x by the transpose of the pose's rotation.
Vec3 rotated_back(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    return {m[0] * x.x + m[4] * x.y + m[8] * x.z, m[1] * x.x + m[5] * x.y + m[9] * x.z,
            m[2] * x.x + m[6] * x.y + m[10] * x.z};
}

// The segment as a screw; a translation is a screw without rotation.
Screw screw_of(const MotionSegment& segment) {
    if (!segment.is_linear) return segment.screw;
    const Vec3& translation = segment.translation;
    if (translation == Vec3{}) return {};
    return {.axis = translation, .advance = std::hypot(translation.x, translation.y, translation.z)};
}

// Scales the axis to a length of about 1, so that the direction of a short axis is not lost to underflow.
Vec3 with_length(const Vec3& axis) {
    const int power = -std::ilogb(kernel::largest(axis));
    return {std::ldexp(axis.x, power), std::ldexp(axis.y, power), std::ldexp(axis.z, power)};
}

kernel::MovingSphere ball_in_scene(const volume::Sphere& ball, const MotionSegment& segment,
                                   const Pose& scene, double reach) {
    const double off_a = off_rotation(segment.start), off_b = off_rotation(scene);
    const Vec3 centre = segment.start.apply(ball.center), away = shift_of(scene);
    const Screw screw = screw_of(segment);
    const double lengths = norm_1(centre) + norm_1(shift_of(segment.start)) + norm_1(ball.center) +
                           2 * norm_1(screw.point) + norm_1(away) + std::abs(screw.advance);
    const double radius = (1 + 2 * off_a) * ball.radius + reach;
    const double grown = (1 + 2 * off_b) * radius + (32 * off_b + rounding) * (lengths + radius) + 0x1p-1060;
    if (scene == Pose::identity()) return {centre, radius + rounding * (lengths + radius) + 0x1p-1060, screw};
    return {rotated_back(scene, centre - away),
            grown,
            {.point = rotated_back(scene, screw.point - away),
             .axis = rotated_back(scene, with_length(screw.axis)),
             .angle = screw.angle,
             .advance = screw.advance}};
}

// Converts from the motion's time to the segment's own time, and back; both round outward.
TimeSpan on_segment(double t0, double t1, const TimeSpan& span) {
    const double length = t1 - t0;
    return {std::max(0.0, (span.t0 - t0) / length - 0x1p-50),
            std::min(1.0, (span.t1 - t0) / length + 0x1p-50)};
}
TimeSpan of_motion(double t0, double t1, const TimeSpan& span) {
    const auto at = [&](double t) { return t <= 0 ? t0 : (t >= 1 ? t1 : t0 + t * (t1 - t0)); };
    return {std::max(t0, at(span.t0) - 0x1p-50), std::min(t1, at(span.t1) + 0x1p-50)};
}

}  // namespace

Sweep::Sweep(const Moving& mover, const Pose& scene, double clearance) {
    const Mesh& mesh = data_of(mover).mesh;
    if (mesh.triangles().empty()) return;
    const volume::Sphere ball = ball_around(mesh);
    const Model nothing;
    const auto time_segments = query::time_segments(mover, nothing.at_rest(), {});
    const auto segments = mover.motion().segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        // At a knot, a point may deviate by the jump between the two segments.
        const double jump = time_segments[i].jump + (i + 1 < segments.size() ? time_segments[i + 1].jump : 0);
        segments_.push_back(
            {segments[i].t0, segments[i].t1, ball_in_scene(ball, segments[i], scene, clearance + jump)});
    }
}

TimeSpans Sweep::always() const {
    return segments_.empty() ? TimeSpans{} : TimeSpans{{0, 1}};
}

template <typename Ask>
TimeSpans Sweep::met(const TimeSpans& within, const Ask& ask) const {
    TimeSpans all;
    for (const TimeSpan& span : within) {
        const auto first = std::partition_point(segments_.begin(), segments_.end(),
                                                [&](const Segment& segment) { return segment.t1 < span.t0; });
        for (auto segment = first; segment != segments_.end() && segment->t0 <= span.t1; ++segment) {
            const TimeSpan own = on_segment(segment->t0, segment->t1, span);
            TimeSpans spans = ask(segment->ball, own, tolerance / (segment->t1 - segment->t0));
            for (TimeSpan& one : spans) one = of_motion(segment->t0, segment->t1, one);
            all = united(all, spans);
        }
    }
    return all;
}

TimeSpans Sweep::at_box(const Box& box, const TimeSpans& within) const {
    return met(within, [&](const kernel::MovingSphere& ball, const TimeSpan& span, double width) {
        return ball.at_box(box, span, width);
    });
}

TimeSpans Sweep::at_sphere(const Vec3& centre, double radius, const TimeSpans& within) const {
    return met(within, [&](const kernel::MovingSphere& ball, const TimeSpan& span, double width) {
        return ball.at_sphere(centre, radius, span, width);
    });
}

}  // namespace allide::index
