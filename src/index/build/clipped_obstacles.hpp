// The parts of obstacles inside the cells of a SplitTree. A triangle is stored as a convex polygon, which is
// clipped by each plane that divides a cell containing it.
//
// Rounding. Let δ be the error of edge_point(). After k clips, every point of the obstacle in the exact cell
// is within kδ of the computed polygon. Proof by induction: a point p of the smaller cell is within kδ of a
// point q of the old polygon, so q is at most kδ beyond the dividing plane. The polygon is clipped at a
// distance of `margin` beyond the plane, so q is in the clipped polygon, and rounding the new corners moves
// it by at most δ. There are at most 12 clips: 6 by the faces of the overlap, then deepest_split = 6. The
// margin of 16δ exceeds 12δ. So a polygon without corners proves that the obstacle has no point in the cell,
// and the polygon's bounding box, widened by the margin, contains all points in the cell.
#pragma once

#include "index/build/obstacle.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::index {

struct ClippedObstacle {
    Box box = {};             // contains every point of the obstacle in the cell
    std::uint32_t first = 0;  // its polygon is corners first … first + count − 1 of ClippedPolygons
    std::uint32_t count = 0;  // 0: the obstacle is a box
    Side side = Side::left;
};

// The plane `axis` = `at`.
struct SplitPlane {
    std::uint8_t axis = 0;
    double at = 0;
};

// The obstacles in the cells of one SplitTree, as a stack of polygons.
class ClippedPolygons {
  public:
    // `size` is the largest magnitude of a coordinate of the overlap and of all obstacles.
    ClippedPolygons(const Box& overlap, double size);

    // The part of an obstacle inside the overlap; empty if it certainly has no point there.
    std::optional<ClippedObstacle> inside(const Obstacle& obstacle);
    // The parts below or above a plane. A part that touches the plane from one side belongs to the half on
    // that side only, so that flush faces are separated. A part that lies in the plane belongs to the low
    // half if its side is `left`, else to the high half. Every point in the cell is in a closed half to which
    // its part belongs.
    std::vector<ClippedObstacle> half(std::span<const ClippedObstacle> parts, const SplitPlane& plane,
                                      bool low);

    // Removes the polygons that were added since size() was `size`.
    void shrink_to(std::size_t size) { corners_.resize(size); }
    std::size_t size() const { return corners_.size(); }

  private:
    std::optional<ClippedObstacle> clipped(const ClippedObstacle& part, const SplitPlane& plane, bool low);
    bool set_bounds(ClippedObstacle& part) const;

    Box overlap_;
    std::vector<Vec3> corners_;
    double margin_ = 0;
    bool boxes_only_ = false;  // coordinates are so large that differences could overflow
};

}  // namespace allide::index
