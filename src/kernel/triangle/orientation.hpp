// The side of a plane or line on which a point lies. Exact, for points given in doubles.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstddef>

namespace allide::kernel {

// The plane through three points, to be tested against several other points.
class SideOfPlane {
  public:
    explicit SideOfPlane(const std::array<Vec3, 3>& corners);
    // The sign of orientation(a, b, c, d) for the three corners a, b, c.
    int of(const Vec3& d) const;
    // (b − a) × (c − a), rounded.
    const Vec3& normal() const { return normal_; }

  private:
    std::array<Vec3, 3> corners_;
    Vec3 normal_;
    // True if the plane is perpendicular to the x, y or z axis. One comparison then decides whether a point
    // lies in it. In practice about half of all faces have such a plane.
    bool across_x_, across_y_, across_z_;
    // least_, most_: the sizes of the edges ab and ac, the smaller one first. The computed height of a point
    // d above the plane has an error of at most unit_ · largest(d − a).
    double least_, most_, unit_;
};

// The sign of (b − a) × (c − a) · (d − a). It is 1 if d lies on the side of the plane from which a, b, c
// appear counter-clockwise.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
// The sign of the area of a, b, c projected along an axis (0, 1, 2 for x, y, z); counter-clockwise is
// positive.
int orientation_seen_along(std::size_t axis, const Vec3& a, const Vec3& b, const Vec3& c);
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace allide::kernel
