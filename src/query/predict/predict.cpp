#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/double_double_distance.hpp"
#include "model/model_data.hpp"
#include "model/moving_leg.hpp"
#include "query/predict/rescaled.hpp"
#include "query/predict/time_segments.hpp"

#include <allide/predict.hpp>
#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace allide {

std::string_view name_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::clear:
            return "clear";
        case Outcome::impact:
            return "impact";
        case Outcome::touching_at_start:
            return "touching_at_start";
        default:
            return "undecided";
    }
}

std::string_view name_of(Features features) {
    switch (features) {
        case Features::vertex_face:
            return "vertex-face";
        case Features::face_vertex:
            return "face-vertex";
        default:
            return "edge-edge";
    }
}

namespace {

void check(const PredictOptions& options) {
    base::expect(options.tolerance >= 1e-13 && options.tolerance <= 0.1,
                 "the tolerance of a prediction must be from 1e-13 to 0.1");
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance of a prediction must be finite and not negative");
}

// The larger diagonal of the two meshes' bounding boxes.
double size_of_models(const detail::ModelData& a, const detail::ModelData& b) {
    const auto diagonal = [](const detail::ModelData& model) {
        const auto vertices = model.mesh.vertices();
        if (vertices.empty()) return 0.0;
        Vec3 lo = vertices[0], hi = lo;
        for (const Vec3& x : vertices) {
            lo = {std::min(lo.x, x.x), std::min(lo.y, x.y), std::min(lo.z, x.z)};
            hi = {std::max(hi.x, x.x), std::max(hi.y, x.y), std::max(hi.z, x.z)};
        }
        return std::hypot(hi.x - lo.x, hi.y - lo.y, hi.z - lo.z);
    };
    return std::max(diagonal(a), diagonal(b));
}

// Angle of one segment times the distance of the model's farthest vertex from the axis.
double travel_around_axis(const MotionLeg& segment, const Mesh& mesh) {
    if (segment.is_linear || segment.screw.angle.in_radians() == 0) return 0;
    const auto& m = segment.start.matrix();
    const Vec3 &p = segment.screw.point, &v = segment.screw.axis;
    const double largest = kernel::largest(v);
    const Vec3 axis{v.x / largest, v.y / largest, v.z / largest};
    const double length = std::hypot(axis.x, axis.y, axis.z);
    double farthest = 0;
    for (const Vec3& x : mesh.vertices()) {
        const Vec3 arm{m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3] - p.x,
                       m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7] - p.y,
                       m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11] - p.z};
        const Vec3 across = kernel::cross(axis, arm);
        farthest = std::max(farthest, std::hypot(across.x, across.y, across.z) / length);
    }
    return std::abs(segment.screw.angle.in_radians()) * farthest;
}

// Times are doubles, so the motion between two adjacent times must not exceed a fraction of the models' size:
// a travel of 2⁵⁰ sizes is an eighth of a size per step of 2⁻⁵³. Two points have no size and no depth.
void expect_resolvable(const Moving& mover, const detail::ModelData& other) {
    constexpr double max_sizes = 0x1p50;
    const auto segments = mover.motion().legs();
    const bool turns_often = std::any_of(segments.begin(), segments.end(), [](const MotionLeg& segment) {
        return !segment.is_linear && std::abs(segment.screw.angle.in_radians()) > 0;
    });
    if (!turns_often) return;
    const double size = size_of_models(data_of(mover), other);
    if (size == 0) return;
    for (const MotionLeg& segment : segments)
        base::expect(!(travel_around_axis(segment, data_of(mover).mesh) > max_sizes * size),
                     "a motion is too long for its models: its angle in radians times the distance from its "
                     "axis must be at most 2^50 times the larger model's size");
}

// Contact at the start, decided by the exact predicate.
std::optional<Impact> contact_at_start(const Placed& a, const Placed& b, const PredictOptions& options) {
    if (options.clearance == 0) {
        const FirstContact first = first_contact(a, b, {.search = options.search});
        if (!first.witness) return {};
        const auto& [contact, point] = *first.witness;
        return Impact{0, 0, contact.triangle_a, contact.triangle_b, {}, point};
    }
    if (!distance_within(a, b, options.clearance, {.search = options.search}).within) return {};
    const Distance near = distance(a, b, {.search = options.search});
    return Impact{0, 0, near.closest->triangle_a, near.closest->triangle_b, {}, near.closest->point_a};
}

// The answer with the two models' roles exchanged.
Features exchanged(Features features) {
    if (features == Features::edge_edge) return features;
    return features == Features::vertex_face ? Features::face_vertex : Features::vertex_face;
}
Prediction exchanged(Prediction of_b, const Placed& a, const Moving& b, const PredictOptions& options) {
    if (!of_b.impact) return of_b;
    Impact& impact = *of_b.impact;
    std::swap(impact.triangle_a, impact.triangle_b);
    if (impact.features) impact.features = exchanged(*impact.features);
    // With a clearance, the reported point lies on A's triangle.
    if (options.clearance > 0) {
        const Placed there = b.at(impact.t_lo);
        impact.point =
            kernel::double_double_distance(data_of(a).mesh.corners(impact.triangle_a), a.pose(),
                                           data_of(there).mesh.corners(impact.triangle_b), there.pose(), {})
                .point_a;
    }
    return of_b;
}

}  // namespace

Prediction predict(const Moving& a, const Placed& b, const PredictOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    expect_resolvable(a, data_of(b));
    if (const auto other = query::Rescaled::of(a, detail::LegAccess::resting(b), options))
        return other->back(predict(other->a(), other->b(), other->options()));
    if (auto start = contact_at_start(a.at_start(), b, options))
        return {.outcome = Outcome::touching_at_start, .free_until = 0, .impact = start};
    return query::first_along(query::time_segments(a, b, options), options);
}

Prediction predict(const Moving& a, const Moving& b, const PredictOptions& options) {
    if (query::stays(b.motion())) return predict(a, b.at_start(), options);
    if (query::stays(a.motion()))
        return exchanged(predict(b, a.at_start(), options), a.at_start(), b, options);
    check(options);
    const base::DefaultFloatEnvironment environment;
    expect_resolvable(a, data_of(b));
    expect_resolvable(b, data_of(a));
    if (const auto other = query::Rescaled::of(a, b, options))
        return other->back(predict(other->a(), other->b(), other->options()));
    if (auto start = contact_at_start(a.at_start(), b.at_start(), options))
        return {.outcome = Outcome::touching_at_start, .free_until = 0, .impact = start};
    return query::first_along(query::time_segments(a, b, options), options);
}

ContactIntervals contact_intervals(const Moving& a, const Placed& b, const PredictOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    expect_resolvable(a, data_of(b));
    if (const auto other = query::Rescaled::of(a, detail::LegAccess::resting(b), options))
        return contact_intervals(other->a(), other->b(), other->options());
    return query::intervals_along(query::time_segments(a, b, options), options,
                                  contact_at_start(a.at_start(), b, options).has_value());
}

ContactIntervals contact_intervals(const Moving& a, const Moving& b, const PredictOptions& options) {
    if (query::stays(b.motion())) return contact_intervals(a, b.at_start(), options);
    if (query::stays(a.motion())) return contact_intervals(b, a.at_start(), options);
    check(options);
    const base::DefaultFloatEnvironment environment;
    expect_resolvable(a, data_of(b));
    expect_resolvable(b, data_of(a));
    if (const auto other = query::Rescaled::of(a, b, options))
        return contact_intervals(other->a(), other->b(), other->options());
    return query::intervals_along(query::time_segments(a, b, options), options,
                                  contact_at_start(a.at_start(), b.at_start(), options).has_value());
}

}  // namespace allide
