// Motions of a model over the time from 0 to 1, and a model that moves along one.
#pragma once

#include <allide/geometry.hpp>
#include <allide/model.hpp>

#include <memory>
#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

namespace detail {
struct LegAccess;
}

// A value, cheap to copy. A motion that has been moved from stays where it is, like Motion(). Numbers that
// are not finite and an axis of length 0 break a precondition.
class Motion {
  public:
    Motion();  // stays where it is
    Motion(const Motion&) = default;
    Motion& operator=(const Motion&) = default;
    Motion(Motion&& other) noexcept;
    Motion& operator=(Motion&& other) noexcept;
    ~Motion() = default;
    static Motion screw(const Screw& screw);
    // A shift by t·translation.
    static Motion linear(const Vec3& translation);
    // A turn about the axis through the point, without an advance.
    static Motion rotation(const Vec3& point, const Vec3& axis, Angle angle);
    // Through all the poses at the times given, which ascend strictly and are mapped to 0 … 1; at least two.
    // Between neighbours runs the shortest screw, made in double; it is applied to the exact map of the
    // earlier pose, and what its end misses of the later one is bounded and widens the answers. A half turn,
    // where two screws are equally short, takes the axis whose first component that is not 0 is positive.
    static Result<Motion> path(std::span<const Pose> poses, std::span<const double> times);

    // The same with the model at this pose in the beginning; not for a path, whose poses are the model's own.
    Motion from(const Pose& start) const;
    // Where the model is at time t, from 0 to 1, rounded: for drawing and tests.
    Pose at(double t) const;

    std::span<const MotionLeg> legs() const { return *legs_; }

  private:
    friend struct detail::LegAccess;
    explicit Motion(std::vector<MotionLeg> legs, bool is_path = false);
    static Pose pose_of(const std::array<double, 12>& rows) { return Pose(rows); }
    std::shared_ptr<const std::vector<MotionLeg>> legs_;
    bool is_path_ = false;
};

// A model and its motion: one side of a question about time. A view, like Placed.
class Moving {
  public:
    const Motion& motion() const { return motion_; }
    // The model where it is at the start, exactly, and at any time, rounded.
    Placed at_start() const;
    Placed at(double t) const;

  private:
    friend class Model;
    friend struct detail::LegAccess;
    friend struct detail::ModelAccess;
    Moving(const detail::ModelData& data, const Motion& motion) : data_(&data), motion_(motion) {}
    const detail::ModelData* data_;
    Motion motion_;
};

}  // namespace allide
