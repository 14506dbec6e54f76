#include "index/search/verdict.hpp"

#include <algorithm>
#include <tuple>

namespace allide::index {
namespace {

bool earlier(const ContactInterval& x, const ContactInterval& y) {
    return std::tie(x.t0_lo, x.t0_hi, x.t1_lo, x.t1_hi) < std::tie(y.t0_lo, y.t0_hi, y.t1_lo, y.t1_hi);
}

// Extends the last span by `next` if the two may overlap, else appends `next`. The start and the end of a
// span each have a lower and an upper bound; the four bounds are combined separately.
void join_into(std::vector<ContactInterval>& spans, const ContactInterval& next) {
    if (spans.empty() || spans.back().t1_hi < next.t0_lo) {
        spans.push_back(next);
        return;
    }
    ContactInterval& last = spans.back();
    last.t0_hi = std::min(last.t0_hi, next.t0_hi);
    last.t1_lo = std::max(last.t1_lo, next.t1_lo);
    last.t1_hi = std::max(last.t1_hi, next.t1_hi);
}

std::vector<ContactInterval> joined_spans(std::vector<ContactInterval> spans) {
    std::sort(spans.begin(), spans.end(), earlier);
    std::vector<ContactInterval> out;
    for (const ContactInterval& span : spans) join_into(out, span);
    return out;
}

// Appends those parts of the undecided span `from` … `to` that lie outside of all certain contacts.
void add_outside(std::vector<ContactInterval>& out, double from, double to,
                 const std::vector<ContactInterval>& certain) {
    for (const ContactInterval& contact : certain) {
        if (contact.t1_lo < from || contact.t0_hi > to) continue;
        if (from < contact.t0_hi) out.push_back({from, from, contact.t0_hi, contact.t0_hi});
        from = contact.t1_lo;
        if (from >= to) return;
    }
    out.push_back({from, from, to, to});
}

}  // namespace

bool SceneVerdict::is_certain() const {
    return first_.outcome == Outcome::impact || first_.outcome == Outcome::touching_at_start;
}

void SceneVerdict::add(std::uint64_t object, const Prediction& prediction) {
    triangle_tests_ += prediction.triangle_tests;
    if (prediction.outcome == Outcome::clear) return;
    if (prediction.outcome != Outcome::undecided)
        contact_by_ = std::min(contact_by_.value_or(1), prediction.impact.value().t_hi);
    if (object_ && std::pair(first_.free_until, *object_) < std::pair(prediction.free_until, object)) return;
    first_ = prediction;
    object_ = object;
}

double SceneVerdict::horizon() const {
    if (!object_) return 1;
    return is_certain() ? first_.free_until : contact_by_.value_or(1);
}

// If a certain contact follows an undecided one, contact begins between the start of the undecided one and
// the certain one, as for a single body.
Prediction SceneVerdict::prediction() const {
    Prediction out = first_;
    out.triangle_tests = triangle_tests_;
    if (out.outcome != Outcome::undecided || !contact_by_) return out;
    out.outcome = Outcome::impact;
    out.impact->t_hi = std::max(out.impact->t_lo, *contact_by_);
    out.delta = 0;
    return out;
}

ContactIntervals united_intervals(const std::vector<ContactIntervals>& objects) {
    ContactIntervals all, out;
    for (const ContactIntervals& one : objects) {
        out.complete = out.complete && one.complete;
        out.known_until = std::min(out.known_until, one.known_until);
        all.intervals.insert(all.intervals.end(), one.intervals.begin(), one.intervals.end());
        all.undecided.insert(all.undecided.end(), one.undecided.begin(), one.undecided.end());
    }
    out.intervals = joined_spans(std::move(all.intervals));
    std::vector<ContactInterval> doubts;
    for (const ContactInterval& doubt : all.undecided)
        add_outside(doubts, doubt.t0_lo, doubt.t1_hi, out.intervals);
    out.undecided = joined_spans(std::move(doubts));
    return out;
}

ContactIntervals capped_intervals(ContactIntervals all, std::size_t most) {
    if (all.intervals.size() + all.undecided.size() > most) {
        std::vector<double> starts;
        for (const auto* list : {&all.intervals, &all.undecided})
            for (const ContactInterval& span : *list) starts.push_back(span.t0_lo);
        std::nth_element(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(most), starts.end());
        all.complete = false;
        all.known_until = std::min(all.known_until, starts[most]);
    }
    if (all.complete) return all;
    // Dropping an interval lowers known_until to its beginning. Intervals of either list that end later must
    // then be dropped, too.
    for (double before = 2; all.known_until < before;) {
        before = all.known_until;
        for (auto* list : {&all.intervals, &all.undecided}) {
            const auto first = std::find_if(list->begin(), list->end(), [&](const ContactInterval& span) {
                return span.t1_hi >= all.known_until;
            });
            if (first != list->end()) all.known_until = std::min(all.known_until, first->t0_lo);
            list->erase(first, list->end());
        }
    }
    return all;
}

}  // namespace allide::index
