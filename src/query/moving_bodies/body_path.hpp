// One convex body on its motion, in pieces: where it is at a time, how inexact that pose is, and how much its
// points deviate from moving in a straight line.
#pragma once

#include "convex/body/body_data.hpp"
#include "kernel/screw/screw_map.hpp"

#include <allide/motion.hpp>

#include <span>

namespace allide::query {

// A pose in doubles, and an upper bound of the distance of any point of the body from its exact place.
struct InexactPose {
    Pose pose;
    double error = 0;
};

// A body on one segment of a motion. Times are those of the whole motion.
class BodyPath {
  public:
    // `next` is the pose at which the following segment starts; null for the last one. The body jumps there,
    // by the rounding error of the segment's screw.
    BodyPath(const detail::BodyData& body, const MotionSegment& segment, const Pose& offset,
             const Pose* next);

    InexactPose at(double t) const;
    // Upper bound of the second derivative by time of direction · x(t), for every point x of the body and
    // every unit vector.
    double curvature() const { return curvature_; }
    // Upper bound of the speed of every point of the body.
    double speed() const { return speed_; }
    // Upper bound of |x(t)|₁ over the body and the segment, without a half-space's infinite part.
    double reach() const { return reach_; }
    const detail::BodyData& body() const { return *body_; }
    // For a half-space: its plane's normal in the world turns at most this fast.
    double turning() const { return turning_; }

  private:
    double rounding_of(const Pose& pose) const;

    const detail::BodyData* body_;
    MotionSegment segment_;
    Pose offset_;
    kernel::ScrewMap map_;
    double duration_ = 1;
    bool is_still_ = false;
    double norm_ = 0;  // upper bound of |x|₁ over the body's core in the moving frame
    double curvature_ = 0, speed_ = 0, reach_ = 0, turning_ = 0, jump_ = 0;
};

// A body at rest, or on a motion, as a list of segments.
struct BodyOnMotion {
    const detail::BodyData* body = nullptr;
    std::span<const MotionSegment> segments = {};
    Pose offset = {};
};

}  // namespace allide::query
