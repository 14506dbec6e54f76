// The vertices of a model A on one segment of its motion, as functions of the segment's own time, and those
// of a resting model B; in double-double.
//
// A vertex of A is at axial + t·shift + cos(ωt)·radial + sin(ωt)·tangent; for a translation ω = 0 and radial
// is 0. Coordinates are relative to an origin near the axis or the model, and divided by a power of two so
// that none exceeds 1 by much.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/number/sin_cos.hpp"

#include <allide/model.hpp>
#include <allide/motion.hpp>

#include <cstdint>
#include <vector>

namespace allide::query {

using PrecisePoint = kernel::NumberPoint<kernel::DoubleDouble>;

class MovingPoints {
  public:
    MovingPoints(const Mesh& a, const MotionSegment& segment, const Mesh& b, const Pose& pose_b);

    struct Orbit {
        PrecisePoint axial, radial, tangent;
    };
    // A time of the segment, with the sine and cosine of the rotation angle at that time.
    struct Moment {
        kernel::DoubleDouble t;
        kernel::DoubleDoubleSinCos turn;
    };
    Moment moment(const kernel::DoubleDouble& t) const;

    const Mesh& mesh_a() const { return a_; }
    const Mesh& mesh_b() const { return b_; }
    bool is_linear() const { return is_linear_; }
    double angle() const { return angle_; }
    const PrecisePoint& shift() const { return shift_; }
    const Orbit& orbit(std::uint32_t vertex_of_a) const { return orbits_[vertex_of_a]; }
    PrecisePoint place_a(std::uint32_t vertex, const Moment& moment) const;
    const PrecisePoint& place_b(std::uint32_t vertex) const { return resting_[vertex]; }
    double scaled(double length) const;
    // Upper bound on the error of a coordinate.
    double error() const { return 0x1p-88 * (1 + (angle_ < 0 ? -angle_ : angle_)); }

  private:
    int choose_unit(const MotionSegment& segment, const Pose& pose_b) const;
    PrecisePoint scaled_image(const Pose& pose, const Vec3& x) const;
    PrecisePoint scaled_point(const Vec3& x) const;

    const Mesh& a_;
    const Mesh& b_;
    int unit_ = 0;
    bool is_linear_ = false;
    double angle_ = 0;
    PrecisePoint shift_, origin_;
    std::vector<Orbit> orbits_;
    std::vector<PrecisePoint> resting_;
};

}  // namespace allide::query
