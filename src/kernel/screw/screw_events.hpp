// Times at which two triangles, one of them under a screw, may start or stop touching: the zeros of their
// fifteen contact functions at which the features meet within their bounds.
#pragma once

#include "kernel/screw/bounded_gap.hpp"
#include "kernel/screw/closing_time.hpp"
#include "kernel/screw/pair_event.hpp"
#include "kernel/screw/screw_plane.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace allide::kernel {

// Lower and upper bounds of t, a time from 0 to 1, as doubles.
inline double below(double t) {
    return t;
}
inline double below(const DoubleDouble& t) {
    return std::nextafter(t.rounded(), -1.0);
}
inline double above(double t) {
    return t;
}
inline double above(const DoubleDouble& t) {
    return std::nextafter(t.rounded(), 2.0);
}

// Finds the events of one triangle pair in double or in double-double arithmetic.
template <typename Number>
class EventSearch {
  public:
    EventSearch(const ScrewScene& scene, const Triangle& corners_a, const Triangle& corners_b,
                const AxisTriangle<Number>& a, const AxisTriangle<Number>& b, double lo, double hi,
                double width, bool first_only)
        : scene_(scene),
          corners_a_(corners_a),
          corners_b_(corners_b),
          a_(a),
          b_(b),
          lo_(lo),
          hi_(hi),
          end_(hi),
          width_(width),
          first_only_(first_only) {
        error_ = position_error<Number>(scene.angle) + scene.deviation;
    }

    // A contact function, identified by two features. `doubtful` collects the tasks that need double-double.
    struct Task {
        int kind;  // 0: vertex i of A, face of B; 1: face of A, vertex j of B; 2: edge i of A, edge j of B
        std::size_t i, j;
    };

    void run_all() {
        for (std::size_t i = 0; i < 3; ++i) {
            run({0, i, 0});
            run({1, 0, i});
            for (std::size_t j = 0; j < 3; ++j) run({2, i, j});
        }
    }
    void run(const Task& task) {
        if (task.kind == 2)
            edges(task);
        else
            corner(task);
    }

    std::vector<PairEvent> found;
    std::vector<Task> doubtful;

    // The upper end of the earliest certain event so far: later events are irrelevant if first_only_ is set.
    double end() const { return end_; }
    void end_at(double t) { end_ = std::min(end_, t); }

  private:
    static constexpr bool is_fine = !std::is_same_v<Number, double>;

    // Finds the times at which a vertex meets a face. For a vertex of B the inverse screw is used.
    void corner(const Task& task) {
        const bool forward = task.kind == 0;
        const AxisTriangle<Number>& face = forward ? b_ : a_;
        if (face.is_flat) return;
        const NumberPoint<Number>& x = forward ? a_.corner[task.i] : b_.corner[task.j];
        const double angle = forward ? scene_.angle : -scene_.angle;
        const double advance = forward ? scene_.advance : -scene_.advance;
        ContactFunction<Number> h = point_and_plane(x, face.normal, face.corner[0], angle, advance);
        h.error = function_error<Number>(face.spread, angle) + height_deviation(face, forward);
        const double speed = speed_of(x);
        const auto features = forward ? allide::Features::vertex_face : allide::Features::face_vertex;
        const auto where = [&](const Number& t) {
            // The inverse screw advances first and then turns; the two commute.
            const auto turn = Precision<Number>::turn(angle, t);
            return moved(x, turn, Number(advance) * t);
        };
        const auto inside = [&](const ZeroSpan<Number>& span, NumberPoint<double>& place) {
            const Number m = Number(0.5) * (span.lo + span.hi);
            const double r = 0.5 * rounded(span.hi - span.lo) * (1 + 0x1p-40);
            const NumberPoint<Number> y = where(m);
            for (std::size_t k = 0; k < 3; ++k) place[k] = rounded(forward ? y[k] : x[k]);
            return inside_prism(y, face, speed * r + error_, scene_.deviation);
        };
        if (h.vanishes()) {
            if (is_fine)
                slide(x, face, task, inside);
            else
                doubtful.push_back(task);
            return;
        }
        look(h, features, inside, task);
    }

    void edges(const Task& task) {
        const NumberPoint<Number>&q = a_.corner[task.i], &u = a_.edge[task.i];
        const NumberPoint<Number>&b = b_.corner[task.j], &e = b_.edge[task.j];
        const double lu = a_.length[task.i], le = b_.length[task.j];
        ContactFunction<Number> h = edge_and_edge(q, u, b, e, scene_.angle, scene_.advance);
        h.error = function_error<Number>(lu * le, scene_.angle) + 2 * scene_.deviation * lu * le;
        if (h.vanishes()) {
            // Edges that stay parallel, or slide in a common plane, first meet where a vertex meets an edge;
            // that vertex's own contact functions detect it.
            if (!is_fine) doubtful.push_back(task);
            return;
        }
        const double speed = std::max(speed_of(q), speed_of(a_.corner[(task.i + 1) % 3]));
        const auto cross = [&](const ZeroSpan<Number>& span, NumberPoint<double>& place) {
            const Number m = Number(0.5) * (span.lo + span.hi);
            const double r = 0.5 * rounded(span.hi - span.lo) * (1 + 0x1p-40);
            const auto turn = Precision<Number>::turn(scene_.angle, m);
            const Edges<Number> now{
                moved(q, turn, Number(scene_.advance) * m), moved(u, turn, Number(0)), b, e, lu, le};
            const double turn_slack =
                std::abs(scene_.angle) * r + error_ + (lu > 0 ? 2 * scene_.deviation / lu : 0);
            return edges_cross(now, speed * r + error_, turn_slack, place);
        };
        look(h, allide::Features::edge_edge, cross, task);
    }

    template <typename Inside>
    void look(const ContactFunction<Number>& h, allide::Features features, const Inside& inside,
              const Task& task) {
        for_each_zero(h, Number(lo_), Number(first_only_ ? end_ : hi_), [&](const ZeroSpan<Number>& rough) {
            if (first_only_ && rounded(rough.lo) > end_) return false;
            NumberPoint<double> place;
            auto span = narrowed(h, rough, width_);
            if (!span) return true;
            Certainty sure = inside(*span, place);
            if (sure == Certainty::maybe) {
                span = narrowed(h, *span, 0);
                if (!span) return true;
                sure = inside(*span, place);
            }
            if (sure == Certainty::no) return true;
            bool certain = sure == Certainty::yes && span->certain;
            if (!is_fine && (!certain || rounded(span->hi - span->lo) > width_)) {
                doubtful.push_back(task);
                return false;
            }
            if (!certain && are_apart(*span)) return true;
            if (!certain && sure == Certainty::yes && turns_in(h, *span) &&
                inside(*span, place) == Certainty::yes)
                certain = is_exact_tangency(task);
            add({std::max(lo_, below(span->lo)), std::min(hi_, above(span->hi)), certain, features, place});
            return !(first_only_ && certain);
        });
    }

    // For a zero of h without a proven sign change: true if a slightly wider interval certainly contains an
    // extremum of h; `span` is then widened to that interval.
    bool turns_in(const ContactFunction<Number>& h, ZeroSpan<Number>& span) const {
        constexpr double wider = 0x1p-50;
        const Number lo = span.lo - Number(wider), hi = span.hi + Number(wider);
        if (rounded(lo) < lo_ || rounded(hi) > hi_) return false;
        const double first = rounded(h.at(lo).slope), last = rounded(h.at(hi).slope), off = h.slope_error();
        if (!((first < -off && last > off) || (first > off && last < -off))) return false;
        span.lo = lo;
        span.hi = hi;
        return true;
    }
    // True if an extremum of the contact function is exactly 0. Always false if the function depends on the
    // screw's advance.
    bool is_exact_tangency(const Task& task) const {
        if (scene_.deviation != 0) return false;
        const Pose &pose_a = scene_.segment.start, &pose_b = scene_.pose_b;
        const Screw& screw = scene_.segment.screw;
        if (task.kind == 2) return edges_graze(screw, pose_a, corners_a_, task.i, pose_b, corners_b_, task.j);
        return task.kind == 0 ? grazes_plane(screw, pose_a, corners_a_[task.i], pose_b, corners_b_)
                              : grazes_plane(screw, pose_b, corners_b_[task.j], pose_a, corners_a_);
    }

    // Finds the events of a vertex that stays in the plane of a face as far as double-double can resolve. It
    // enters the face where it crosses an edge; this is a certain contact if the vertex provably stays in the
    // plane.
    template <typename Inside>
    void slide(const NumberPoint<Number>& x, const AxisTriangle<Number>& face, const Task& task,
               const Inside& inside) {
        const double turn = task.kind == 0 ? 1 : -1;
        std::vector<ZeroSpan<Number>> passings{{Number(lo_), Number(lo_), true}};
        for (std::size_t k = 0; k < 3; ++k) {
            const NumberPoint<Number> n = cross_of(face.normal, face.edge[k]);
            ContactFunction<Number> g =
                point_and_plane(x, n, face.corner[k], turn * scene_.angle, turn * scene_.advance);
            g.error = function_error<Number>(face.spread * face.length[k], scene_.angle) +
                      16 * (normal_deviation(face) + scene_.deviation * face.normal_length) * face.length[k];
            if (g.vanishes()) continue;
            for_each_zero(g, Number(lo_), Number(hi_), [&](const ZeroSpan<Number>& rough) {
                if (const auto span = narrowed(g, rough, 0)) passings.push_back(*span);
                return true;
            });
        }
        std::sort(passings.begin(), passings.end(), [](const auto& p, const auto& q) { return p.lo < q.lo; });
        Certainty before = Certainty::no;
        for (std::size_t i = 0; i < passings.size(); ++i) {
            // Between two crossings of edges the vertex stays inside the face or outside.
            const bool is_last = i + 1 == passings.size();
            const ZeroSpan<Number> from = passings[i];
            const Number until = is_last ? Number(hi_) : passings[i + 1].lo;
            const Number m = Number(0.5) * (from.hi + until);
            NumberPoint<double> place;
            const Certainty after = inside({m, m, false}, place), now = inside(from, place);
            // The vertex enters the face, or passes a corner of it in momentary contact, or leaves it.
            const bool comes = after != Certainty::no,
                       passes = i > 0 && before == Certainty::no && now != Certainty::no,
                       leaves = before != Certainty::no && !first_only_;
            before = after;
            if (!comes && !passes && !leaves) continue;
            const bool certain =
                after == Certainty::yes && from.certain && from.hi < until && is_exact_slide(task);
            const double end =
                certain || !comes ? above(from.hi) : std::min(above(until), above(from.lo) + width_);
            if (!certain && are_apart({from.lo, from.hi, false})) continue;
            add({std::max(lo_, below(from.lo)), std::min(hi_, end), certain,
                 task.kind == 0 ? allide::Features::vertex_face : allide::Features::face_vertex, place});
            if (first_only_ && certain) return;
        }
    }
    bool is_exact_slide(const Task& task) const {
        if (scene_.deviation != 0) return false;
        const Pose &pose_a = scene_.segment.start, &pose_b = scene_.pose_b;
        return task.kind == 0
                   ? stays_in_plane(scene_.segment.screw, pose_a, corners_a_[task.i], pose_b, corners_b_)
                   : stays_in_plane(scene_.segment.screw, pose_b, corners_b_[task.j], pose_a, corners_a_);
    }

    // True if the triangles are certainly separated during the whole interval. Uses conservative advancement
    // from the start of the interval: each step lasts as long as one plane certainly separates the triangles.
    bool are_apart(const ZeroSpan<Number>& span) const {
        constexpr int max_steps = 200, first_steps = 32;
        if constexpr (is_fine) {
            Number t = span.lo;
            for (int step = 0; step < max_steps; ++step) {
                const auto turn = Precision<Number>::turn(scene_.angle, t);
                NumberTriangle<Number> now;
                for (std::size_t i = 0; i < 3; ++i)
                    now[i] = moved(a_.corner[i], turn, Number(scene_.advance) * t);
                const NumberTriangle<double> a = in_doubles(now), b = in_doubles(b_.corner);
                BoundedGap gap = quick_gap(a, b, error_);
                // The gap is below the position error, so higher precision does not help.
                if (gap.upper < 2 * error_) return false;
                if (!(gap.lower > 0)) gap = bounded_gap(now, b_.corner, error_, 0);
                // A lower bound below the position error gives steps too short to make progress.
                if (!(gap.lower > error_)) return false;
                t = t + Number(separation_time({scene_.angle, scene_.advance, Turning::off_rounded},
                                               gap.direction, a, b, gap.lower));
                if (!(t < span.hi)) return true;
                // Steps grow where the triangles separate; give up if progress is still small by now.
                if (step == first_steps && rounded(t - span.lo) < 0x1p-10 * rounded(span.hi - span.lo))
                    return false;
            }
        }
        return false;
    }
    static NumberTriangle<double> in_doubles(const NumberTriangle<Number>& t) {
        NumberTriangle<double> out;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) out[i][k] = rounded(t[i][k]);
        return out;
    }

    void add(const PairEvent& event) {
        if (first_only_ && event.lo > end_) return;
        found.push_back(event);
        if (event.certain) end_at(event.hi);
    }

    double normal_deviation(const AxisTriangle<Number>& face) const {
        return scene_.deviation * (face.spread + 16 * (face.length[0] + face.length[1]));
    }
    // Error bound of a vertex's height above a face, due to the deviation of A's true motion from the screw.
    // If the face is B's, which is at rest, or so large that the deviation cannot turn it much, the computed
    // side of the face is correct at heights above twice the deviation.
    double height_deviation(const AxisTriangle<Number>& face, bool is_of_b) const {
        const bool is_firm =
            is_of_b || 16 * scene_.deviation * (face.length[0] + face.length[1]) < face.normal_length;
        return is_firm ? 2 * scene_.deviation * face.normal_length : normal_deviation(face);
    }
    double speed_of(const NumberPoint<Number>& x) const {
        const double axis_distance = std::hypot(rounded(x[0]), rounded(x[1]));
        return (std::abs(scene_.angle) * axis_distance + std::abs(scene_.advance)) * (1 + 0x1p-40);
    }

    const ScrewScene& scene_;
    const Triangle &corners_a_, &corners_b_;
    const AxisTriangle<Number>&a_, &b_;
    double lo_, hi_, end_, width_, error_;
    bool first_only_;
};

}  // namespace allide::kernel
