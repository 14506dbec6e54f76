// Cuts a degenerate triangle (one that is only a segment or a point) by the triangles of a solid, and tells
// whether some point of it is inside the solid and whether some point is outside. Exact.
#pragma once

#include "query/clash/triangle_cells.hpp"

namespace allide::query {

class LineCells {
  public:
    struct Found {
        bool inside = false;   // some point of the triangle is inside the solid
        bool outside = false;  // some point of the triangle is outside: neither inside nor on the surface
    };

    explicit LineCells(const SolidTriangles& solid) : solid_(solid) {}

    // Adds a triangle of the solid that meets the triangle to be located.
    void cut_by(const std::array<Vec3, 3>& corners, const Pose& pose);
    // Locates a triangle whose corners are collinear.
    Found locate(const std::array<Vec3, 3>& corners, const Pose& pose);

  private:
    struct Segment {
        ExactVector from, direction;
    };
    void locate_segment(const Segment& segment);
    void locate_near(const Segment& segment, const RationalPoint& place, int step_along);
    void locate_point(const ExactVector& point);
    void add(bool some_inside, bool some_outside);

    const SolidTriangles& solid_;
    std::vector<TrianglePlanes<kernel::Exact>> planes_;
    Found found_;
};

}  // namespace allide::query
