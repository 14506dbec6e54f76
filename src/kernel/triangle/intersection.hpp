// The intersection of two triangles, and the largest translation of one along a direction after which they
// still touch. Exact, for triangles given in their own models' coordinates.
#pragma once

#include "kernel/triangle/exact_intersection.hpp"
#include "kernel/triangle/exact_points.hpp"
#include "kernel/triangle/exact_shift.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <optional>
#include <vector>

namespace allide::kernel {

struct TriangleIntersection {
    struct Corner {
        Vec3 point;     // in the world, rounded
        Features a, b;  // the features of both triangles that contain it
    };
    std::vector<Corner> corners;  // corners of the intersection; empty if the triangles do not touch
    bool has_area = false;        // true if the intersection is a polygon in a common plane
};

// Constructed once per query from the two poses.
class IntersectionFinder {
  public:
    IntersectionFinder(const Pose& pose_a, const Pose& pose_b) : map_a_(pose_a), map_b_(pose_b) {}

    TriangleIntersection intersection(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) const;
    // The largest s ≥ 0 for which a, translated by s · direction in the world, touches b; empty if there is
    // none.
    std::optional<Bracket> last_touch(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                                      const Vec3& direction) const;
    // The smallest and largest s, of either sign, for which a, moved by s · (direction + and_this), touches
    // b; empty if it never does. The sum need not be representable as one vector of doubles.
    std::optional<ShiftRange> touching_shifts(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                                              const Vec3& direction, const Vec3& and_this = {}) const;

  private:
    ExactMap map_a_, map_b_;
};

}  // namespace allide::kernel
