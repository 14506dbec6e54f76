// What two triangles have in common, and how far one can be shifted and still touch the other: exact, from
// triangles in their own models' coordinates.
#pragma once

#include "kernel/triangle/exact_intersection.hpp"
#include "kernel/triangle/exact_points.hpp"
#include "kernel/triangle/exact_shift.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <optional>
#include <vector>

namespace allide::kernel {

struct Meeting {
    struct Corner {
        Vec3 point;  // in the world, rounded
        Features a, b;
    };
    std::vector<Corner> corners;  // of the common set; none if the triangles do not touch
    bool has_area = false;        // it is a polygon of a common plane
};

// Prepared once a query from the two poses.
class MeetingFinder {
  public:
    MeetingFinder(const Pose& pose_a, const Pose& pose_b) : map_a_(pose_a), map_b_(pose_b) {}

    Meeting meeting(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) const;
    // The largest s ≥ 0 for which a, shifted by s · direction in the world, touches b; none if it never does.
    std::optional<Bracket> last_touch(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                                      const Vec3& direction) const;
    // From the first to the last s, of either sign, for which they touch; none if they never do. The
    // direction may be a sum of two vectors.
    std::optional<ShiftRange> touching_shifts(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                                              const Vec3& direction, const Vec3& and_this = {}) const;

  private:
    ExactMap map_a_, map_b_;
};

}  // namespace allide::kernel
