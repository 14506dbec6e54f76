// Rigid motions over the time interval [0, 1], and a model that follows one.
#pragma once

#include <allide/geometry.hpp>
#include <allide/model.hpp>

#include <memory>
#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

namespace detail {
struct SegmentAccess;
}

// A value type, cheap to copy. A moved-from motion equals Motion(): it stays at rest. Numbers that are not
// finite and an axis of length 0 violate a precondition.
class Motion {
  public:
    // The motion of a model at rest.
    Motion();
    Motion(const Motion&) = default;
    Motion& operator=(const Motion&) = default;
    Motion(Motion&& other) noexcept;
    Motion& operator=(Motion&& other) noexcept;
    ~Motion() = default;
    static Motion screw(const Screw& screw);
    // A translation that has moved the model by t·translation at time t.
    static Motion linear(const Vec3& translation);
    // Rotation about the axis through the point, without an advance.
    static Motion rotation(const Vec3& point, const Vec3& axis, Angle angle);
    // Passes through all poses at the given times. The times must increase strictly and are mapped to 0 … 1;
    // at least two poses are required. Consecutive poses are joined by the shortest screw, computed in
    // double. The screw is applied to the exact map of the earlier pose; its deviation from the later pose at
    // the end is bounded, and the bounds in results include it. For a half turn two screws are equally short;
    // the one whose axis has a positive first nonzero component is used.
    static Result<Motion> path(std::span<const Pose> poses, std::span<const double> times);

    // The same motion, with the model at this pose at t = 0. Not allowed for a path, which defines the
    // model's poses itself.
    Motion from(const Pose& start) const;
    // The model's pose at time t in [0, 1], rounded: for drawing and tests.
    Pose at(double t) const;

    std::span<const MotionSegment> segments() const { return *segments_; }

  private:
    friend struct detail::SegmentAccess;
    explicit Motion(std::vector<MotionSegment> segments, bool is_path = false);
    static Pose pose_of(const std::array<double, 12>& rows) { return Pose(rows); }
    std::shared_ptr<const std::vector<MotionSegment>> segments_;
    bool is_path_ = false;
};

// A model and its motion: one argument of a query over time. A view, like Placed.
class Moving {
  public:
    const Motion& motion() const { return motion_; }
    // The model at its start pose, exact, and at its pose at time t, rounded.
    Placed at_start() const;
    Placed at(double t) const;

  private:
    friend class Model;
    friend struct detail::SegmentAccess;
    friend struct detail::ModelAccess;
    Moving(const detail::ModelData& data, const Motion& motion) : data_(&data), motion_(motion) {}
    const detail::ModelData* data_;
    Motion motion_;
};

}  // namespace allide
