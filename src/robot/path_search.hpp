// The search for contacts of one mover along one stretch of a path: bisection of time, where each interval is
// certified by the mover's speed, or by predicting contacts of a screw that the motion follows closely.
#pragma once

#include "robot/chain.hpp"
#include "robot/world_data.hpp"

#include <allide/robot.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::robot {

// The number of a pair in a GroupPair: its pairs with obstacles come first.
using PairNumber = std::uint32_t;

// A bracket of time in which a pair touches, or may touch.
struct PathEvent {
    double t_lo = 0, t_hi = 0;
    PairNumber pair = 0;
    // An upper bound of the gap in doubt; 0 if the contact is certain.
    double delta = 0;
};

struct SearchResult {
    // The first certain contact.
    std::optional<PathEvent> contact;
    // Intervals of doubt before it; short adjacent ones are merged up to the tolerance.
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
    PathSearch(const detail::RobotWorldData& world, const MoverPlan& plan, const Stretch& stretch,
               const TrajectoryOptions& options, double clearance);

    // The first contact between two times, given that there is none before `from`; its bracket is at most as
    // wide as the tolerance. If `pair_at_end` is set, that pair certainly touches at `until`.
    SearchResult first_contact(double from, double until, std::optional<PairNumber> pair_at_end,
                               double tolerance);
    // A pair that certainly touches at this time.
    std::optional<PairNumber> contact_at(double time);

    // The states over the whole stretch: consecutive pieces from 0 to 1.
    std::vector<PathPiece> states();
    // The closest pair at this time, if it is closer than `limit`.
    std::optional<PathDistance> closest_at(double time, double limit);
    // The distance of one pair at this time.
    PathDistance distance_at(double time, PairNumber number);
    // An upper bound of the mover's speed over the whole stretch.
    double top_speed();

    // The certified steps so far; their list is empty unless the options ask for it.
    std::uint64_t checks() const { return checks_; }
    std::vector<CertifiedStep>& steps() { return steps_; }

  private:
    using Pairs = std::vector<PairNumber>;
    struct Interval {
        double t0 = 0, t1 = 0;
        Pairs live;
    };
    // The outcome of one step: the pairs that are not certified over the whole interval, and the time before
    // which all are.
    struct Step {
        Pairs doubtful;
        double free_until = 0;
        double middle = 0;
        double speed = 0, reach = 0, delta = 0;
        bool predicted = false;
    };
    // Two close points of a pair, in the frames of its shapes.
    struct Witness {
        bool known = false;
        Vec3 point_a, point_b;
    };

    void place(double time);
    const PlacedShape& placed(std::uint32_t shape);
    const TestedPair& pair(PairNumber number) const;
    bool is_obstacle(PairNumber number) const { return number < plan_.group->obstacles.size(); }
    PlacedShape other(PairNumber number);
    bool one_contains_other(const Pairs& pairs);
    double far_bound(PairNumber number);
    Step certify(const Interval& interval, bool ends_in_contact);
    // True if the pair is certainly farther apart than the limit; otherwise the witness is renewed.
    bool is_farther(PairNumber number, double limit);
    // The present distance of the witness' points: an estimate of the gap from above.
    double gap_estimate(PairNumber number);
    // The time before which the pair is certainly free, if the mover follows the screw up to its deviation.
    double predicted_until(PairNumber number, const ScrewFit& fit, double middle, double half);
    bool touches(PairNumber number);
    std::optional<PairNumber> contact_of(const Pairs& pairs, double time);
    std::optional<double> contact_after(const Interval& interval, const Step& step, PairNumber& touching);
    double gap_above(PairNumber number, double time);
    void record(double t0, double t1, double delta);
    void add_doubt(SearchResult& result, double t0, double t1, PairNumber number, double delta);

    const detail::RobotWorldData& world_;
    const detail::RobotData& robot_;
    const MoverPlan& plan_;
    const Stretch& stretch_;
    TrajectoryOptions options_;
    double clearance_;

    double time_ = -1;  // of the values, frames and placed shapes
    std::vector<Ball> values_;
    std::vector<Frame> frames_;
    std::vector<PlacedShape> placed_;
    std::vector<std::uint32_t> placed_at_;  // the count of places when a shape was placed
    std::uint32_t places_ = 0;

    std::vector<Witness> witnesses_;  // per pair

    std::uint64_t checks_ = 0;
    std::vector<CertifiedStep> steps_;
};

}  // namespace allide::robot
