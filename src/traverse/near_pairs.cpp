#include "traverse/near_pairs.hpp"

#include <algorithm>

namespace allide::traverse {

void NearPairs::offer(const kernel::Triangle& a, const kernel::Triangle& b, std::uint32_t place_a,
                      std::uint32_t place_b) {
    if (done_) return;
    const Candidate candidate{.pair = {.a = place_a, .b = place_b}, .a = a, .b = b};
    if (keeps_closest())
        offer_closest(candidate);
    else
        offer_within(candidate);
}

// Slightly farther than it is, so that the pair itself stays within reach.
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

void NearPairs::offer_closest(const Candidate& offered) {
    ++counters_.double_tests;
    // Triangles that share the closest corner or edge are all just as near.
    if (distances_->lower_along(direction_, offered.a, offered.b) > reach_) return;
    Candidate candidate = offered;
    const kernel::DistanceEstimate estimate = distances_->estimate(candidate.a, candidate.b);
    if (estimate.lower > reach_) return;
    candidate.pair.lower = estimate.lower;
    candidate.pair.upper = estimate.upper;
    if (estimate.lower == 0) {
        if (touches(candidate)) return touch(candidate);
        const kernel::FineDistance fine = distances_->measure(candidate.a, candidate.b, goal_.gap / 2);
        candidate.pair.lower = fine.lower;
        candidate.pair.upper = fine.upper;
        if (fine.lower > reach_) return;
    }
    candidates_.push_back(candidate);
    if (goal_.keeps) kept_.push_back(candidate.pair);
    if (candidate.pair.upper < best_) improve(candidate.pair.upper, estimate.gap);
    if (candidates_.size() >= crowded_) drop_far_candidates();
}

void NearPairs::touch(const Candidate& candidate) {
    if (!contact_) {
        const Vec3 point = touching_->witness_point(candidate.a, candidate.b);
        contact_ = Closest{.pair = candidate.pair, .touches = true, .point_a = point, .point_b = point};
        contact_->pair.lower = contact_->pair.upper = 0;
    }
    if (!goal_.keeps) {
        done_ = true;
        return;
    }
    kept_.push_back(contact_->pair);
    kept_.back().a = candidate.pair.a;
    kept_.back().b = candidate.pair.b;
    improve(0, direction_);
}

// Whatever is farther than the closest less the gap changes neither bound; with errors to be kept, pairs
// beyond the closest count too.
double NearPairs::reach_for(double upper) const {
    if (!keeps_closest()) return goal_.limit;
    return goal_.keeps ? std::max(upper + goal_.absolute, upper * (1 + goal_.relative)) * (1 + 0x1p-50)
                       : upper * (1 - goal_.gap / 2);
}

void NearPairs::improve(double upper, const Vec3& gap) {
    best_ = std::min(best_, upper);
    direction_ = gap;
    reach_ = reach_for(best_);
}

void NearPairs::drop_far_candidates() {
    std::erase_if(candidates_, [this](const Candidate& c) { return c.pair.lower > best_; });
    crowded_ = std::max<std::size_t>(64, 2 * candidates_.size());
}

std::optional<NearPairs::Closest> NearPairs::closest() {
    if (contact_) return contact_;
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& x, const Candidate& y) { return x.pair.lower < y.pair.lower; });
    std::optional<Closest> closest;
    double lower = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : candidates_) {
        // What follows is no closer, or not by more than the gap.
        if (closest && candidate.pair.lower >= closest->pair.upper * (1 - goal_.gap / 2)) break;
        const kernel::FineDistance fine = distances_->measure(candidate.a, candidate.b, goal_.gap / 2);
        lower = std::min(lower, fine.lower);
        if (closest && !(fine.upper < closest->pair.upper)) continue;
        closest = Closest{.pair = {candidate.pair.a, candidate.pair.b, fine.lower, fine.upper},
                          .touches = false,
                          .point_a = fine.point_a,
                          .point_b = fine.point_b};
    }
    if (closest)
        closest->pair.lower = std::min(lower, closest->pair.upper * (1 - goal_.gap * (0.5 + 0x1p-20)));
    return closest;
}

}  // namespace allide::traverse
