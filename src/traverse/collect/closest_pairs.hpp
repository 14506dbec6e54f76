// What becomes of pairs of triangles that no volume could keep apart: the closest are kept.
#pragma once

#include "kernel/triangle/triangle_distance.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace allide::traverse {

// What a search for near pairs is after.
struct NearGoal {
    enum class Kind {
        closest,
        any_within,  // any pair at most `limit` apart
        all_within,  // all of them
    };
    // The bounds of the distance may be a relative `gap` apart.
    static NearGoal closest(double gap) { return {.kind = Kind::closest, .gap = gap}; }
    // The closest, and all pairs that are farther apart by no more than an absolute or a relative error.
    static NearGoal closest_and_near(double gap, double absolute, double relative) {
        return {.kind = Kind::closest, .gap = gap, .absolute = absolute, .relative = relative, .keeps = true};
    }
    static NearGoal any_within(double limit) { return {.kind = Kind::any_within, .limit = limit}; }
    static NearGoal all_within(double limit) { return {.kind = Kind::all_within, .limit = limit}; }

    Kind kind = Kind::closest;
    double limit = std::numeric_limits<double>::infinity();
    double gap = 1e-12;
    double absolute = 0, relative = 0;
    bool keeps = false;  // pairs within the error, in the order in which they were found
};

// By the triangles' places in the two trees' order.
struct NearPair {
    std::uint32_t a = 0, b = 0;
    double lower = 0, upper = 0;
};

class NearPairs {
  public:
    NearPairs(const kernel::PairTester& touching, const kernel::DistanceTester& distances,
              const NearGoal& goal)
        : touching_(&touching), distances_(&distances), goal_(goal), reach_(goal.limit) {}

    // Pairs that are farther apart, in the world, are of no interest. Never rises.
    double reach() const { return reach_; }
    // What it would be if there were a pair so far apart.
    double reach_for(double upper) const;
    bool done() const { return done_; }
    bool keeps_closest() const { return goal_.kind == NearGoal::Kind::closest; }
    // Pairs beyond the closest count too.
    bool keeps_others() const { return goal_.keeps; }
    // Between the closest triangles so far, in A's frame; any vector if there are none.
    const Vec3& direction() const { return direction_; }
    // Of the closest pair that was offered.
    const kernel::DistanceAnchor& anchor() const { return anchor_; }
    // There is a pair at most so far apart.
    double best() const { return best_; }

    // Some pair of triangles, which will be offered again if it matters: how far the search need reach.
    void hint(const kernel::Triangle& a, const kernel::Triangle& b);
    void offer(const kernel::Triangle& a, const kernel::Triangle& b, std::uint32_t place_a,
               std::uint32_t place_b);

    struct Closest {
        NearPair pair;
        bool touches = false;
        Vec3 point_a, point_b;
        double estimate = 0;  // best estimate of the distance: the middle of the pair's measured bounds
    };
    // After the last offer: the closest pair, none if none was offered.
    std::optional<Closest> closest() const;
    // Pairs within the limit or, as far as the best was known then, the error, in the order in which they
    // were found.
    const std::vector<NearPair>& kept() const { return kept_; }
    // All pairs will be offered once more.
    void begin_again() { kept_.clear(); }

    const kernel::PairCounters& counters() const { return counters_; }

  private:
    struct Offer {
        const kernel::Triangle &a, &b;
        NearPair pair;
    };
    void offer_closest(const Offer& offer);
    void offer_within(const Offer& offer);
    void keep(const NearPair& pair) {
        if (goal_.keeps) kept_.push_back(pair);
    }
    void improve(double upper, const Vec3& gap);
    void touch(const Offer& offer);
    bool touches(const Offer& offer);

    const kernel::PairTester* touching_;
    const kernel::DistanceTester* distances_;
    NearGoal goal_;
    double reach_;
    double best_ = std::numeric_limits<double>::infinity();  // the least upper bound
    bool done_ = false;
    Vec3 direction_{1, 0, 0};
    std::optional<Closest> closest_;
    kernel::DistanceAnchor anchor_;                           // of the closest pair
    double lower_ = std::numeric_limits<double>::infinity();  // the least of all pairs that were measured
    std::vector<NearPair> kept_;
    kernel::PairCounters counters_;
};

}  // namespace allide::traverse
