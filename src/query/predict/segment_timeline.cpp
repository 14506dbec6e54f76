#include "query/predict/segment_timeline.hpp"

#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"
#include "query/predict/surface_crossing.hpp"
#include "tree/obb_view.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>

namespace allide::query {
namespace {

using kernel::Certainty;

double norm_of(const detail::ModelData& model) {
    return std::visit([](const auto& tree) { return tree.norm; }, model.tree);
}

// The bound on the gap or depth of an undecided event is computed over at most this time from the event's
// start.
constexpr double a_moment = 1e-12;

// Limits on the number of pairs that are tried in order to track a contact from one time: pairs that are
// still near later; then pairs in general; then, if all of these lose contact at once, further pairs.
constexpr std::size_t max_lasting = 2, max_tested = 6, max_tested_else = 64;
// If triangle pairs tracked a contact for more than this many answer widths, patches are not tried.
constexpr double enough_widths = 64;
// After this many tracked pairs, inner vertices are tried too.
constexpr int enough_pairs = 3;

}  // namespace

double graze_of(const detail::ModelData& a, const detail::ModelData& b) {
    const auto side = [](const detail::ModelData& model) {
        return std::visit(
            [](const auto& tree) {
                const tree::ObbView view(tree);
                return view.empty() ? 0 : 2 * view.volume(view.root()).half[0];
            },
            model.tree);
    };
    return 0.5e-9 * std::max(side(a), side(b));
}
double size_of_graze(double graze) {
    return graze / 0.5e-9;
}

SegmentTimeline::SegmentTimeline(const detail::ModelData& a, const MotionSegment& segment, const Placed& b,
                                 const PredictOptions& options, double width,
                                 const kernel::ScrewApproximation& approximation,
                                 const CommonTranslation& common)
    : a_(detail::SegmentAccess::moving(a, segment)),
      b_(b),
      clearance_(std::max(0.0, options.clearance)),
      width_(std::min(0.5, width)),
      graze_(graze_of(a, data_of(b))),
      common_shift_(common.shift),
      times_(segment, b.pose(), norm_of(a), norm_of(data_of(b)),
             {.clearance = clearance_,
              .width = 0.5 * width_,
              .graze = graze_,
              .level = std::max(0.0, -options.clearance)},
             common.rest, approximation),
      search_(a, data_of(b), times_, options.search),
      followed_(0.125 * times_.span()) {}

std::optional<Next> SegmentTimeline::next(double lo, double hi) {
    const FirstEvents found = search_.first(lo, hi, width_);
    if (found.undecided_events.empty()) {
        if (!found.contact) return {};
        return as_next(*found.contact, found.contact->event.lo, found.contact->event.hi, true);
    }
    const SegmentEvent& first = found.undecided_events.front();
    const double from = first.event.lo;
    if (found.contact) return as_next(*found.contact, from, found.contact->event.hi, true);
    if (const auto t = contact_soon_after(from, hi)) return as_next(first, from, *t, true);
    double end = first.event.hi;
    for (const SegmentEvent& other : found.undecided_events) end = std::max(end, other.event.hi);
    return as_next(first, from, std::min(hi, end), false);
}

// Candidate pairs at time t: all pairs that are near each other at the pose, rounded to double.
std::vector<Contact> SegmentTimeline::near_at(double t) const {
    const double least = 16 * std::numeric_limits<double>::denorm_min();
    const double reach = clearance_ + times_.scene().off_with_rounded_poses() + least;
    return pairs_within(a_.at(t), b_, reach).pairs;
}

// Pairs to follow from time t: without a clearance, those that touch at the rounded pose, because these are
// found much faster than all near pairs. They are only candidates, so the rounding does not matter.
std::vector<Contact> SegmentTimeline::candidates_at(double t) const {
    return clearance_ > 0 ? near_at(t) : contacts(a_.at(t), b_).pairs;
}

Certainty SegmentTimeline::touch_at(const Contact& pair, double t) const {
    return times_.touch_at(data_of(a_).mesh.corners(pair.triangle_a),
                           data_of(b_).mesh.corners(pair.triangle_b), t);
}

// An upper bound of the speed, in the scene's unit, of points within a distance of 2 from the axis.
double SegmentTimeline::speed() const {
    return 2 * std::abs(times_.scene().angle) + std::abs(times_.scene().advance);
}
double SegmentTimeline::stride() const {
    return stride_at(speed(), times_.scene().in_unit(size_of_graze(graze_)));
}

// Returns the time of a certain contact that follows soon enough after `from` for the answer not to be too
// wide. If the deviation exceeds the motion in that time, no contact can be certain.
std::optional<double> SegmentTimeline::contact_soon_after(double from, double hi) const {
    if (speed() * 2 * width_ < 2 * times_.scene().deviation) return {};
    const auto soon = [&](double part) { return std::min(hi, from + part * width_); };
    for (const double part : {0.05, 0.25, 0.5, 1.0, 1.9})
        if (contact_of_pairs(soon(part)) == Certainty::yes) return soon(part);
    for (const double part : {0.5, 1.9})
        if (pierced_until(a_, b_, times_, soon(part))) return soon(part);
    return {};
}

Certainty SegmentTimeline::contact_at(double t) {
    const Certainty sure = contact_of_pairs(t);
    return sure == Certainty::maybe && pierced_until(a_, b_, times_, t) ? Certainty::yes : sure;
}

Certainty SegmentTimeline::contact_of_pairs(double t) const {
    // Finding one contact at the rounded pose is much faster than finding all near pairs.
    if (clearance_ == 0) {
        const FirstContact first = first_contact(a_.at(t), b_);
        if (first.witness && touch_at(first.witness->contact, t) == Certainty::yes) return Certainty::yes;
    }
    Certainty all = Certainty::no;
    for (const Contact& pair : near_at(t)) {
        const Certainty one = touch_at(pair, t);
        if (one == Certainty::yes) return Certainty::yes;
        if (one == Certainty::maybe) all = Certainty::maybe;
    }
    return all;
}

// Triangle pairs allow the longest steps, but with a tiny clearance their steps are as short as the
// clearance. Patches are the most expensive to test and serve the cases that pairs leave undecided.
double SegmentTimeline::contact_until(double t, double hi) {
    const bool is_tiny = clearance_ < 1e-4 * size_of_graze(graze_);
    if (clearance_ > 0 && is_tiny) t = patches_touch_until(t, hi);
    const double until = pairs_touch_until(t, hi);
    if (clearance_ > 0 || until > t + enough_widths * width_) return vertices_touch_until(until, hi);
    return patches_touch_until(until, hi);
}

// Deep contacts are tracked by means of vertices inside the other model, starting near the pair that was
// tracked last. Preparing this takes about as long as a few pairs.
double SegmentTimeline::vertices_touch_until(double t, double hi) {
    if (times_.scene().angle == 0 || ++pairs_followed_ < enough_pairs) return t;
    if (!inner_of_a_) {
        inner_of_a_.emplace(a_, b_, times_.scene(), true);
        inner_of_b_.emplace(a_, b_, times_.scene(), false);
    }
    const double until = inner_of_a_->touch_until(t, hi, last_pair_.triangle_a);
    return until > t ? until : inner_of_b_->touch_until(t, hi, last_pair_.triangle_b);
}

// Pairs of `near` that are also near at time `later`; both lists are sorted.
std::vector<Contact> SegmentTimeline::lasting_pairs(const std::vector<Contact>& near, double later) const {
    const std::vector<Contact> then = candidates_at(std::min(1.0, later));
    std::vector<Contact> out;
    const auto before = [](const Contact& x, const Contact& y) {
        return std::tie(x.triangle_a, x.triangle_b) < std::tie(y.triangle_a, y.triangle_b);
    };
    std::set_intersection(near.begin(), near.end(), then.begin(), then.end(), std::back_inserter(out),
                          before);
    return out;
}

// Among the pairs that touch at t, those that are still near at a later time are tried first. The later time
// is about twice as far ahead as the last pair could be followed. If none of these pairs lasts, times less
// far ahead are tried.
double SegmentTimeline::pairs_touch_until(double t, double hi) {
    if (t >= hi) return hi;
    std::vector<Contact> near = candidates_at(t);
    double until = t;
    const auto ask = [&](const Contact& pair) {
        if (touch_at(pair, t) != Certainty::yes) return;
        const double lasts = times_.touch_until(data_of(a_).mesh.corners(pair.triangle_a),
                                                data_of(b_).mesh.corners(pair.triangle_b), t, hi);
        if (!(lasts > until)) return;
        until = lasts;
        last_pair_ = pair;
    };
    const auto test_some = [&](const std::vector<Contact>& pairs, std::size_t most, double enough) {
        const std::size_t every = pairs.size() / most + 1;
        for (std::size_t i = every / 2; i < pairs.size() && until < std::min(hi, enough); i += every)
            ask(pairs[i]);
    };
    for (int attempt = 0; attempt < 4 && until <= t; ++attempt) {
        if (attempt > 0) followed_ *= 0.125;
        const double later = t + followed_;
        if (near.size() > 2 && later > t) test_some(lasting_pairs(near, later), max_lasting, later);
    }
    if (until <= t) test_some(near, max_tested, hi);
    if (until <= t && clearance_ == 0) near = near_at(t);
    // If no pair tested so far remains in contact after t, another near pair may. If touch_at() is always
    // certain, some pair does as long as the contact lasts, so all near pairs are tested; otherwise at most
    // max_tested_else of them.
    const std::size_t most = times_.decides() ? near.size() : max_tested_else;
    for (std::size_t i = 0; i < std::min(near.size(), most) && until <= t; ++i) ask(near[i]);
    followed_ = std::clamp(2 * (until - t), width_, 0.5 * times_.span());
    return until;
}

double SegmentTimeline::patches_touch_until(double t, double hi) const {
    constexpr int max_steps = 100;
    for (int step = 0; step < max_steps && t < hi; ++step) {
        const auto longer = pierced_until(a_, b_, times_, t);
        if (!longer || *longer <= t + 0.125 * width_) break;
        t = std::min(hi, *longer);
    }
    return t;
}

Next SegmentTimeline::as_next(const SegmentEvent& event, double lo, double hi, bool certain) const {
    using kernel::operator+;
    using kernel::operator*;
    return {.lo = lo,
            .hi = hi,
            .certain = certain,
            .triangle_a = event.triangle_a,
            .triangle_b = event.triangle_b,
            .features = event.event.features,
            .point = times_.scene().in_world(event.event.place) + lo * common_shift_,
            .doubt = certain ? 0 : doubt_between(lo, std::min({hi, lo + width_, lo + a_moment})),
            .coincides = !certain && event.event.coincides && times_.scene().deviation <= 0x1p-72};
}

// Upper bound on the distance minus the clearance during the interval: its value at the middle, or 0 if that
// is negative, plus the motion during the interval.
double SegmentTimeline::doubt_between(double lo, double hi) const {
    const auto& scene = times_.scene();
    const double t = std::clamp(0.5 * (lo + hi), 0.0, 1.0);
    const double drift =
        std::ldexp(speed() * (hi - lo) + 0x1p-40, scene.unit) + scene.off_with_rounded_poses();
    return std::max(0.0, distance(a_.at(t), b_).upper - clearance_) + drift;
}

}  // namespace allide::query
