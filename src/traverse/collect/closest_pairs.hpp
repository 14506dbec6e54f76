// Receives the triangle pairs that no bounding volume could rule out, and keeps the closest ones.
#pragma once

#include "base/infinity.hpp"
#include "kernel/triangle/triangle_distance.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::traverse {

// The goal of a distance search.
struct NearGoal {
    enum class Kind {
        closest,
        any_within,  // any pair at most `limit` apart
        all_within,  // all pairs at most `limit` apart
    };
    // Asks for bounds on the minimum distance whose difference is at most `gap` times the upper one.
    static NearGoal closest(double gap) { return {.kind = Kind::closest, .gap = gap}; }
    // Asks for the closest pair, at distance d, and all pairs at most d + max(absolute, relative · d) apart.
    static NearGoal closest_and_near(double gap, double absolute, double relative) {
        return {.kind = Kind::closest, .gap = gap, .absolute = absolute, .relative = relative, .keeps = true};
    }
    static NearGoal any_within(double limit) { return {.kind = Kind::any_within, .limit = limit}; }
    static NearGoal all_within(double limit) { return {.kind = Kind::all_within, .limit = limit}; }

    Kind kind = Kind::closest;
    double limit = base::infinity;
    double gap = 1e-12;
    double absolute = 0, relative = 0;  // see closest_and_near()
    bool keeps = false;  // true: pairs within the allowed error are collected too, in the order found
};

// Two triangles, given by their positions in the two trees' orders.
struct NearPair {
    std::uint32_t a = 0, b = 0;
    double lower = 0, upper = 0;
};

class NearPairs {
  public:
    NearPairs(const kernel::PairTester& touching, const kernel::DistanceTester& distances,
              const NearGoal& goal)
        : touching_(&touching), distances_(&distances), goal_(goal), reach_(goal.limit) {}

    // Pairs that are farther apart than this, in world units, are irrelevant. The value never increases.
    double reach() const { return reach_; }
    // The reach after a pair at distance `upper` has been found.
    double reach_for(double upper) const;
    bool done() const { return done_; }
    bool keeps_closest() const { return goal_.kind == NearGoal::Kind::closest; }
    // True if pairs other than the closest are collected too.
    bool keeps_others() const { return goal_.keeps; }
    // Vector from A's to B's triangle of the closest pair so far, in A's frame; (1, 0, 0) before the first.
    const Vec3& direction() const { return direction_; }
    // The anchor (see DistanceAnchor) made from the closest pair offered so far.
    const kernel::DistanceAnchor& anchor() const { return anchor_; }
    // Upper bound of the minimum distance found so far.
    double best() const { return best_; }

    // Lowers the reach early, to about the distance of this pair, which is recorded only when it is offered.
    void hint(const kernel::Triangle& a, const kernel::Triangle& b);
    void offer(const kernel::Triangle& a, const kernel::Triangle& b, std::uint32_t place_a,
               std::uint32_t place_b);

    struct Closest {
        NearPair pair;
        bool touches = false;
        Vec3 point_a, point_b;
        double estimate = 0;  // the best estimate of the distance: the middle of the measured bounds
    };
    // After the last offer: the closest pair, or nothing if none was offered.
    std::optional<Closest> closest() const;
    // Pairs within the limit or, for closest_and_near(), within the allowed error of the closest pair known
    // when they were offered. In the order found.
    const std::vector<NearPair>& kept() const { return kept_; }
    // Restarts the collection; the caller will offer all pairs once more.
    void begin_again() { kept_.clear(); }

    const kernel::PairCounters& counters() const { return counters_; }

  private:
    struct Candidate {
        const kernel::Triangle &a, &b;
        NearPair pair;
    };
    void offer_closest(const Candidate& candidate);
    void offer_within(const Candidate& candidate);
    void keep(const NearPair& pair) {
        if (goal_.keeps) kept_.push_back(pair);
    }
    void improve(double upper, const Vec3& gap);
    void touch(const Candidate& candidate);
    bool touches(const Candidate& candidate);

    const kernel::PairTester* touching_;
    const kernel::DistanceTester* distances_;
    NearGoal goal_;
    double reach_;
    double best_ = base::infinity;  // smallest upper bound of a distance so far
    bool done_ = false;
    Vec3 direction_{1, 0, 0};
    std::optional<Closest> closest_;
    kernel::DistanceAnchor anchor_;  // made from the closest pair
    double lower_ = base::infinity;  // the smallest lower bound of any measured pair
    std::vector<NearPair> kept_;
    kernel::PairCounters counters_;
};

}  // namespace allide::traverse
