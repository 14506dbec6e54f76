// A segment of a motion in coordinates about its axis, in which it turns about z and advances along z.
#pragma once

#include "kernel/number/double_double.hpp"
#include "kernel/number/number_vectors.hpp"
#include "kernel/number/sin_cos.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

using DoubleDoublePoint = NumberPoint<DoubleDouble>;
using DoubleDoubleRows = std::array<DoubleDouble, 12>;  // row-major [R|t]

class ScrewMap {
  public:
    explicit ScrewMap(const MotionSegment& segment);

    // Row-major [R|t] of the start pose followed by the segment up to its local time t, rounded.
    std::array<double, 12> pose_rows(const Pose& start, double t) const;
    // The same in double-double, with an error of at most 2⁻⁹⁴ of the largest length or coordinate involved.
    DoubleDoubleRows double_double_rows(const Pose& start, const DoubleDouble& t) const;
    DoubleDoubleRows double_double_rows(const DoubleDoubleRows& start, const DoubleDouble& t) const;

    double angle() const { return angle_; }
    double advance() const { return advance_; }
    const Vec3& point() const { return point_; }
    // Three orthonormal directions, the last along the axis. Each has an error of at most 2⁻⁹⁹, or none if
    // the axis is a coordinate axis.
    const std::array<DoubleDoublePoint, 3>& rows() const { return rows_; }

  private:
    double into_range(const DoubleDoubleRows& start) const;

    Vec3 point_;
    std::array<DoubleDoublePoint, 3> rows_;
    double angle_ = 0, advance_ = 0;
    bool is_linear_ = false;
    Vec3 translation_;
};

}  // namespace allide::kernel
