// The search for contacts of one mover along one stretch of a path: bisection of time, where pairs of shapes
// are certified for an interval by the mover's speed, or their triangles by planes that separate them
// throughout.
#pragma once

#include "robot/lasting_contact.hpp"
#include "robot/path_frames.hpp"
#include "robot/separation_search.hpp"
#include "robot/world_data.hpp"

#include <allide/robot.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::robot {

// The number of a pair in a GroupPair, in which the pairs with obstacles come first.
using PairNumber = std::uint32_t;

// A bracket of time in which a pair touches, or may touch.
struct PathEvent {
    double t_lo = 0, t_hi = 0;
    PairNumber pair = 0;
    // An upper bound of the gap at the doubtful contact; 0 if the contact is certain.
    double delta = 0;
};

struct SearchResult {
    // The first certain contact.
    std::optional<PathEvent> contact;
    // Doubtful intervals before the contact. Adjacent ones are merged while the result is no longer than the
    // tolerance.
    std::vector<PathEvent> doubts;
};

// The state of all pairs of a mover over an interval of time.
enum class PathState { free, doubt, contact };
struct PathPiece {
    double t0 = 0, t1 = 0;
    PathState state = PathState::free;
};

// The closest pair of a mover at one time.
struct PathDistance {
    double lower = 0, upper = 0;
    PairNumber pair = 0;
};

class PathSearch {
  public:
    // `frames` must be those of the same stretch.
    PathSearch(const detail::RobotWorldData& world, const MoverPlan& plan, const Stretch& stretch,
               PathFrames& frames, const TrajectoryOptions& options, double clearance);

    // The first contact between two times, given that there is none before `from`; its bracket is at most as
    // wide as the tolerance.
    SearchResult first_contact(double from, double until, double tolerance);

    // The same search step by step, so that searches for several movers can limit each other.
    void begin(double from, double until, double tolerance);
    bool is_done() const { return open_.empty() || open_.back().t0 >= until_; }
    void advance();
    // All time before this one is certified or listed as doubtful.
    double reached() const { return open_.back().t0; }
    // The end of the search: that given to begin(), or an earlier contact of this mover or, by limit(), of
    // another one.
    double until() const { return until_; }
    // Ends the search at this time.
    void limit(double until);
    const SearchResult& result() const { return result_; }

    // The states over the whole segment: consecutive pieces from 0 to 1.
    std::vector<PathPiece> states();
    // The closest pair at this time, if it is closer than `limit`.
    std::optional<PathDistance> closest_at(double time, double limit);
    // The distance of one pair at this time.
    PathDistance distance_at(double time, PairNumber number);
    // An upper bound of the mover's speed over the whole segment.
    double top_speed();

    // The number of steps certified so far, and their list, which is empty unless the options ask for it.
    std::uint64_t checks() const { return checks_; }
    std::vector<CertifiedStep>& steps() { return steps_; }

  private:
    using Pairs = std::vector<PairNumber>;
    struct Interval {
        double t0 = 0, t1 = 0;
        // The pairs of nodes that are not certified yet; OpenNodes::trees is the PairNumber here. A pair of
        // shapes of which one is a convex body has no trees and only one entry.
        std::vector<OpenNodes> open;
    };
    // The outcome of one step: the nodes that are not certified over the whole interval, and the time before
    // which all of them are.
    struct Step {
        std::vector<OpenNodes> open;
        double free_until = 0;
        double middle = 0;
        double speed = 0, reach = 0, delta = 0;
        int pieces = 2;  // into which the interval should be divided
    };

    void place(double time);
    const PlacedShape& placed(std::uint32_t shape);
    const TestedPair& pair(PairNumber number) const;
    bool is_obstacle(PairNumber number) const { return number < plan_.group->obstacles.size(); }
    PlacedShape other(PairNumber number);
    bool one_contains_other(const Pairs& pairs);
    bool crosses(const Interval& interval, PairNumber number);
    double far_bound(PairNumber number);
    // An interval in which no pair is certified yet.
    Interval whole(double t0, double t1) const;
    static Pairs pairs_of(const std::vector<OpenNodes>& open);
    const BoxTree* tree_of(PairNumber number, bool other) const;
    Vec3 central_direction(PairNumber number, const PointSeries& motion) const;
    std::optional<double> plane_until(PairNumber number, const PointSeries& motion);
    Step certify(const Interval& interval);
    bool touches(PairNumber number);
    // True if both nodes are leaves and their triangles certainly touch; for a pair of shapes without trees,
    // if the shapes certainly touch.
    bool triangles_touch(const OpenNodes& open);
    std::optional<PairNumber> contact_of(const Pairs& pairs, double time);
    std::optional<double> contact_after(const Interval& interval, const Step& step, PairNumber& touching);
    double gap_above(PairNumber number, double time);
    void record(double t0, double t1, double delta);
    void add_doubt(double t0, double t1, PairNumber number, double delta);

    const detail::RobotWorldData& world_;
    const detail::RobotData& robot_;
    const MoverPlan& plan_;
    const Stretch& stretch_;
    TrajectoryOptions options_;
    double clearance_;

    PathFrames& path_frames_;
    double time_ = -1;  // the time for which frames and shapes were computed
    const PathFrames::Moment* moment_ = nullptr;
    std::vector<PlacedShape> placed_;
    std::vector<std::uint32_t> placed_at_;  // per shape: the value of places_ when it was placed
    std::uint32_t places_ = 0;

    // Per pair: normal of the last plane that separated it, in the frame of the second shape
    std::vector<Vec3> directions_;
    SeparationSearch separation_;
    // Scratch of certify(): the pairs of trees to be searched and their pair numbers; per pair number its
    // place in `trees_`; and the pairs of nodes to be searched.
    std::vector<MovingTrees> trees_;
    std::vector<PairNumber> tree_pairs_;
    std::vector<std::uint32_t> tree_places_;
    std::vector<OpenNodes> tree_nodes_;

    std::vector<CrossingWitness> crossings_;  // per pair

    // The intervals to be searched, the earliest last.
    std::vector<Interval> open_;
    // The end of the search, and a pair that certainly touches there.
    double until_ = 1;
    std::optional<PairNumber> pair_at_end_;
    double tolerance_ = 0;
    std::uint64_t tried_ = 0, doubts_ = 0;
    SearchResult result_;

    std::uint64_t checks_ = 0;
    std::vector<CertifiedStep> steps_;
};

}  // namespace allide::robot
