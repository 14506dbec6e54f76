#include "base/cancel.hpp"
#include "query/predict/segment_times.hpp"

#include <allide/query.hpp>

#include <algorithm>

namespace allide::query {
namespace {

using kernel::Certainty;

// Steps shorter than this count as short. A contact with many short steps in a row cannot be followed to its
// end.
constexpr double short_step = 1e-4;

// Finds the contact intervals of one time segment.
class IntervalsAlong {
  public:
    IntervalsAlong(Timeline& line, const SegmentTimes& times, const PredictOptions& options,
                   ContactIntervals& out)
        : line_(line),
          times_(times),
          has_clearance_(options.clearance > 0),
          most_(options.max_intervals),
          out_(out) {}

    // `joined`: the previous time segment ended in contact, so the last interval of `out` continues.
    void run(bool touching, bool joined) {
        if (touching) {
            if (!joined) out_.intervals.push_back({times_.t0, times_.t0, 0, 0});
            follow(0);
        }
        const base::CancelCheck check_cancelled;
        while (free_ <= 1) {
            check_cancelled();
            const std::optional<Next> next = line_.next(free_, 1);
            if (!next) break;
            if (out_.intervals.size() + out_.undecided.size() >= most_) {
                out_.complete = false;
                out_.known_until = times_.earlier(next->lo);
                break;
            }
            if (!next->certain) {
                pass_undecided(*next);
                continue;
            }
            out_.intervals.push_back({times_.earlier(next->lo), times_.later(next->hi), 0, 0});
            follow(next->hi);
        }
    }

  private:
    // Records an undecided event and continues after it. The steps grow if such events follow each other
    // closely, because bodies that slide exactly at the clearance would otherwise cause an endless sequence.
    void pass_undecided(const Next& next) {
        repeats_ = next.lo <= free_ + line_.width() ? repeats_ + 1 : 0;
        const double step = step_past(line_.width(), repeats_);
        const double end = std::min(1.0, std::max(next.hi, next.lo + step));
        const Certainty sure = line_.contact_at(end);
        if (sure == Certainty::yes && end - next.lo <= line_.width() * (1 + 0x1p-20)) {
            // Contact is certain after the event, so it has begun even if the event itself stays undecided.
            out_.intervals.push_back({times_.earlier(next.lo), times_.later(end), 0, 0});
            return follow(end);
        }
        doubtful(next.lo, end);
        free_ = std::nextafter(end, 2.0);
        // The contact state may remain undecided without another event, so a decided time is sought.
        if (sure != Certainty::no && end < 1) doubt_from(end, line_.width());
    }
    void doubtful(double lo, double hi) {
        const double from = times_.earlier(lo), to = times_.later(hi);
        // Gaps that are narrower than the tolerance are closed.
        const double near = times_.earlier(lo - 2 * line_.width());
        if (!out_.undecided.empty() && out_.undecided.back().t1_hi >= near)
            out_.undecided.back().t1_lo = out_.undecided.back().t1_hi = to;
        else
            out_.undecided.push_back({from, from, to, to});
    }
    void end_at(double lo, double hi) {
        out_.intervals.back().t1_lo = std::max(out_.intervals.back().t0_hi, times_.earlier(lo));
        out_.intervals.back().t1_hi = times_.later(hi);
        free_ = hi >= 1 ? 2 : hi;
    }

    // Follows the contact at t to its end.
    void follow(double t) {
        // Bodies that stay exactly at the clearance would need an unbounded number of short steps.
        constexpr int max_steps = 1000, max_short_steps = 20;
        int shorts = 0;  // number of consecutive short steps
        for (int step = 0; step < max_steps && shorts < max_short_steps; ++step) {
            const double from = t;
            t = line_.contact_until(t, 1);
            if (t >= 1) return end_at(1, 1);
            shorts = has_clearance_ && t - from < short_step ? shorts + 1 : 0;
            const double beyond = std::min(1.0, t + line_.width());
            const Certainty sure = line_.contact_at(beyond);
            if (sure == Certainty::no) return end_at(t, beyond);
            if (sure == Certainty::maybe) return follow_doubt(t);
            t = beyond;
        }
        follow_doubt(t);
    }
    // Ends the interval at t, where contact becomes undecided, and searches in growing steps for a decided
    // time.
    void follow_doubt(double t) {
        end_at(t, t);
        // After repeated failures to follow a contact, increasingly long spans are skipped.
        doubt_from(t, std::ldexp(line_.width(), std::min(60, 5 * lost_++)));
    }
    void doubt_from(double t, double first_step) {
        double before = t;
        for (double step = 2 * first_step; true; step *= 2) {
            double later = std::min({1.0, t + step, before + line_.stride()});
            const Certainty sure = line_.contact_at(later);
            if (sure == Certainty::maybe && later < 1) {
                before = later;
                continue;
            }
            if (sure == Certainty::yes) later = first_sure(before, later);
            doubtful(t, later);
            free_ = later >= 1 ? 2 : later;
            if (sure != Certainty::yes || later >= 1) return;
            out_.intervals.push_back({times_.earlier(later), times_.later(later), 0, 0});
            return follow(later);
        }
    }
    // Bisects (lo, hi] for the start of certain contact, down to the width allowed in answers. Contact at
    // `hi` is certain.
    double first_sure(double lo, double hi) {
        while (hi - lo > line_.width()) {
            const double middle = 0.5 * (lo + hi);
            if (middle <= lo || middle >= hi) break;
            (line_.contact_at(middle) == Certainty::yes ? hi : lo) = middle;
        }
        return hi;
    }

    Timeline& line_;
    SegmentTimes times_;
    bool has_clearance_;
    std::size_t most_;
    ContactIntervals& out_;
    double free_ = 0;  // the segment has been searched up to this time; above 1: to its end
    int repeats_ = 0;  // number of consecutive undecided events
    int lost_ = 0;     // number of contacts that could not be followed to their end
};

// Merges intervals whose brackets overlap, since the gap between them is narrower than the tolerance. This
// occurs around segments that are shorter than the rounding error of their times.
void join_overlapping(std::vector<ContactInterval>& spans) {
    std::size_t count = 0;
    for (const ContactInterval& x : spans) {
        if (count > 0 && x.t0_lo <= spans[count - 1].t1_hi) {
            ContactInterval& last = spans[count - 1];
            last.t1_lo = std::max(last.t1_lo, x.t1_lo);
            last.t1_hi = std::max(last.t1_hi, x.t1_hi);
        } else {
            spans[count++] = x;
        }
    }
    spans.resize(count);
}

}  // namespace

ContactIntervals intervals_along(const std::vector<TimeSegment>& time_segments, const PredictOptions& options,
                                 bool touching) {
    ContactIntervals out;
    for (const TimeSegment& time_segment : time_segments) {
        const std::unique_ptr<Timeline> line = time_segment.line(options);
        const bool joined = !out.intervals.empty() && out.intervals.back().t1_lo >= time_segment.t0;
        if (time_segment.t0 > 0) {
            touching = time_segment.begins_within(options.clearance, *line);
            // The bodies may touch for a moment during the jump from the previous time segment.
            if (!touching && !joined && !time_segment.is_smooth() &&
                distance_within(
                    time_segment.a, time_segment.b,
                    options.clearance + std::min(time_segment.jump, line->graze()) + time_segment.off)
                    .within)
                out.undecided.push_back({time_segment.t0, time_segment.t0, time_segment.t0, time_segment.t0});
        }
        IntervalsAlong(*line, SegmentTimes(time_segment), options, out).run(touching, joined);
        if (!out.complete) break;
    }
    join_overlapping(out.intervals);
    join_overlapping(out.undecided);
    return out;
}

}  // namespace allide::query
