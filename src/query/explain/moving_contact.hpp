// Evidence that a moving triangle touches a resting one, or comes within a clearance of it.
#pragma once

#include "query/explain/moving_points.hpp"

#include <allide/extra/explain.hpp>

#include <optional>
#include <span>

namespace allide::query {

// A segment of A's motion, and the interval of the segment's own time in which a contact is to be found.
struct ContactQuestion {
    const Mesh& a;
    const MotionSegment& segment;
    const Mesh& b;
    const Pose& pose_b;
    double from = 0, to = 1;  // the segment's own time
    double clearance = 0;
};

// Evidence of a contact of one of the pairs of triangles; empty if none was found.
std::optional<MovingContact> find_moving_contact(const ContactQuestion& question,
                                                 std::span<const Contact> pairs);

}  // namespace allide::query
