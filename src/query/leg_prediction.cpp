#include "query/leg_prediction.hpp"

#include "kernel/rigidity.hpp"
#include "model/model_data.hpp"
#include "query/leg_search.hpp"

#include <allide/distance.hpp>

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

double norm_of(const detail::ModelData& model) {
    return std::visit([](const auto& tree) { return tree.norm; }, model.tree);
}

// After so many doubts in a row only a contact is looked for, here and there.
constexpr int most_doubts = 64;

class LegPrediction {
  public:
    LegPrediction(const Moving& a, const Placed& b, const MotionLeg& leg, const PredictOptions& options)
        : a_(a),
          b_(b),
          leg_(leg),
          options_(options),
          width_(std::min(0.5, 0.5 * options.tolerance / (leg.t1 - leg.t0))),
          times_(leg, b.pose(), norm_of(a.data()), norm_of(b.data()), options.clearance, 0.5 * width_),
          search_(a.data(), b.data(), times_, options.search) {}

    // Whatever is found first, in the motion's time; empty if the leg is free.
    std::optional<Prediction> run() {
        std::optional<LegEvent> doubt;  // the first that was not settled
        double lo = 0;
        for (int count = 0; count < most_doubts && lo <= 1; ++count) {
            const LegFirst found = search_.first(lo, 1, width_);
            if (found.doubts.empty()) {
                if (!found.contact) return doubt ? std::optional(undecided(*doubt)) : std::nullopt;
                return impact(*found.contact, doubt ? doubt->event.lo : found.contact->event.lo,
                              found.contact->event.hi);
            }
            const LegEvent& first = found.doubts.front();
            const double from = doubt ? doubt->event.lo : first.event.lo;
            if (found.contact) return impact(*found.contact, from, found.contact->event.hi);
            for (const double part : {0.05, 0.25, 0.5, 1.0}) {
                const double t = std::min(1.0, first.event.lo + part * width_);
                if (t >= first.event.lo && touches_at(t)) return impact(first, from, t);
            }
            if (!doubt) doubt = first;
            double end = first.event.lo + width_;
            for (const LegEvent& other : found.doubts) end = std::max(end, other.event.hi);
            lo = std::nextafter(end, 2.0);
        }
        for (int i = 1; i <= most_doubts && lo < 1; ++i)
            if (const double t = lo + (1 - lo) * i / most_doubts; touches_at(t))
                return impact(*doubt, doubt->event.lo, t);
        return undecided(*doubt);
    }

    std::uint64_t triangle_tests() const { return search_.triangle_tests(); }

  private:
    double in_motion(double t) const { return t >= 1 ? leg_.t1 : leg_.t0 + t * (leg_.t1 - leg_.t0); }
    // Rounded outward: the first and the last leg end where the motion does.
    double earlier(double t) const {
        return t <= 0 ? leg_.t0 : std::max(leg_.t0, std::nextafter(in_motion(t), -1.0));
    }
    double later(double t) const {
        return t >= 1 ? leg_.t1 : std::min(leg_.t1, std::nextafter(in_motion(t), 2.0));
    }
    bool whole() const { return leg_.t0 == 0 && leg_.t1 == 1; }

    // Is there a contact at this time for certain? What touches at the rounded pose is looked at closely.
    bool touches_at(double t) const {
        const Placed there = a_.at(in_motion(t));
        const auto certain = [&](const Contact& c) {
            return times_.touch_at(a_.data().mesh.corners(c.triangle_a), b_.data().mesh.corners(c.triangle_b),
                                   t) == kernel::Sure::yes;
        };
        if (options_.clearance > 0) {
            const PairsWithin near = pairs_within(there, b_, options_.clearance);
            return std::any_of(near.pairs.begin(), near.pairs.end(), certain);
        }
        const Contacts touching = contacts(there, b_);
        return std::any_of(touching.begin(), touching.end(), certain);
    }

    Prediction answer(Outcome outcome, const LegEvent& event, double lo, double hi) const {
        Impact where;
        where.t_lo = whole() ? std::max(0.0, lo) : earlier(lo);
        where.t_hi = whole() ? std::min(1.0, hi) : later(hi);
        where.triangle_a = event.triangle_a;
        where.triangle_b = event.triangle_b;
        if (options_.clearance == 0) where.features = event.event.features;
        where.point = times_.scene().in_world(event.event.place);
        return {.outcome = outcome, .free_until = where.t_lo, .impact = where};
    }
    Prediction impact(const LegEvent& event, double lo, double hi) const {
        return answer(Outcome::impact, event, lo, hi);
    }
    Prediction undecided(const LegEvent& event) const {
        Prediction out = answer(Outcome::undecided, event, event.event.lo, event.event.hi);
        const double t = std::clamp(0.5 * (event.event.lo + event.event.hi), 0.0, 1.0);
        const auto& scene = times_.scene();
        const double speed = std::abs(scene.angle) * 4 + std::abs(scene.advance);
        const double drift = std::ldexp(speed * (event.event.hi - event.event.lo) + 0x1p-40, scene.unit);
        out.delta = std::max(0.0, distance(a_.at(in_motion(t)), b_).upper - options_.clearance) + drift;
        return out;
    }

    const Moving& a_;
    const Placed& b_;
    const MotionLeg& leg_;
    const PredictOptions& options_;
    double width_;
    PairTimes times_;
    LegSearch search_;
};

}  // namespace

Prediction predict_legs(const Moving& a, const Placed& b, const PredictOptions& options) {
    Prediction out;
    std::uint64_t tests = 0;
    for (const MotionLeg& leg : a.motion().legs()) {
        LegPrediction along(a, b, leg, options);
        std::optional<Prediction> found = along.run();
        tests += along.triangle_tests();
        if (!found) continue;
        out = *found;
        break;
    }
    out.triangle_tests = tests;
    return out;
}

}  // namespace allide::query
