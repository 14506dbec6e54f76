// Does a corner under a screw stay in the plane of a face for ever? Exact.
#pragma once

#include "kernel/triangle.hpp"

#include <allide/screw.hpp>

namespace allide::kernel {

// The corner and the face in their models' coordinates, at the poses in which the leg finds them.
bool stays_in_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                    const Pose& pose_of_face, const Triangle& face);

}  // namespace allide::kernel
