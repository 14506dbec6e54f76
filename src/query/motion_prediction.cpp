#include "query/motion_prediction.hpp"

#include "kernel/screw_map.hpp"
#include "model/model_data.hpp"
#include "model/moving_leg.hpp"
#include "query/leg_timeline.hpp"

#include <allide/distance.hpp>

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::Sure;

// After so many doubts in a row only a contact is looked for, here and there.
constexpr int most_doubts = 64;

// From a leg's own time to the motion's, rounded outward.
struct LegClock {
    const MotionLeg& leg;

    bool whole() const { return leg.t0 == 0 && leg.t1 == 1; }
    double at(double t) const { return leg.t0 + t * (leg.t1 - leg.t0); }
    double earlier(double t) const {
        if (t <= 0 || whole()) return t <= 0 ? leg.t0 : std::min(t, 1.0);
        return std::clamp(std::nextafter(at(t), -1.0), leg.t0, leg.t1);
    }
    double later(double t) const {
        if (t >= 1 || whole()) return t >= 1 ? leg.t1 : std::max(t, 0.0);
        return std::clamp(std::nextafter(at(t), 2.0), leg.t0, leg.t1);
    }
};

double width_on(const MotionLeg& leg, double tolerance) {
    return 0.5 * tolerance / (leg.t1 - leg.t0);
}

// How far a point of A may jump where a leg ends and the next one begins.
double jump_between(const MotionLeg& leg, const MotionLeg& next, double norm) {
    const auto end = kernel::ScrewMap(leg).pose_rows(leg.start, 1);
    const auto& begin = next.start.matrix();
    double turn = 0, shift = 0, far = 0;
    for (std::size_t i = 0; i < 12; ++i) {
        const double off = std::abs(end[i] - begin[i]);
        if (i % 4 == 3) {
            shift += off;
            far += std::abs(begin[i]);
        } else {
            turn += off;
        }
    }
    // And what is rounded in the rows themselves.
    return turn * norm + shift + 0x1p-48 * (norm + far);
}

class MotionPrediction {
  public:
    MotionPrediction(const Moving& a, const Placed& b, const PredictOptions& options)
        : a_(a), b_(b), options_(options) {}

    Prediction first() {
        const auto legs = a_.motion().legs();
        for (std::size_t i = 0; i < legs.size(); ++i) {
            if (i > 0 && at_knot(legs[i - 1], legs[i])) break;
            if (along(legs[i])) break;
        }
        return out_;
    }

  private:
    // True if something was found.
    bool along(const MotionLeg& leg) {
        LegTimeline line(a_.data(), leg, b_, options_, width_on(leg, options_.tolerance));
        const LegClock clock{leg};
        std::optional<LegNext> doubt;  // the first that was not settled
        double lo = 0;
        for (int count = 0; count < most_doubts && lo <= 1; ++count) {
            const std::optional<LegNext> next = line.next(lo);
            if (!next || next->certain) {
                if (next) impact(line, clock, doubt ? doubt->lo : next->lo, *next);
                lo = 2;
                break;
            }
            if (!doubt) doubt = next;
            lo = std::nextafter(std::max(next->hi, next->lo + line.width()), 2.0);
        }
        for (int i = 1; i <= most_doubts && lo < 1; ++i) {
            const double t = lo + (1 - lo) * i / most_doubts;
            if (line.contact_at(t) != Sure::yes) continue;
            doubt->hi = t;
            impact(line, clock, doubt->lo, *doubt);
            break;
        }
        if (doubt && out_.outcome == Outcome::clear) {
            answer(line, clock, doubt->lo, *doubt, Outcome::undecided);
            out_.delta = line.doubt_of(*doubt);
        }
        out_.triangle_tests += line.triangle_tests();
        return out_.outcome != Outcome::clear;
    }

    void impact(const LegTimeline& line, const LegClock& clock, double from, const LegNext& next) {
        answer(line, clock, from, next, Outcome::impact);
    }
    void answer(const LegTimeline& line, const LegClock& clock, double from, const LegNext& next,
                Outcome outcome) {
        Impact where;
        where.t_lo = clock.earlier(from);
        where.t_hi = clock.later(next.hi);
        where.triangle_a = next.event.triangle_a;
        where.triangle_b = next.event.triangle_b;
        if (options_.clearance == 0) where.features = next.event.event.features;
        where.point = line.point_of(next);
        out_.outcome = outcome;
        out_.free_until = where.t_lo;
        out_.impact = where;
    }

    // The exact pose of the knot, and what lies between it and the end of the leg before.
    bool at_knot(const MotionLeg& before, const MotionLeg& leg) {
        const Placed there = detail::LegAccess::placed(a_.data(), leg.start);
        const double norm = std::visit([](const auto& tree) { return tree.norm; }, a_.data().tree);
        const double jump = jump_between(before, leg, norm);
        if (!distance_within(there, b_, options_.clearance + jump).within) return false;
        const Distance near = distance(there, b_);
        const bool touches = distance_within(there, b_, options_.clearance).within;
        out_.outcome = touches ? Outcome::impact : Outcome::undecided;
        out_.free_until = leg.t0;
        out_.impact = Impact{
            leg.t0, leg.t0, near.closest->triangle_a, near.closest->triangle_b, {}, near.closest->point_a};
        if (options_.clearance == 0) out_.impact->features = Features::vertex_face;
        if (!touches) out_.delta = std::max(0.0, near.upper - options_.clearance) + jump;
        return true;
    }

    const Moving& a_;
    const Placed& b_;
    const PredictOptions& options_;
    Prediction out_;
};

// The spans of one leg.
class LegIntervals {
  public:
    LegIntervals(LegTimeline& line, const LegClock& clock, ContactIntervals& out)
        : line_(line), clock_(clock), out_(out) {}

    // `joined`: the leg before ended in contact, in the last interval of `out`.
    void run(bool touching, bool joined) {
        if (touching) {
            if (!joined) out_.intervals.push_back({clock_.leg.t0, clock_.leg.t0, 0, 0});
            follow(0);
        }
        while (free_ <= 1) {
            const std::optional<LegNext> next = line_.next(free_);
            if (!next) break;
            if (!next->certain) {
                doubtful(next->lo, next->hi);
                free_ = std::nextafter(std::max(next->hi, next->lo + line_.width()), 2.0);
                continue;
            }
            out_.intervals.push_back({clock_.earlier(next->lo), clock_.later(next->hi), 0, 0});
            follow(next->hi);
        }
    }

  private:
    void doubtful(double lo, double hi) {
        const double from = clock_.earlier(lo), to = clock_.later(hi);
        if (!out_.undecided.empty() && out_.undecided.back().t1_hi >= from)
            out_.undecided.back().t1_lo = out_.undecided.back().t1_hi = to;
        else
            out_.undecided.push_back({from, from, to, to});
    }
    void end_at(double lo, double hi) {
        out_.intervals.back().t1_lo = clock_.earlier(lo);
        out_.intervals.back().t1_hi = clock_.later(hi);
        free_ = hi >= 1 ? 2 : hi;
    }

    // There is contact at t: to the end of it.
    void follow(double t) {
        while (true) {
            t = line_.contact_until(t);
            if (t >= 1) return end_at(1, 1);
            const double beyond = std::min(1.0, t + line_.width());
            const Sure sure = line_.contact_at(beyond);
            if (sure == Sure::no) return end_at(t, beyond);
            if (sure == Sure::maybe) return follow_doubt(t);
            t = beyond;
        }
    }
    // From t on it cannot be told: in longer and longer steps to where it can.
    void follow_doubt(double t) {
        end_at(t, t);
        for (double step = 2 * line_.width(); true; step *= 2) {
            const double later = std::min(1.0, t + step);
            const Sure sure = line_.contact_at(later);
            if (sure == Sure::maybe && later < 1) continue;
            doubtful(t, later);
            free_ = later >= 1 ? 2 : later;
            if (sure != Sure::yes || later >= 1) return;
            out_.intervals.push_back({clock_.earlier(later), clock_.later(later), 0, 0});
            return follow(later);
        }
    }

    LegTimeline& line_;
    LegClock clock_;
    ContactIntervals& out_;
    double free_ = 0;  // up to here everything is known
};

}  // namespace

Prediction first_along(const Moving& a, const Placed& b, const PredictOptions& options) {
    return MotionPrediction(a, b, options).first();
}

ContactIntervals intervals_along(const Moving& a, const Placed& b, const PredictOptions& options,
                                 bool touching) {
    ContactIntervals out;
    for (const MotionLeg& leg : a.motion().legs()) {
        LegTimeline line(a.data(), leg, b, options, width_on(leg, options.tolerance));
        const bool joined = !out.intervals.empty() && out.intervals.back().t1_lo >= leg.t0;
        if (leg.t0 > 0)
            touching =
                distance_within(detail::LegAccess::placed(a.data(), leg.start), b, options.clearance).within;
        LegIntervals(line, LegClock{leg}, out).run(touching, joined);
    }
    return out;
}

}  // namespace allide::query
