#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "query/deform/feature_search.hpp"

#include <allide/extra/deform.hpp>

#include <cmath>

namespace allide {
namespace {

using detail::DeformingSurface;

void check_options(const PredictOptions& options) {
    base::expect(options.tolerance >= 1e-13 && options.tolerance <= 0.1,
                 "the tolerance of a prediction must be from 1e-13 to 0.1");
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance of a prediction must be finite and not negative");
}

Vec3 position(const DeformingSurface& surface, std::uint32_t v, double t) {
    return (1 - t) * surface.start[v] + t * surface.end[v];
}

// The contact point on A's feature at t_lo.
Vec3 point_of(const FeatureImpact& impact, const DeformingSurface& a) {
    const std::size_t count = impact.features == Features::vertex_face   ? 1
                              : impact.features == Features::face_vertex ? 3
                                                                         : 2;
    Vec3 point;
    for (std::size_t i = 0; i < count; ++i)
        point += impact.weights[i] * position(a, impact.vertices[i], impact.t_lo);
    return point;
}

Prediction prediction_of(const std::optional<FeatureImpact>& first, const DeformingSurface& a,
                         const PredictOptions& options) {
    Prediction answer;
    if (!first) return answer;
    answer.impact = Impact{first->t_lo,       first->t_hi,     first->triangle_a,
                           first->triangle_b, first->features, point_of(*first, a)};
    if (options.clearance > 0) answer.impact->features.reset();
    answer.free_until = first->t_lo;
    answer.outcome = first->t_hi == 0 ? Outcome::touching_at_start : Outcome::impact;
    return answer;
}

Prediction touching(std::uint32_t triangle_a, std::uint32_t triangle_b, const Vec3& point) {
    return {.outcome = Outcome::touching_at_start,
            .free_until = 0,
            .impact = Impact{0, 0, triangle_a, triangle_b, {}, point}};
}

bool have_common_vertex(const TriangleIndices& p, const TriangleIndices& q) {
    for (const std::uint32_t v : p)
        if (v == q[0] || v == q[1] || v == q[2]) return true;
    return false;
}

std::optional<Prediction> touching_at_start(const DeformingSurface& a, const DeformingSurface& b) {
    const std::optional<Contact> found = query::contact_at_start(a, b);
    if (!found) return std::nullopt;
    const TriangleIndices &p = a.triangles()[found->triangle_a], &q = b.triangles()[found->triangle_b];
    const kernel::Triangle first{a.start[p[0]], a.start[p[1]], a.start[p[2]]},
        second{b.start[q[0]], b.start[q[1]], b.start[q[2]]};
    // Neighbouring triangles of one surface also touch at their common corners, so their intersection is not
    // computed; a corner of the first is reported instead.
    const Vec3 point =
        &a == &b && have_common_vertex(p, q)
            ? first[0]
            : kernel::PairTester(Pose::identity(), Pose::identity()).witness_point(first, second);
    return touching(found->triangle_a, found->triangle_b, point);
}

double safe_before(const Prediction& prediction) {
    if (prediction.outcome == Outcome::clear) return 1;
    return prediction.free_until > 0 ? std::nextafter(prediction.free_until, 0.0) : 0;
}

}  // namespace

Prediction predict(const Deforming& a, const PredictOptions& options) {
    check_options(options);
    const base::DefaultFloatEnvironment environment;
    const DeformingSurface& surface = surface_of(a);
    if (auto start = touching_at_start(surface, surface)) return *start;
    return prediction_of(query::earliest_feature_impact(surface, surface, options), surface, options);
}

Prediction predict(const Deforming& a, const Deforming& b, const PredictOptions& options) {
    check_options(options);
    const base::DefaultFloatEnvironment environment;
    if (auto start = touching_at_start(surface_of(a), surface_of(b))) return *start;
    return prediction_of(query::earliest_feature_impact(surface_of(a), surface_of(b), options), surface_of(a),
                         options);
}

Prediction predict(const Deforming& a, const Placed& b, const PredictOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return predict(a, detail::resting(b), options);
}

std::optional<FeatureImpact> earliest_impact(const Deforming& a, const PredictOptions& options) {
    check_options(options);
    const base::DefaultFloatEnvironment environment;
    return query::earliest_feature_impact(surface_of(a), surface_of(a), options);
}

std::optional<FeatureImpact> earliest_impact(const Deforming& a, const Deforming& b,
                                             const PredictOptions& options) {
    check_options(options);
    const base::DefaultFloatEnvironment environment;
    return query::earliest_feature_impact(surface_of(a), surface_of(b), options);
}

std::optional<FeatureImpact> earliest_impact(const Deforming& a, const Placed& b,
                                             const PredictOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return earliest_impact(a, detail::resting(b), options);
}

std::vector<FeatureImpact> all_impacts(const Deforming& a, const PredictOptions& options) {
    check_options(options);
    const base::DefaultFloatEnvironment environment;
    return query::all_feature_impacts(surface_of(a), surface_of(a), options);
}

std::vector<FeatureImpact> all_impacts(const Deforming& a, const Deforming& b,
                                       const PredictOptions& options) {
    check_options(options);
    const base::DefaultFloatEnvironment environment;
    return query::all_feature_impacts(surface_of(a), surface_of(b), options);
}

std::vector<FeatureImpact> all_impacts(const Deforming& a, const Placed& b, const PredictOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return all_impacts(a, detail::resting(b), options);
}

double max_safe_step(const Deforming& a, const PredictOptions& options) {
    return safe_before(predict(a, options));
}

double max_safe_step(const Deforming& a, const Deforming& b, const PredictOptions& options) {
    return safe_before(predict(a, b, options));
}

double max_safe_step(const Deforming& a, const Placed& b, const PredictOptions& options) {
    return safe_before(predict(a, b, options));
}

}  // namespace allide
