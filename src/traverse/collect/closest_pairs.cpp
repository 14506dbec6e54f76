#include "traverse/collect/closest_pairs.hpp"

#include <algorithm>

namespace allide::traverse {
namespace {

// The mean of two bounds; `upper` if it underflows, since disjoint triangles have a distance above 0.
double middle_of(double lower, double upper) {
    const double middle = lower + (upper - lower) / 2;
    return middle > 0 ? middle : upper;
}

}  // namespace

void NearPairs::offer(const kernel::Triangle& a, const kernel::Triangle& b, std::uint32_t place_a,
                      std::uint32_t place_b) {
    if (done_) return;
    const Candidate candidate{a, b, {.a = place_a, .b = place_b}};
    if (keeps_closest())
        offer_closest(candidate);
    else
        offer_within(candidate);
}

// The reach is set slightly above the distance of the pair, so that the pair itself stays within reach.
void NearPairs::hint(const kernel::Triangle& a, const kernel::Triangle& b) {
    if (!keeps_closest()) return;
    const kernel::DistanceEstimate estimate = distances_->estimate(a, b);
    const double upper = estimate.upper * (1 + 2 * goal_.gap);
    if (upper < best_) improve(upper, estimate.gap);
}

bool NearPairs::touches(const Candidate& candidate) {
    kernel::PairCounters counters;
    const bool touch = touching_->touch(candidate.a, candidate.b, counters);
    counters_.exact_tests += counters.exact_tests;
    return touch;
}

void NearPairs::offer_within(const Candidate& candidate) {
    ++counters_.double_tests;
    const kernel::DistanceBounds bounds = distances_->estimate(candidate.a, candidate.b);
    if (bounds.lower > goal_.limit) return;
    const bool within = bounds.upper <= goal_.limit || (bounds.lower == 0 && touches(candidate)) ||
                        distances_->within(candidate.a, candidate.b, goal_.limit);
    if (!within) return;
    kept_.push_back(candidate.pair);
    done_ = goal_.kind == NearGoal::Kind::any_within;
}

void NearPairs::offer_closest(const Candidate& candidate) {
    ++counters_.double_tests;
    // Many pairs may share the closest corner or edge. The anchor, made of the closest points found so far,
    // gives a lower bound of their distance, so that most of them need not be measured.
    if (anchor_.proves_farther_than(candidate.a, candidate.b, reach_)) return;
    const kernel::DistanceEstimate estimate = distances_->estimate(candidate.a, candidate.b);
    if (estimate.lower > reach_) return;
    if (estimate.lower == 0 && touches(candidate)) return touch(candidate);
    const kernel::MeasuredDistance fine =
        distances_->measure(candidate.a, candidate.b, goal_.gap / 2, estimate.features);
    if (fine.lower > reach_) return;
    lower_ = std::min(lower_, fine.lower);
    const NearPair pair{candidate.pair.a, candidate.pair.b, fine.lower, fine.upper};
    keep(pair);
    if (closest_ && !(fine.upper < closest_->pair.upper)) return;
    closest_ = Closest{pair, false, fine.point_a, fine.point_b, middle_of(fine.lower, fine.upper)};
    anchor_ = fine.anchor;
    improve(fine.upper, estimate.gap);
}

void NearPairs::touch(const Candidate& candidate) {
    const NearPair pair{candidate.pair.a, candidate.pair.b, 0, 0};
    keep(pair);
    if (closest_ && closest_->touches) return;
    const Vec3 point = touching_->witness_point(candidate.a, candidate.b);
    closest_ = Closest{pair, true, point, point};
    anchor_ = {};
    improve(0, direction_);
    done_ = !goal_.keeps;
}

// The reported lower bound is about upper · (1 − gap / 2), so that pairs whose distance is above that cannot
// change it. If other pairs are kept too, the reach exceeds the smallest distance by the allowed error.
double NearPairs::reach_for(double upper) const {
    if (!keeps_closest()) return goal_.limit;
    return goal_.keeps ? std::max(upper + goal_.absolute, upper * (1 + goal_.relative)) * (1 + 0x1p-50)
                       : upper * (1 - goal_.gap / 2);
}

void NearPairs::improve(double upper, const Vec3& gap) {
    if (upper > best_) return;
    best_ = upper;
    direction_ = gap;
    reach_ = reach_for(best_);
}

std::optional<NearPairs::Closest> NearPairs::closest() const {
    if (!closest_ || closest_->touches) return closest_;
    Closest closest = *closest_;
    closest.pair.lower = std::min(lower_, closest.pair.upper * (1 - goal_.gap * (0.5 + 0x1p-20)));
    return closest;
}

}  // namespace allide::traverse
