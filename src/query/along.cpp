#include "kernel/closest_features.hpp"
#include "model/model_data.hpp"
#include "query/stretches.hpp"

#include <allide/distance.hpp>

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::Sure;

// So many doubts on a stretch are enough; after so many in a row longer and longer steps are made; and a
// contact is looked for at so many times.
constexpr int most_doubts = 4096, most_alike = 64, some_times = 64;

// From a stretch's own time to the motion's, rounded outward.
struct Clock {
    double t0, t1;

    explicit Clock(const Stretch& stretch) : t0(stretch.t0), t1(stretch.t1) {}
    bool whole() const { return t0 == 0 && t1 == 1; }
    double at(double t) const { return t0 + t * (t1 - t0); }
    double earlier(double t) const {
        if (t <= 0) return t0;
        if (t >= 1) return t1;
        if (whole()) return t;
        return std::clamp(std::nextafter(at(t), -1.0), t0, t1);
    }
    double later(double t) const {
        if (t <= 0) return t0;
        if (t >= 1) return t1;
        if (whole()) return t;
        return std::clamp(std::nextafter(at(t), 2.0), t0, t1);
    }
};

// Which features of two triangles come closest.
Features closest_features_of(const Placed& a, std::uint32_t triangle_a, const Placed& b,
                             std::uint32_t triangle_b) {
    const auto in_world = [](const Placed& placed, std::uint32_t triangle) {
        kernel::Triangle corners = placed.data().mesh.corners(triangle);
        const auto& m = placed.pose().matrix();
        for (Vec3& x : corners)
            x = {m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
                 m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
        return corners;
    };
    const auto closest = kernel::closest_features(in_world(a, triangle_a), in_world(b, triangle_b));
    const auto is_corner = [](const std::array<double, 3>& w) {
        return (w[0] != 0) + (w[1] != 0) + (w[2] != 0) == 1;
    };
    if (is_corner(closest.weights_a)) return Features::vertex_face;
    return is_corner(closest.weights_b) ? Features::face_vertex : Features::edge_edge;
}

// Looks for the first contact. A doubt that nothing settles is kept: if nothing certain follows it is the
// answer. A contact after it makes it an impact: in between, or, if they touch there for all that can be
// told, at the doubt itself.
class FirstAlong {
  public:
    FirstAlong(const std::vector<Stretch>& stretches, const PredictOptions& options)
        : stretches_(stretches), options_(options) {}

    Prediction run() {
        for (std::size_t i = 0; i < stretches_.size() && !done_; ++i) {
            if (i > 0) look_at_knot(stretches_[i]);
            if (!done_) look_along(stretches_[i]);
        }
        return out_;
    }

  private:
    void look_along(const Stretch& stretch) {
        const std::unique_ptr<Timeline> line = stretch.line(options_);
        const Clock clock(stretch);
        double lo = 0, since = 0;
        int alike = 0;
        for (int count = 0; count < most_doubts && lo <= 1; ++count) {
            const std::optional<Next> next = line->next(lo, 1);
            if (next) note(clock, *next, line->width());
            if (!next || next->certain) break;
            if (count == 0) since = next->hi;
            alike = next->lo <= lo + line->width() ? alike + 1 : 0;
            // What stays near the clearance is found by the way that is deeper.
            if (options_.clearance > 0 && alike > 8) break;
            const double step = std::ldexp(line->width(), std::clamp(alike - most_alike, 0, 60));
            lo = std::nextafter(std::max(next->hi, next->lo + step), 2.0);
            if (alike > most_alike && lo <= 1 && line->contact_at(lo) == Sure::yes) settle(clock.later(lo));
            if (done_) break;
        }
        if (out_.outcome == Outcome::undecided) {
            look_deeper(stretch, *line, clock, since);
            look_here_and_there(*line, clock, since);
        }
        out_.triangle_tests += line->triangle_tests();
    }

    // With a clearance: what comes nearer than that by more than a graze is certain.
    void look_deeper(const Stretch& stretch, Timeline& line, const Clock& clock, double since) {
        PredictOptions nearer = options_;
        nearer.clearance -= line.graze();
        if (!(nearer.clearance > 0)) return;
        const std::unique_ptr<Timeline> deep = stretch.line(nearer);
        const std::optional<Next> next = deep->next(std::min(since, 1.0), 1);
        out_.triangle_tests += deep->triangle_tests();
        if (next && line.contact_at(next->hi) == Sure::yes) settle(clock.later(next->hi));
    }

    // After a doubt they may be in contact without any new event: first close behind it, then anywhere.
    void look_here_and_there(Timeline& line, const Clock& clock, double since) {
        for (double step = line.width(); since + step < 1 && !done_; step *= 4)
            if (line.contact_at(since + step) == Sure::yes) settle(clock.later(since + step));
        for (int i = 1; i <= some_times && !done_; ++i) {
            const double t = since + (1 - since) * i / some_times;
            if (line.contact_at(t) == Sure::yes) settle(clock.later(t));
        }
    }

    // What follows a doubt closely belongs to it: the contact, if it is one, may be there.
    void note(const Clock& clock, const Next& next, double width) {
        if (out_.outcome == Outcome::undecided) {
            if (next.certain) settle(clock.later(next.hi));
            return;
        }
        const double hi = next.certain ? next.hi : std::max(next.hi, next.lo + width);
        Impact where{
            clock.earlier(next.lo), clock.later(hi), next.triangle_a, next.triangle_b, {}, next.point};
        if (options_.clearance == 0) where.features = next.features;
        coincides_ = next.coincides;
        found(next.certain ? Outcome::impact : Outcome::undecided, where, next.doubt);
    }
    // A contact after a doubt.
    void settle(double t_hi) {
        out_.outcome = Outcome::impact;
        done_ = true;
        if (coincides_ && t_hi - out_.impact->t_lo > options_.tolerance) return;
        out_.impact->t_hi = t_hi;
        out_.delta = 0;
    }
    void found(Outcome outcome, const Impact& where, double doubt) {
        out_.outcome = outcome;
        out_.free_until = where.t_lo;
        out_.impact = where;
        out_.delta = doubt;
        done_ = outcome == Outcome::impact;
    }

    // Where they stand at a knot, and what lies between that and the end of the stretch before.
    void look_at_knot(const Stretch& stretch) {
        const double limit = options_.clearance;
        if (!distance_within(stretch.a, stretch.b, limit + stretch.jump).within) return;
        const bool touches = distance_within(stretch.a, stretch.b, limit).within;
        if (out_.outcome == Outcome::undecided) {
            if (touches) settle(stretch.t0);
            return;
        }
        const Distance near = distance(stretch.a, stretch.b);
        Impact where{stretch.t0, stretch.t0,           near.closest->triangle_a, near.closest->triangle_b,
                     {},         near.closest->point_a};
        if (limit == 0)
            where.features = closest_features_of(stretch.a, where.triangle_a, stretch.b, where.triangle_b);
        found(touches ? Outcome::impact : Outcome::undecided, where,
              touches ? 0 : std::max(0.0, near.upper - limit) + stretch.jump);
    }

    const std::vector<Stretch>& stretches_;
    const PredictOptions& options_;
    Prediction out_;
    bool done_ = false;
    bool coincides_ = false;  // the doubt
};

// The spans of contact of one stretch.
class IntervalsAlong {
  public:
    IntervalsAlong(Timeline& line, const Clock& clock, ContactIntervals& out)
        : line_(line), clock_(clock), out_(out) {}

    // `joined`: the stretch before ended in contact, in the last interval of `out`.
    void run(bool touching, bool joined) {
        if (touching) {
            if (!joined) out_.intervals.push_back({clock_.t0, clock_.t0, 0, 0});
            follow(0);
        }
        while (free_ <= 1) {
            const std::optional<Next> next = line_.next(free_, 1);
            if (!next) break;
            if (!next->certain) {
                pass_doubt(*next);
                continue;
            }
            out_.intervals.push_back({clock_.earlier(next->lo), clock_.later(next->hi), 0, 0});
            follow(next->hi);
        }
    }

  private:
    // Doubts that follow each other without end, as of bodies that slide along at the very clearance, are
    // taken together in longer and longer steps.
    void pass_doubt(const Next& next) {
        alike_ = next.lo <= free_ + line_.width() ? alike_ + 1 : 0;
        const double step = std::ldexp(line_.width(), std::clamp(alike_ - most_alike, 0, 60));
        const double end = std::min(1.0, std::max(next.hi, next.lo + step));
        const Sure sure = line_.contact_at(end);
        if (sure == Sure::yes && end - next.lo <= line_.width() * (1 + 0x1p-20)) {
            // Whatever it was, contact has begun.
            out_.intervals.push_back({clock_.earlier(next.lo), clock_.later(end), 0, 0});
            return follow(end);
        }
        doubtful(next.lo, end);
        free_ = std::nextafter(end, 2.0);
        // It may go on without another event.
        if (sure != Sure::no && end < 1) doubt_from(end);
    }
    void doubtful(double lo, double hi) {
        const double from = clock_.earlier(lo), to = clock_.later(hi);
        // Gaps that are narrower than the tolerance are closed.
        const double near = clock_.earlier(lo - 2 * line_.width());
        if (!out_.undecided.empty() && out_.undecided.back().t1_hi >= near)
            out_.undecided.back().t1_lo = out_.undecided.back().t1_hi = to;
        else
            out_.undecided.push_back({from, from, to, to});
    }
    void end_at(double lo, double hi) {
        out_.intervals.back().t1_lo = std::max(out_.intervals.back().t0_hi, clock_.earlier(lo));
        out_.intervals.back().t1_hi = clock_.later(hi);
        free_ = hi >= 1 ? 2 : hi;
    }

    // There is contact at t: to the end of it.
    void follow(double t) {
        // Bodies that stay at the very clearance are followed in such short steps that it never ends.
        constexpr int most_steps = 1000;
        for (int step = 0; step < most_steps; ++step) {
            t = line_.contact_until(t, 1);
            if (t >= 1) return end_at(1, 1);
            const double beyond = std::min(1.0, t + line_.width());
            const Sure sure = line_.contact_at(beyond);
            if (sure == Sure::no) return end_at(t, beyond);
            if (sure == Sure::maybe) return follow_doubt(t);
            t = beyond;
        }
        follow_doubt(t);
    }
    // From t on it cannot be told: in longer and longer steps to where it can.
    void follow_doubt(double t) {
        end_at(t, t);
        doubt_from(t);
    }
    void doubt_from(double t) {
        double before = t;
        for (double step = 2 * line_.width(); true; step *= 2) {
            double later = std::min(1.0, t + step);
            const Sure sure = line_.contact_at(later);
            if (sure == Sure::maybe && later < 1) {
                before = later;
                continue;
            }
            if (sure == Sure::yes) later = first_sure(before, later);
            doubtful(t, later);
            free_ = later >= 1 ? 2 : later;
            if (sure != Sure::yes || later >= 1) return;
            out_.intervals.push_back({clock_.earlier(later), clock_.later(later), 0, 0});
            return follow(later);
        }
    }
    // There is contact at `hi`: how long before it that can be told.
    double first_sure(double lo, double hi) {
        while (hi - lo > line_.width()) {
            const double middle = 0.5 * (lo + hi);
            if (middle <= lo || middle >= hi) break;
            (line_.contact_at(middle) == Sure::yes ? hi : lo) = middle;
        }
        return hi;
    }

    Timeline& line_;
    Clock clock_;
    ContactIntervals& out_;
    double free_ = 0;  // up to here everything is known
    int alike_ = 0;    // doubts in a row
};

}  // namespace

Prediction first_along(const std::vector<Stretch>& stretches, const PredictOptions& options) {
    return FirstAlong(stretches, options).run();
}

ContactIntervals intervals_along(const std::vector<Stretch>& stretches, const PredictOptions& options,
                                 bool touching) {
    ContactIntervals out;
    for (const Stretch& stretch : stretches) {
        const std::unique_ptr<Timeline> line = stretch.line(options);
        const bool joined = !out.intervals.empty() && out.intervals.back().t1_lo >= stretch.t0;
        if (stretch.t0 > 0) {
            touching = distance_within(stretch.a, stretch.b, options.clearance).within;
            // On the jump from the stretch before they may touch for a moment.
            if (!touching && !joined &&
                distance_within(stretch.a, stretch.b, options.clearance + stretch.jump).within)
                out.undecided.push_back({stretch.t0, stretch.t0, stretch.t0, stretch.t0});
        }
        IntervalsAlong(*line, Clock(stretch), out).run(touching, joined);
    }
    return out;
}

}  // namespace allide::query
