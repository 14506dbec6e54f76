// The parts of obstacles inside the cells of a SplitTree. A triangle is a convex polygon that is clipped
// again by each plane that divides a cell which contains it.
//
// Bounds. Let δ be the error of edge_point(). Claim: after k clips, every point of the obstacle in the exact
// cell is within kδ of the computed polygon. A point of the smaller cell has a companion in the old polygon
// within kδ, which lies at most kδ beyond the plane. The polygon is clipped by a plane that is `margin`
// farther out, so the companion is in the clipped polygon; rounding the new corners moves it by at most δ.
// There are at most 6 + deepest_split = 12 clips, and the margin is 16δ. So a polygon without corners proves
// that the obstacle has no point in the cell, and its bounding box, widened by the margin, contains all
// points in the cell.
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

    // Removes the polygons that were added when size() was `size` or more.
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
