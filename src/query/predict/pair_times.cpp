#include "query/predict/pair_times.hpp"

#include "base/cancel.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::Certainty;
using kernel::PairEvent;

// A time span in which the rotation is at most half a radian, so that contact functions are nearly parabolas.
double span_of(double angle) {
    return std::abs(angle) > 0.5 ? 0.5 / std::abs(angle) : 1;
}

// Represents a translating segment as a screw along its shift. It is used only for bounds, and their margins
// cover the rounding errors of this function.
MotionSegment along_shift(const MotionSegment& segment, const std::optional<TranslationTimes>& linear) {
    if (!linear) return segment;
    MotionSegment out = segment;
    const auto& m = segment.start.matrix();
    const Vec3& shift = linear->shift();
    const double size = kernel::largest(shift);
    out.is_linear = false;
    out.screw = {
        .point = {m[3], m[7], m[11]}, .axis = size > 0 ? shift : Vec3{0, 0, 1}, .angle = {}, .advance = 0};
    if (size == 0) return out;
    const int exponent = std::ilogb(size);
    const Vec3 about_one{std::ldexp(shift.x, -exponent), std::ldexp(shift.y, -exponent),
                         std::ldexp(shift.z, -exponent)};
    out.screw.advance = std::ldexp(std::sqrt(kernel::dot(about_one, about_one)), exponent);
    return out;
}

}  // namespace

PairTimes::PairTimes(const MotionSegment& segment, const Pose& pose_b, double norm_a, double norm_b,
                     const PairOptions& options, const TranslationRemainder& rest,
                     const kernel::ScrewApproximation& approximation)
    : linear_(TranslationTimes::of(segment, pose_b, rest)),
      scene_(along_shift(segment, linear_), pose_b, norm_a, norm_b, approximation),
      step_{scene_.in_unit(options.clearance), options.width, scene_.in_unit(options.graze)},
      width_(options.width),
      span_(span_of(scene_.angle)),
      bounds_(scene_, options.clearance, options.level) {
    // Positions that are known only up to a deviation have no exact times; contact functions handle them.
    if (approximation.deviation != 0 && !rest.places) linear_.reset();
    if (!linear_) return;
    linear_near_ = linear_->within(segment.start, pose_b, options.clearance);
    step_.uses_double_double = options.clearance == 0;
}

ConservativeAdvancement PairTimes::steps(const kernel::Triangle& a, const kernel::Triangle& b) const {
    return {bounds_, a, b, step_};
}

std::vector<PairEvent> PairTimes::first_events(const kernel::Triangle& a, const kernel::Triangle& b,
                                               double lo, double hi) const {
    if (step_.clearance > 0) return by_steps(a, b, lo, hi);
    if (linear_) {
        const auto span = linear_->span(a, b);
        if (!span || span->first.lower > hi || span->last.upper < lo) return {};
        const double at = 0.5 * (span->first.lower + span->first.upper);
        const NearPlaces near = nearest_places(bounds_.corners_at(scene_.triangle_a<double>(a).corner, at),
                                               scene_.triangle_b<double>(b).corner);
        return {PairEvent{span->first.lower, span->first.upper, true, span->features, near.a}};
    }
    const kernel::ScrewPair pair(scene_, a, b);
    if (pair.may_touch_unseen()) return flat_events(pair, a, b, lo, hi);
    return pair.first_events(lo, hi, width_);
}

// Conservative advancement misses no contact, but cannot distinguish a contact that is never deep from a
// graze. The events of contact functions can, so a certain event nearby replaces an undecided result.
std::vector<PairEvent> PairTimes::flat_events(const kernel::ScrewPair& pair, const kernel::Triangle& a,
                                              const kernel::Triangle& b, double lo, double hi) const {
    std::vector<PairEvent> stepped = steps(a, b).first_events(lo, hi);
    if (stepped.empty() || stepped.front().certain) return stepped;
    const double from = stepped.front().lo;
    for (PairEvent event : pair.first_events(from, std::min(hi, from + 2 * width_), width_)) {
        if (!event.certain || event.hi > from + 2 * width_) continue;
        event.lo = from;
        return {event};
    }
    return stepped;
}

// Under a translation, exact arithmetic decides the events that conservative advancement leaves undecided.
std::vector<PairEvent> PairTimes::by_steps(const kernel::Triangle& a, const kernel::Triangle& b, double lo,
                                           double hi) const {
    std::vector<PairEvent> found = steps(a, b).first_events(lo, hi);
    if (!linear_near_ || found.empty() || found.front().certain) return found;
    PairEvent& event = found.front();
    // Times have a small relative error, so a contact after `hi` counts if it is within that error.
    const double error = linear_->time_error();
    const auto first = linear_near_->first(a, b, event.lo, hi * (1 + 2 * error), 0.5 * width_);
    if (!first) return {};
    event.lo = std::max(lo, first->lo * (1 - error));
    event.hi = std::min(1.0, first->hi * (1 + error));
    event.certain = true;
    return found;
}

Certainty PairTimes::touch_at(const kernel::Triangle& a, const kernel::Triangle& b, double t) const {
    if (step_.clearance > 0) {
        const Certainty sure = steps(a, b).touch_at(t);
        if (sure != Certainty::maybe || !linear_near_) return sure;
        return linear_near_->at(a, b, t) == TranslationClearance::State::near ? Certainty::yes
                                                                              : Certainty::no;
    }
    if (!linear_) return kernel::ScrewPair(scene_, a, b).touch_at(t);
    const auto span = linear_->span(a, b);
    if (!span || t < span->first.lower || t > span->last.upper) return Certainty::no;
    if (t >= span->first.upper && t <= span->last.lower) return Certainty::yes;
    if (linear_->time_error() != 0) return Certainty::maybe;
    return linear_near_->at(a, b, t) == TranslationClearance::State::near ? Certainty::yes : Certainty::no;
}

double PairTimes::touch_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                              double hi) const {
    if (step_.clearance > 0)
        return linear_near_ ? shifted_within_until(a, b, t, hi) : turned_within_until(a, b, t, hi);
    if (linear_) return std::clamp(linear_->span(a, b)->last.lower, t, hi);
    return touching_until(kernel::ScrewPair(scene_, a, b), t, hi);
}

// Tracks the pair through time. While the triangles touch, the events of contact functions do this: their
// steps remain long however small the clearance is. While they are only within the clearance, conservative
// advancement does.
double PairTimes::turned_within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                                      double hi) const {
    const ConservativeAdvancement stepping = steps(a, b);
    const kernel::ScrewPair pair(scene_, a, b);
    const bool has_events = !pair.may_touch_unseen();
    constexpr int max_rounds = 1000;
    int patience = 200;
    for (int round = 0; round < max_rounds && t < hi; ++round) {
        if (has_events && pair.touch_at(t) == Certainty::yes) t = touching_until(pair, t, hi);
        const double near = stepping.near_until(t, hi, patience);
        if (near <= t) break;
        t = near;
    }
    return t;
}

double PairTimes::touching_until(const kernel::ScrewPair& pair, double t, double hi) const {
    const base::CancelCheck check_cancelled;
    while (t < hi) {
        check_cancelled();
        const double end = std::min(hi, t + span_);
        // The contact state does not change between two events.
        for (const PairEvent& event : pair.all_events(t, end, width_)) {
            if (event.lo > t && pair.touch_at(0.5 * (t + event.lo)) != Certainty::yes) return t;
            t = std::max(t, event.lo);
            if (pair.touch_at(std::min(end, event.hi + width_)) != Certainty::yes) return t;
        }
        if (pair.touch_at(0.5 * (t + end)) != Certainty::yes) return t;
        t = end;
    }
    return hi;
}

// The distance of two convex bodies under a translation is a convex function of time: bodies that are near at
// two times are near in between.
double PairTimes::shifted_within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                                       double hi) const {
    if (touch_at(a, b, t) != Certainty::yes) return t;
    if (touch_at(a, b, hi) == Certainty::yes) return hi;
    while (hi - t > 0.125 * width_) {
        const double middle = 0.5 * (t + hi);
        if (middle <= t || middle >= hi) break;
        (touch_at(a, b, middle) == Certainty::yes ? t : hi) = middle;
    }
    return t;
}

}  // namespace allide::query
