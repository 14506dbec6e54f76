// The motion of one rigid group relative to another while joint values change linearly: bounds of speed and
// of derivatives, and a screw that the motion follows up to a proven deviation. docs/guarantees.md, "Robots",
// derives all bounds.
#pragma once

#include "robot/robot_data.hpp"

#include <allide/geometry.hpp>

#include <span>
#include <vector>

namespace allide::robot {

// The joints between two groups, in the order of a product of exponentials: those of the frame's branch
// first, from the frame upward, then those of the mover's branch downward.
struct Chain {
    struct Joint {
        std::size_t link = 0;  // the joint's child link
        double sign = 1;       // −1 on the frame's branch: seen from the frame, such a joint runs backward
    };
    std::vector<Joint> joints;
    // All links that are needed, parents first.
    std::vector<std::size_t> links;
    // The reference link of the frame and of the mover.
    std::size_t frame_link = 0, mover_link = 0;
};

// `also` are further links of the two groups whose frames are wanted.
Chain chain_between(const detail::RobotData& robot, std::size_t frame_group, std::size_t mover_group,
                    std::span<const std::size_t> also);

// A stretch of a path: q(s) = start + s·rate for s in [0, 1], exactly.
struct Stretch {
    std::vector<Ball> start, rate;

    // The values at s.
    void at(double s, std::vector<Ball>& values) const;
};

// One joint axis at the middle of an interval of time.
struct MovingAxis {
    // An upper bound of the magnitude of the rate: an angle, or a length, per unit of s.
    double rate = 0;
    // In the world: the direction times the rate, and a point of the axis.
    Vec3 vector, point;
    bool turns = true;
};

// A screw that approximates the motion of a ball of points, and a bound of its deviation.
struct ScrewFit {
    // The motion from −half to half of the interval about its middle; a translation if `linear`.
    bool linear = false;
    Screw screw;
    Vec3 translation;
    // True points of the ball are never farther than this from where the screw takes them.
    double delta = 0;
    // The correction of the middle pose: a rotation about `center` by this rotation vector, then a shift.
    Vec3 center, correction_turn, correction_shift;
    // Those of the screw over the whole interval; the axis has length 1, rounded.
    double angle = 0;
    Vec3 axis, pivot;
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
    const Vec3& center() const { return center_; }
    double half() const { return half_; }
    std::size_t moving_joints() const { return axes_.size(); }
    ScrewFit fit() const;

  private:
    void bound_levers();
    // An upper bound of the n-th derivative of the ball's points, over the whole interval.
    double derivative_bound(int n) const;

    std::vector<MovingAxis> axes_;
    std::vector<double> lever_;  // upper bounds of the distance of the ball's points from the axes
    Vec3 center_;
    double radius_ = 0, half_ = 0, speed_ = 0;
    double relative_error_ = 0;  // of all computed rates and axes
    double place_error_ = 0;     // times relative_error_ at least the error of all points of axes
};

// The exact start of the predicted motion of a link: the screw moved back by half the interval from the
// corrected middle pose. `error` bounds the distance between the points where this start, moved on by half
// the screw, puts points of the ball and where the corrected true pose puts them; for points at most `reach`
// from the link's origin.
struct ScrewStart {
    Pose pose;
    double error = 0;
};
ScrewStart start_of(const ScrewFit& fit, const Frame& link, double reach);

}  // namespace allide::robot
