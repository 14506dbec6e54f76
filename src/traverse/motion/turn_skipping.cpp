#include "traverse/motion/turn_skipping.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace allide::traverse {
namespace {

// Maximum number of boxes per search; beyond it, the result is the start of the earliest remaining box.
constexpr int max_boxes = 8000;

// A box of times and phases relative to PhaseLimits::turn. The motion passes all phases once per turn.
struct PhaseBox {
    double t_lo, t_hi, phase_lo, phase_hi;
};

template <typename Sets>
class TurnSearch {
  public:
    TurnSearch(const Sets& sets, const PhaseLimits& limits)
        : sets_(sets),
          limits_(limits),
          one_turn_(whole_turn / std::abs(limits.angle)),
          phase_slack_(0x1p-46 * std::abs(limits.angle)),
          finest_(std::max(sets.finest_displacement(), std::abs(limits.advance) * one_turn_ / 16)) {}

    // Searches one time window after another, each 32 times as long as the one before. While A's advance
    // during a window is small compared with the gap between the sets, only phases need to be split.
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
        push({t, end, -limits_.wedge, limits_.wedge});
        for (; !waiting_.empty(); ++boxes_) {
            const PhaseBox box = waiting_.front();
            if (boxes_ == max_boxes) return box.t_lo;
            std::pop_heap(waiting_.begin(), waiting_.end(), is_later);
            waiting_.pop_back();
            const double half_phase = 0.5 * (box.phase_hi - box.phase_lo),
                         half_time = 0.5 * (box.t_hi - box.t_lo);
            const double phase = box.phase_lo + half_phase, middle = box.t_lo + half_time;
            // The half-widths are enlarged because the midpoints are rounded.
            CellSeparation best(
                {phase, middle, half_phase + 0x1p-51 * (std::abs(phase) + half_phase), half_time + 0x1p-52});
            sets_.test(best);
            if (best.is_separated()) continue;
            const double across = sets_.axis_distance() * half_phase;
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

    // Adds the box, after moving its start to the first time at which the motion reaches one of its phases.
    void push(PhaseBox box) {
        const double half = 0.5 * (box.phase_hi - box.phase_lo) + phase_slack_;
        if (half < pi) {
            const double sign = limits_.angle < 0 ? -1 : 1, speed = std::abs(limits_.angle);
            const double ahead =
                speed * box.t_lo - sign * (limits_.turn + 0.5 * (box.phase_lo + box.phase_hi));
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

    const Sets& sets_;
    PhaseLimits limits_;
    double one_turn_, phase_slack_, finest_;
    int boxes_ = 0;
    std::vector<PhaseBox> waiting_;
};

}  // namespace

double skip_turns(const BoxesAtPhase& sets, const PhaseLimits& limits, double t, double limit) {
    return TurnSearch(sets, limits).run(t, limit);
}
double skip_turns(const TrianglesAtPhase& sets, const PhaseLimits& limits, double t, double limit) {
    return TurnSearch(sets, limits).run(t, limit);
}

}  // namespace allide::traverse
