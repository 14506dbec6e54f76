// A convex body on its motion: its pose at a time, the error of that pose, and bounds of the speed of its
// points and of their deviation from straight lines.
#pragma once

#include "convex/body/body_data.hpp"
#include "kernel/screw/screw_map.hpp"

#include <allide/motion.hpp>

#include <span>

namespace allide::query {

// A rounded pose, and an upper bound of the distance of the body's points from their exact positions.
struct InexactPose {
    Pose pose;
    double error = 0;
};

// A body on one segment of a motion. Times are those of the whole motion.
class BodyPath {
  public:
    // `next` is the pose at which the following segment starts, or null for the last segment. Because the
    // screw is rounded, the segment ends only near `next`, and the body jumps from its end to `next`.
    BodyPath(const detail::BodyData& body, const MotionSegment& segment, const Pose& offset,
             const Pose* next);

    InexactPose at(double t) const;
    // Upper bound of the second derivative by time of direction · x(t), for every point x of the body and
    // every unit vector.
    double curvature() const { return curvature_; }
    // Upper bound of the speed of every point of the body.
    double speed() const { return speed_; }
    // Upper bound of |x(t)|₁ over the body and the segment; for a half-space, of one point of its plane.
    double reach() const { return reach_; }
    const detail::BodyData& body() const { return *body_; }
    // Upper bound of the angular speed of a half-space's normal in the world.
    double turning() const { return turning_; }

  private:
    double rounding_of(const Pose& pose) const;

    const detail::BodyData* body_;
    MotionSegment segment_;
    Pose offset_;
    kernel::ScrewMap map_;
    double duration_ = 1;
    bool is_still_ = false;
    double norm_ = 0;  // upper bound of the body's distances from the origin of the moving frame
    double curvature_ = 0, speed_ = 0, reach_ = 0, turning_ = 0, jump_ = 0;
};

// A body at rest, or on a motion, as a list of segments.
struct BodyOnMotion {
    const detail::BodyData* body = nullptr;
    std::span<const MotionSegment> segments = {};
    Pose offset = {};
};

}  // namespace allide::query
