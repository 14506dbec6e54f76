// The motion of one rigid group relative to another while joint values change linearly: bounds of speed and
// of derivatives, and a polynomial of time that the motion follows up to a proven deviation.
// docs/guarantees.md, "Robots", derives all bounds.
#pragma once

#include "robot/robot_data.hpp"

#include <allide/geometry.hpp>

#include <span>
#include <vector>

namespace allide::robot {

// The joints between two groups, in the order of a product of exponentials: first those from the frame's
// group up to the common ancestor, then those from there down to the mover's group.
struct Chain {
    struct Joint {
        std::size_t link = 0;  // the joint's child link
        double sign = 1;       // −1 on the way up: seen from the frame, such a joint runs backward
    };
    std::vector<Joint> joints;
    // All links whose frames are needed, parents first.
    std::vector<std::size_t> links;
    // The links in whose frames the motion of the frame's group and of the mover's group is expressed.
    std::size_t frame_link = 0, mover_link = 0;
};

// The chain between two rigid groups of links. `also` names further links of the two groups whose frames are
// needed.
Chain chain_between(const detail::RobotData& robot, std::size_t frame_group, std::size_t mover_group,
                    std::span<const std::size_t> also);

// One segment of a path in joint space: q(s) = start + s·rate for s in [0, 1], exactly.
struct Stretch {
    std::vector<Ball> start, rate;

    // Sets `values` to q(s), with bounds of the rounding errors.
    void at(double s, std::vector<Ball>& values) const;
};

// The sum of the magnitudes of all rates of turning along the chain, rounded: an angle per unit of s.
double turn_of(const detail::RobotData& robot, const Chain& chain, const Stretch& stretch);

// One joint axis at the middle of an interval of time.
struct MovingAxis {
    // An upper bound of the magnitude of the rate: an angle, or a length, per unit of s.
    double rate = 0;
    // In world coordinates: the direction times the rate, and a point of the axis.
    Vec3 vector, point;
    bool turns = true;
};

// A derivative of a moving point as a function of its place x at the middle of an interval:
// turn·(x − center) + shift. `turn` is stored by columns.
struct AffineField {
    std::array<Vec3, 3> turn{};
    Vec3 shift;

    // turn·v
    Vec3 along(const Vec3& v) const {
        return {turn[0].x * v.x + turn[1].x * v.y + turn[2].x * v.z,
                turn[0].y * v.x + turn[1].y * v.y + turn[2].y * v.z,
                turn[0].z * v.x + turn[1].z * v.y + turn[2].z * v.z};
    }
};

// The motion of a ball of points during an interval, at the times s from its middle, |s| ≤ half: a point that
// is at x at s = 0 is never farther than `error` from x + s·x′ + s²/2·x″ + s³/6·x‴, where `derivative` gives
// x′, x″ and x‴.
struct MotionSeries {
    Vec3 center;
    std::array<AffineField, 3> derivative;
    double half = 0, error = 0;
    // An upper bound of the sum of all rates of turning.
    double turn = 0;
};

// The motion of a ball during an interval of length 2·half about its middle.
class ChainMotion {
  public:
    // `center` and `radius` describe a ball in the mover link's frame. `values` and `frames` are those at the
    // middle.
    ChainMotion(const detail::RobotData& robot, const Chain& chain, const Stretch& stretch,
                std::span<const Ball> values, const std::vector<Frame>& frames, const Vec3& center,
                double radius, double half);

    // An upper bound of the speed of the ball's points relative to the frame, over the whole interval.
    double speed() const { return speed_; }
    // The ball's centre at the middle, in the world, rounded.
    MotionSeries series() const;

  private:
    void bound_levers();
    // An upper bound of the n-th derivative of the ball's points, over the whole interval.
    double derivative_bound(int n) const;

    std::vector<MovingAxis> axes_;
    std::vector<double> lever_;  // upper bounds of the distance of the ball's points from the axes
    Vec3 center_;
    double radius_ = 0, half_ = 0, speed_ = 0;
    double relative_error_ = 0;  // relative error bound of all computed rates and axes
    double place_error_ = 0;     // scaled: relative_error_ · place_error_ bounds the error of points of axes
};

}  // namespace allide::robot
