// What can be told exactly of features under a screw: does a corner stay in the plane of a face for ever,
// does it turn round in the very plane, and two edges likewise?
#pragma once

#include "kernel/triangle/triangle.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

// The corner and the face in their models' coordinates, at the poses in which the leg finds them.
bool stays_in_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                    const Pose& pose_of_face, const Triangle& face);

// Is the contact function 0 at one of its two extrema of a turn? False also where the advance matters.
bool grazes_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                  const Pose& pose_of_face, const Triangle& face);
// The edge that begins at corner i of A, and the one at corner j of B.
bool edges_graze(const Screw& screw, const Pose& pose_a, const Triangle& a, std::size_t i, const Pose& pose_b,
                 const Triangle& b, std::size_t j);
// Are these two in one plane at all times? False also with an advance.
bool edges_stay_in_plane(const Screw& screw, const Pose& pose_a, const Triangle& a, std::size_t i,
                         const Pose& pose_b, const Triangle& b, std::size_t j);

}  // namespace allide::kernel
