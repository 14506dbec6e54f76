// The pieces into which the triangles of a solid cut a segment, or a point: what of a triangle without area
// is inside, and what outside. Exact.
#pragma once

#include "query/clash/triangle_cells.hpp"

namespace allide::query {

class LineCells {
  public:
    struct Found {
        bool inside = false;   // a point of it is inside the solid
        bool outside = false;  // a point of it is neither inside nor on the surface
    };

    explicit LineCells(const SolidTriangles& solid) : solid_(solid) {}

    // One more triangle of the solid that meets it.
    void cut_by(const std::array<Vec3, 3>& corners, const Pose& pose);
    // A triangle whose corners are on one line.
    Found look(const std::array<Vec3, 3>& corners, const Pose& pose);

  private:
    struct Segment {
        ExactVector from, way;
    };
    void look_along(const Segment& segment);
    void look_beside(const Segment& segment, const RationalPoint& place, int way);
    void look_at(const ExactVector& point);
    void add(bool some_inside, bool some_outside);

    const SolidTriangles& solid_;
    std::vector<TrianglePlanes<kernel::Exact>> planes_;
    Found found_;
};

}  // namespace allide::query
