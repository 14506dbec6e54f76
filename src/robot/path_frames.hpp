// The frames of all links at times of a stretch, kept for the searches of several movers.
#pragma once

#include "robot/chain.hpp"

#include <vector>

namespace allide::robot {

class PathFrames {
  public:
    PathFrames(const detail::RobotData& robot, const Stretch& stretch);

    // The joint values and frames at one time.
    struct Moment {
        double time = -1;
        std::vector<Ball> values;
        std::vector<Frame> frames;
    };
    // Valid until the next call.
    const Moment& at(double time);

  private:
    const detail::RobotData& robot_;
    const Stretch& stretch_;
    std::vector<Moment> kept_;  // indexed by a hash of the time
};

}  // namespace allide::robot
