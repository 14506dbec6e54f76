// Exact predicates for features under a screw: a vertex stays in the plane of a face at all times, or touches
// the plane at an extremum of its height; the same for two edges.
#pragma once

#include "kernel/triangle/triangle.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

// True if the vertex is in the face's plane at all times. The poses are those at the start of the segment.
bool stays_in_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                    const Pose& pose_of_face, const Triangle& face);

// True if the vertex's contact function with the face is exactly 0 at one of its two extrema per turn. Always
// false if the function depends on the screw's advance: it then has other extrema.
bool grazes_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                  const Pose& pose_of_face, const Triangle& face);
// The same for the edge that begins at corner i of A and the edge that begins at corner j of B.
bool edges_graze(const Screw& screw, const Pose& pose_a, const Triangle& a, std::size_t i, const Pose& pose_b,
                 const Triangle& b, std::size_t j);
// True if these two edges are coplanar at all times. Always false for a screw with an advance.
bool edges_stay_in_plane(const Screw& screw, const Pose& pose_a, const Triangle& a, std::size_t i,
                         const Pose& pose_b, const Triangle& b, std::size_t j);

}  // namespace allide::kernel
