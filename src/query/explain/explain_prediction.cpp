#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "model/model_data.hpp"
#include "query/explain/moving_contact.hpp"
#include "query/explain/moving_search.hpp"

#include <allide/extra/explain.hpp>

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

constexpr std::size_t most_pairs = 256;

// The segment's own time, from 0 to 1, at time t of the motion.
double time_in_segment(const MotionSegment& segment, double t) {
    if (segment.t0 == 0 && segment.t1 == 1) return t;
    return std::clamp((t - segment.t0) / (segment.t1 - segment.t0), 0.0, 1.0);
}

// Lists the pairs to be tried as evidence: the answer's own pair first, then pairs that touch or are within
// the clearance at the end or in the middle of the answer's time bracket.
std::vector<Contact> pairs_to_try(const Moving& a, const Placed& b, const Impact& impact, double clearance) {
    std::vector<Contact> pairs{{impact.triangle_a, impact.triangle_b}};
    for (const double t : {impact.t_hi, 0.5 * (impact.t_lo + impact.t_hi)}) {
        const Placed now = a.at(t);
        std::vector<Contact> more = clearance > 0 ? pairs_within(now, b, clearance).pairs
                                                  : contacts(now, b, {.limit = most_pairs}).pairs;
        more.resize(std::min(more.size(), most_pairs));
        pairs.insert(pairs.end(), more.begin(), more.end());
    }
    return pairs;
}

std::optional<MovingContact> contact_of(const Moving& a, const Placed& b, const Impact& impact,
                                        double clearance) {
    const std::vector<Contact> pairs = pairs_to_try(a, b, impact, clearance);
    const auto segments = a.motion().segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const MotionSegment& segment = segments[i];
        if (segment.t1 < impact.t_lo || segment.t0 > impact.t_hi) continue;
        const query::ContactQuestion question{data_of(a).mesh,
                                              segment,
                                              data_of(b).mesh,
                                              b.pose(),
                                              time_in_segment(segment, impact.t_lo),
                                              time_in_segment(segment, impact.t_hi),
                                              clearance};
        if (auto contact = query::find_moving_contact(question, pairs)) {
            contact->segment = i;
            return contact;
        }
    }
    return std::nullopt;
}

// Finds evidence of a contact at the start, where the motion does not matter: A is treated as resting.
std::optional<MovingContact> contact_at_start(const Moving& a, const Placed& b, const Impact& impact,
                                              double clearance) {
    MotionSegment rest;
    rest.start = a.at_start().pose();
    rest.is_linear = true;
    const Contact pair{impact.triangle_a, impact.triangle_b};
    return query::find_moving_contact({data_of(a).mesh, rest, data_of(b).mesh, b.pose(), 0, 0, clearance},
                                      {&pair, 1});
}

// Appends a proof for each segment that begins before `free_until`.
void prove_free(const Moving& a, const Placed& b, const Prediction& answer, double clearance,
                PredictionCertificate& certificate) {
    const auto segments = a.motion().segments();
    const bool to_the_end = answer.outcome == Outcome::clear;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const MotionSegment& segment = segments[i];
        if (!to_the_end && segment.t0 >= answer.free_until) return;
        const double until = to_the_end ? 1 : time_in_segment(segment, answer.free_until);
        const query::MovingPoints points(data_of(a).mesh, segment, data_of(b).mesh, b.pose());
        query::MovingSearch search(points, segment, b.pose(), clearance);
        query::MovingSearch::Found found =
            search.run({0, until, !to_the_end && segment.t1 >= answer.free_until});
        if (found.too_long) certificate.complete = false;
        if (!certificate.complete) return;
        certificate.free.push_back({i, found.until, std::move(found.proof)});
        if (found.until < until) return;
    }
}

}  // namespace

PredictionCertificate explain_prediction(const Moving& a, const Placed& b, const Prediction& answer,
                                         const PredictOptions& options) {
    PredictionCertificate certificate;
    if (data_of(a).mesh.triangles().empty() || data_of(b).mesh.triangles().empty()) return certificate;
    base::expect(!answer.impact || (answer.impact->triangle_a < data_of(a).mesh.triangles().size() &&
                                    answer.impact->triangle_b < data_of(b).mesh.triangles().size()),
                 "the answer is not about these models: no such triangle");
    const base::DefaultFloatEnvironment environment;
    if (answer.outcome == Outcome::touching_at_start) {
        certificate.contact = contact_at_start(a, b, answer.impact.value(), options.clearance);
        return certificate;
    }
    prove_free(a, b, answer, options.clearance, certificate);
    if (answer.outcome == Outcome::impact)
        certificate.contact = contact_of(a, b, answer.impact.value(), options.clearance);
    return certificate;
}

}  // namespace allide
