// On which side of a plane or a line does a point lie? Exact, for points given in doubles.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstddef>

namespace allide::kernel {

// The plane through three points, asked about several others.
class SideOfPlane {
  public:
    explicit SideOfPlane(const std::array<Vec3, 3>& corners);
    // As orientation() of the three and d.
    int of(const Vec3& d) const;
    // (b − a) × (c − a), rounded.
    const Vec3& normal() const { return normal_; }

  private:
    std::array<Vec3, 3> corners_;
    Vec3 normal_;
    bool across_x_, across_y_, across_z_;  // the plane lies across an axis, as half of what is built
    double least_, most_, unit_;           // of the sizes, and of the bound on a height's error
};

// The sign of (b − a) × (c − a) · (d − a): 1 if d lies above the plane from which a, b, c run
// counter-clockwise.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
// The sign of the area of a, b, c seen along an axis (0, 1, 2 for x, y, z), counter-clockwise being positive.
int orientation_seen_along(std::size_t axis, const Vec3& a, const Vec3& b, const Vec3& c);
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace allide::kernel
