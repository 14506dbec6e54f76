#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "base/tasks.hpp"
#include "query/deform/feature_batch.hpp"

#include <allide/extra/deform.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide {
namespace {

using kernel::FeatureKind;
using kernel::MotionContact;

void check_raw(std::span<const FeatureMotion> motions, const PredictOptions& options) {
    base::expect(options.tolerance >= 1e-13 && options.tolerance <= 0.1,
                 "the tolerance of a prediction must be from 1e-13 to 0.1");
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance of a prediction must be finite and not negative");
    // Without branches, so that it costs little beside the queries.
    constexpr double most = std::numeric_limits<double>::max();
    bool finite = true;
    for (const FeatureMotion& motion : motions)
        for (const Vec3& x : motion)
            finite &= (std::abs(x.x) <= most) & (std::abs(x.y) <= most) & (std::abs(x.z) <= most);
    base::expect(finite, "the points of a query must be finite");
}

FeatureContact answer_of(const MotionContact& contact, bool vertex_last) {
    FeatureContact answer;
    if (contact.verdict == kernel::MotionVerdict::impact)
        answer = {.outcome = Outcome::impact,
                  .t_lo = contact.t_lo,
                  .t_hi = contact.t_hi,
                  .weights = contact.weights};
    if (vertex_last) std::rotate(answer.weights.begin(), answer.weights.begin() + 1, answer.weights.end());
    return answer;
}

void answer_piece(Features features, std::span<const FeatureMotion> motions, const PredictOptions& options,
                  std::span<FeatureContact> answers) {
    const bool vertex_last = features == Features::face_vertex;
    const FeatureKind kind =
        features == Features::edge_edge ? FeatureKind::edge_edge : FeatureKind::vertex_face;
    const kernel::MotionLimits limits{.tolerance = options.tolerance};
    query::FeatureBatch<std::size_t> batch(kind);
    const auto decide = [&] {
        batch.decide([&] { return limits; },
                     [&](std::size_t i, const MotionContact& contact) {
                         answers[i] = answer_of(contact, vertex_last);
                     });
    };
    for (std::size_t i = 0; i < motions.size(); ++i) {
        // The kernel wants the vertex first.
        constexpr std::array<std::size_t, 8> as_given{0, 1, 2, 3, 4, 5, 6, 7},
            vertex_first{3, 0, 1, 2, 7, 4, 5, 6};
        const std::array<std::size_t, 8>& order = vertex_last ? vertex_first : as_given;
        std::array<const Vec3*, 8> points;
        for (std::size_t k = 0; k < 8; ++k) points[k] = &motions[i][order[k]];
        if (options.clearance > 0) {
            FeatureMotion turned;
            for (std::size_t k = 0; k < 8; ++k) turned[k] = *points[k];
            answers[i] = answer_of(kernel::first_feature_approach(kind, turned, options.clearance, limits),
                                   vertex_last);
            continue;
        }
        batch.add(points, i);
        if (batch.full()) decide();
    }
    decide();
}

}  // namespace

FeatureContact first_contact(Features features, const FeatureMotion& motion, const PredictOptions& options) {
    return first_contacts(features, std::span(&motion, 1), options)[0];
}

std::vector<FeatureContact> first_contacts(Features features, std::span<const FeatureMotion> motions,
                                           const PredictOptions& options) {
    check_raw(motions, options);
    const base::DefaultFloatEnvironment environment;
    std::vector<FeatureContact> answers(motions.size());
    base::do_pieces(motions.size(), 4096, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment in_thread;
        answer_piece(features, motions.subspan(begin, end - begin), options,
                     std::span(answers).subspan(begin, end - begin));
    });
    return answers;
}

}  // namespace allide
