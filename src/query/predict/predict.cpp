#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/double_double_distance.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"
#include "query/predict/motion_length.hpp"
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

// The contact at the start, if there is one; decided by the exact predicate.
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

// The answer of a query whose two models were exchanged, in the original order of the models.
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
    query::expect_resolvable(a, data_of(b));
    if (const auto other = query::Rescaled::of(a, detail::SegmentAccess::resting(b), options))
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
    query::expect_resolvable(a, data_of(b));
    query::expect_resolvable(b, data_of(a));
    if (const auto other = query::Rescaled::of(a, b, options))
        return other->back(predict(other->a(), other->b(), other->options()));
    if (auto start = contact_at_start(a.at_start(), b.at_start(), options))
        return {.outcome = Outcome::touching_at_start, .free_until = 0, .impact = start};
    return query::first_along(query::time_segments(a, b, options), options);
}

ContactIntervals contact_intervals(const Moving& a, const Placed& b, const PredictOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    query::expect_resolvable(a, data_of(b));
    if (const auto other = query::Rescaled::of(a, detail::SegmentAccess::resting(b), options))
        return contact_intervals(other->a(), other->b(), other->options());
    return query::intervals_along(query::time_segments(a, b, options), options,
                                  contact_at_start(a.at_start(), b, options).has_value());
}

ContactIntervals contact_intervals(const Moving& a, const Moving& b, const PredictOptions& options) {
    if (query::stays(b.motion())) return contact_intervals(a, b.at_start(), options);
    if (query::stays(a.motion())) return contact_intervals(b, a.at_start(), options);
    check(options);
    const base::DefaultFloatEnvironment environment;
    query::expect_resolvable(a, data_of(b));
    query::expect_resolvable(b, data_of(a));
    if (const auto other = query::Rescaled::of(a, b, options))
        return contact_intervals(other->a(), other->b(), other->options());
    return query::intervals_along(query::time_segments(a, b, options), options,
                                  contact_at_start(a.at_start(), b.at_start(), options).has_value());
}

}  // namespace allide
