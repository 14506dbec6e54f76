// The first time at which two features are within a distance of each other: conservative advancement along
// separating directions, each of which bounds the gap from below by linear functions of time.
#include "kernel/deform/closest_weights.hpp"
#include "kernel/deform/first_contact.hpp"
#include "kernel/deform/motion_differences.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace allide::kernel {
namespace {

constexpr double unit_rounding = 0x1p-53;

// The differences b − a between the points of the two features, at both ends of the motion. The height of a
// difference is its component along a direction; the least height is a lower bound of the features' gap.
class GapBounds {
  public:
    GapBounds(FeatureKind kind, const EightPoints& x, double clearance) : kind_(kind), clearance_(clearance) {
        // Positions relative to point 0 at the same end, so that no digits are lost far from the origin.
        for (std::size_t i = 0; i < 8; ++i) x_[i] = x[i] - x[i / 4 * 4];
        const bool face = kind == FeatureKind::vertex_face;
        for (std::size_t i = 0; i < (face ? 1 : 2); ++i)
            for (std::size_t j = face ? 1 : 2; j < 4; ++j, ++count_) {
                start_[count_] = x[j] - x[i];
                end_[count_] = x[4 + j] - x[4 + i];
                size_ = std::max({size_, largest(start_[count_]), largest(end_[count_])});
            }
    }

    // Bound on the rounding error of any height or gap; docs/guarantees.md derives the constant 64.
    double error() const { return 64 * unit_rounding * (size_ + clearance_) + product_floor; }

    struct Step {
        double until = 0;  // the gap certainly exceeds the clearance up to this time
        double gap = 0;    // at the start of the step, rounded
        ClosestWeights closest;
    };

    // One step of the advancement from time t, along the direction between the closest points at t.
    Step advanced(double t) const {
        Step step;
        step.closest = closest_weights(kind_, points_at(x_, t));
        const Vec3& between = step.closest.from_a_to_b;
        step.gap = std::sqrt(dot(between, between));
        step.until = t;
        if (!(step.gap > 0)) return step;
        const Vec3 direction = (1 / step.gap) * between;
        // The direction's length is at most 1 + 4u, which makes a height too large by at most 4u times
        // itself; error() includes this.
        double until = 1;
        for (std::size_t i = 0; i < count_; ++i) {
            const double from = dot(direction, start_[i]) - clearance_ - error(),
                         to = dot(direction, end_[i]) - clearance_ - error();
            const double now = (1 - t) * from + t * to;
            if (!(now > 0)) return step;
            if (to <= 0) until = std::min(until, t + (1 - t) * (now / (now - to)) * (1 - 0x1p-40));
        }
        step.until = std::max(t, until);
        return step;
    }

    // Distance of the closest points at t, rounded up.
    double gap_above(double t) const {
        const Vec3 between = closest_weights(kind_, points_at(x_, t)).from_a_to_b;
        return std::sqrt(dot(between, between)) + error();
    }

  private:
    FeatureKind kind_;
    double clearance_;
    EightPoints x_;
    std::array<Vec3, 4> start_, end_;
    std::size_t count_ = 0;
    double size_ = 0;
};

class ApproachSearch {
  public:
    ApproachSearch(FeatureKind kind, const EightPoints& x, double clearance, const MotionLimits& limits)
        : gaps_(kind, x, clearance), clearance_(clearance), limits_(limits) {}

    // The contact, or `clear`; empty if an exact decision is needed.
    std::optional<MotionContact> run() {
        double t = 0;
        constexpr int most_steps = 4000;
        for (int step = 0; step < most_steps; ++step) {
            if (gaps_.gap_above(t) <= clearance_) return contact(t, t);
            const GapBounds::Step next = gaps_.advanced(t);
            if (next.until >= 1 || t > limits_.latest) return MotionContact{.stage = MotionStage::clearance};
            const double ahead = std::min(1.0, next.until + 0.5 * limits_.tolerance);
            if (ahead > next.until && gaps_.gap_above(ahead) <= clearance_) return contact(next.until, ahead);
            if (next.until - t < 0.25 * limits_.tolerance) {
                if (std::abs(next.gap - clearance_) <= doubt() || next.until <= t) return std::nullopt;
            }
            t = next.until;
        }
        return std::nullopt;
    }

  private:
    double doubt() const { return 4 * gaps_.error(); }
    static MotionContact contact(double lo, double hi) {
        return {.verdict = MotionVerdict::impact, .stage = MotionStage::clearance, .t_lo = lo, .t_hi = hi};
    }

    GapBounds gaps_;
    double clearance_;
    MotionLimits limits_;
};

}  // namespace

MotionContact first_feature_approach(FeatureKind kind, const EightPoints& x, double clearance,
                                     const MotionLimits& limits) {
    const double extent = std::max(largest_coordinate(x), clearance);
    const bool usual = extent >= smallest_extent && extent <= largest_extent;
    const int exponent = usual ? 0 : std::ilogb(extent);
    const EightPoints scaled = usual ? x : rescaled(x, exponent);
    auto found = ApproachSearch(kind, scaled, std::ldexp(clearance, -exponent), limits).run();
    if (!found) return exact_feature_approach(kind, x, clearance, limits.tolerance);
    if (found->verdict == MotionVerdict::impact) found->weights = weights_at(kind, x, found->t_hi);
    return *found;
}

}  // namespace allide::kernel
