#include "traverse/motion/turn_skipping.hpp"

#include "kernel/triangle/closest_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace allide::traverse {
namespace {

using kernel::dot_of;
using kernel::minus;

// Maximum number of boxes per search; when it is reached, the earliest remaining box is also a lower bound.
constexpr int max_boxes = 8000;
// Phases are not split below this displacement, in the scene's unit.
constexpr double finest_displacement = 0x1p-46;

// The best separating direction between B and A, with A turned by the middle phase of a box and advanced to
// its middle time. Keeps the gap that remains and the amounts by which A can close the gap within the box,
// through the box's phases and through its times. Initially there is no direction.
class BestDirection {
  public:
    BestDirection(double margin, double half_phase, double half_time)
        : margin_(margin), half_phase_(half_phase), half_time_(half_time) {}

    // Offers the gap along a unit direction and the amounts by which A may close it within the box. True if A
    // stays separated.
    bool offer(double gap, double by_phase, double by_time) {
        const double left = gap - margin_ - (by_phase + by_time) * (1 + 0x1p-40);
        if (!found_ || left > left_) {
            found_ = true;
            left_ = left;
            by_phase_ = by_phase;
            by_time_ = by_time;
        }
        return left > 0;
    }
    double half_phase() const { return half_phase_; }
    double half_time() const { return half_time_; }
    bool is_apart() const { return found_ && left_ > 0; }
    bool found() const { return found_; }
    double by_phase() const { return by_phase_; }
    double by_time() const { return by_time_; }

  private:
    double margin_, half_phase_, half_time_;
    bool found_ = false;
    double left_ = 0, by_phase_ = 0, by_time_ = 0;
};

class BoxesApart {
  public:
    BoxesApart(const AxisBox& a, const AxisBox& b, const PhaseLimits& limits)
        : a_(a), b_(b), limits_(limits) {}
    double axis_distance() const { return a_.axis_distance; }

    void look(const kernel::SinCos& turn, double t, BestDirection& best) const {
        const AxisBox now = a_.moved(turn, limits_.advance * t);
        const AxisPoint between = minus(b_.center, now.center);
        const auto separates = [&](const AxisPoint& n) {
            const double length = std::sqrt(dot_of(n, n));
            const double gap = std::abs(dot_of(n, between)) - now.reach(n) - b_.reach(n);
            if (!(gap > 0)) return false;
            const AxisPoint k{n[1], -n[0], 0};
            const double rate = std::abs(dot_of(k, now.center)) + now.reach(k),
                         acceleration = a_.axis_distance * distance_from_axis(n), half = best.half_phase();
            return best.offer(gap / length, (rate + 0.5 * acceleration * half) * half / length,
                              std::abs(limits_.advance * n[2]) * best.half_time() / length);
        };
        if (separates(between)) return;
        for (std::size_t i = 0; i < 3; ++i)
            if (separates(now.axis[i]) || separates(b_.axis[i])) return;
    }

  private:
    const AxisBox &a_, &b_;
    PhaseLimits limits_;
};

class TrianglesApart {
  public:
    TrianglesApart(const AxisCorners& a, const AxisCorners& b, const PhaseLimits& limits)
        : a_(a), b_(b), limits_(limits) {}
    double axis_distance() const { return a_.axis_distance; }

    void look(const kernel::SinCos& turn, double t, BestDirection& best) const {
        const double shift = limits_.advance * t;
        kernel::NumberTriangle<double> now;
        for (std::size_t i = 0; i < 3; ++i) now[i] = kernel::moved(a_.corner[i], turn, shift);
        const auto separates = [&](AxisPoint n) {
            const double length = std::sqrt(dot_of(n, n));
            const auto along = [&](const kernel::NumberTriangle<double>& x) {
                return std::minmax({dot_of(n, x[0]), dot_of(n, x[1]), dot_of(n, x[2])});
            };
            const auto on_a = along(now), on_b = along(b_.corner);
            const double below = on_b.first - on_a.second, above = on_a.first - on_b.second;
            const double gap = std::max(below, above);
            if (!(gap > 0)) return false;
            if (above > below) n = {-n[0], -n[1], -n[2]};
            // The minimum for a fixed direction and for one that turns with A, relative to which B turns
            // backward.
            const double by_phase = std::min(approach(now, n, best.half_phase()),
                                             approach(b_.corner, {-n[0], -n[1], -n[2]}, best.half_phase()));
            return best.offer(gap / length, by_phase / length,
                              std::abs(limits_.advance * n[2]) * best.half_time() / length);
        };
        const AxisPoint turned_center = kernel::moved(a_.center, turn, shift);
        if (separates(minus(b_.center, turned_center)) || separates(b_.normal) ||
            separates(kernel::moved(a_.normal, turn, 0.0)))
            return;
        separates(closest_direction(now));
    }

  private:
    // Upper bound on how far along n a triangle moves past its currently farthest corner when it turns by up
    // to half_phase either way. Each corner has its own distance to go and its own rate; a corner that stays
    // behind does not count.
    static double approach(const kernel::NumberTriangle<double>& corners, const AxisPoint& n,
                           double half_phase) {
        const double farthest =
            std::max({dot_of(n, corners[0]), dot_of(n, corners[1]), dot_of(n, corners[2])});
        double most = 0;
        for (const AxisPoint& x : corners) {
            const double rate = std::abs(n[1] * x[0] - n[0] * x[1]),
                         acceleration = distance_from_axis(x) * distance_from_axis(n);
            most = std::max(
                most, (rate + 0.5 * acceleration * half_phase) * half_phase - (farthest - dot_of(n, x)));
        }
        return most;
    }

    AxisPoint closest_direction(const kernel::NumberTriangle<double>& now) const {
        const auto plain = [](const kernel::NumberTriangle<double>& corners) {
            kernel::Triangle out;
            for (std::size_t i = 0; i < 3; ++i) out[i] = {corners[i][0], corners[i][1], corners[i][2]};
            return out;
        };
        const auto at = [](const kernel::NumberTriangle<double>& x, const std::array<double, 3>& weights) {
            AxisPoint out{};
            const double sum = weights[0] + weights[1] + weights[2];
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t k = 0; k < 3; ++k) out[k] += weights[i] / sum * x[i][k];
            return out;
        };
        const auto [of_a, of_b] = kernel::closest_features(plain(now), plain(b_.corner));
        return minus(at(b_.corner, of_b), at(now, of_a));
    }

    const AxisCorners &a_, &b_;
    PhaseLimits limits_;
};

template <typename Separation>
class TurnSearch {
  public:
    TurnSearch(const Separation& apart, const PhaseLimits& limits)
        : apart_(apart),
          limits_(limits),
          one_turn_(whole_turn / std::abs(limits.angle)),
          phase_slack_(0x1p-46 * std::abs(limits.angle)),
          finest_(std::max(finest_displacement, std::abs(limits.advance) * one_turn_ / 16)) {}

    // Searches time windows that grow while nothing is found: if a window is short compared with the gap
    // between the two sets, only phases are split.
    double run(double t, double limit) {
        for (double window = 4 * one_turn_; t <= limit; window *= 32) {
            const double end = std::min(limit, t + window);
            const double found = first_in(t, end);
            if (found <= end) return found;
            if (end >= limit) break;
            t = end;
        }
        return never;
    }

  private:
    double first_in(double t, double end) {
        waiting_.clear();
        push({t, end, limits_.turn - limits_.wedge, limits_.turn + limits_.wedge});
        for (; !waiting_.empty(); ++boxes_) {
            const PhaseBox box = waiting_.front();
            if (boxes_ == max_boxes) return box.t_lo;
            std::pop_heap(waiting_.begin(), waiting_.end(), is_later);
            waiting_.pop_back();
            const double half_phase = 0.5 * (box.phase_hi - box.phase_lo),
                         half_time = 0.5 * (box.t_hi - box.t_lo);
            const double phase = box.phase_lo + half_phase, middle = box.t_lo + half_time;
            // The half-widths are enlarged because the midpoints are rounded.
            BestDirection best(limits_.margin, half_phase + 0x1p-50 * (1 + std::abs(phase)),
                               half_time + 0x1p-52);
            apart_.look(kernel::sin_cos(phase), middle, best);
            if (best.is_apart()) continue;
            const double across = apart_.axis_distance() * half_phase;
            const double by_phase = best.found() ? best.by_phase() : across,
                         by_time = best.found() ? best.by_time() : std::abs(limits_.advance) * half_time;
            const bool may_split_phase = across > finest_,
                       may_split_time = limits_.advance != 0 && box.t_hi - box.t_lo > one_turn_;
            if (may_split_time && (by_time >= by_phase || !may_split_phase)) {
                push({box.t_lo, middle, box.phase_lo, box.phase_hi});
                push({middle, box.t_hi, box.phase_lo, box.phase_hi});
            } else if (may_split_phase) {
                push({box.t_lo, box.t_hi, box.phase_lo, phase});
                push({box.t_lo, box.t_hi, phase, box.phase_hi});
            } else {
                return box.t_lo;
            }
        }
        return never;
    }

    static bool is_later(const PhaseBox& x, const PhaseBox& y) { return x.t_lo > y.t_lo; }

    // Adds the box, starting at the first time at which the motion reaches one of its phases.
    void push(PhaseBox box) {
        const double half = 0.5 * (box.phase_hi - box.phase_lo) + phase_slack_;
        if (half < pi) {
            const double sign = limits_.angle < 0 ? -1 : 1, speed = std::abs(limits_.angle);
            const double ahead = speed * box.t_lo - sign * 0.5 * (box.phase_lo + box.phase_hi);
            const double within = ahead - whole_turn * std::round(ahead / whole_turn);
            if (std::abs(within) > half) {
                const double rest = within < 0 ? -half - within : whole_turn - half - within;
                box.t_lo += rest / speed * (1 - 0x1p-40);
            }
        }
        if (!(box.t_lo <= box.t_hi)) return;
        waiting_.push_back(box);
        std::push_heap(waiting_.begin(), waiting_.end(), is_later);
    }

    const Separation& apart_;
    PhaseLimits limits_;
    double one_turn_, phase_slack_, finest_;
    int boxes_ = 0;
    std::vector<PhaseBox> waiting_;
};

}  // namespace

double skip_turns(const AxisBox& a, const AxisBox& b, const PhaseLimits& limits, double t, double limit) {
    const BoxesApart apart(a, b, limits);
    return TurnSearch(apart, limits).run(t, limit);
}
double skip_turns(const AxisCorners& a, const AxisCorners& b, const PhaseLimits& limits, double t,
                  double limit) {
    const TrianglesApart apart(a, b, limits);
    return TurnSearch(apart, limits).run(t, limit);
}

}  // namespace allide::traverse
