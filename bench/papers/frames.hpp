// A body whose coordinates are expressed in a frame other than that of its file, while its position in the
// world stays the same.
#pragma once

#include "papers/engine.hpp"
#include "papers/rotation.hpp"

#include <Eigen/Core>

namespace allide::bench {

// The frame's axes as columns: a rotation.
using Frame = Eigen::Matrix3d;

Frame file_frame();
// Rotated by 37 degrees about (1, 2, 3), so that no axis is aligned with a special direction of the file.
Frame turned_frame();
// Principal axes of the surface, weighted by area.
Frame principal_frame_of(const Mesh& mesh);

// The mesh in coordinates along the frame's axes.
Mesh in_frame(const Mesh& mesh, const Frame& frame);
// The pose at which the body in that frame coincides with the body in the file's frame at `pose`.
Pose placed_as(const Pose& pose, const Frame& frame);

// Volume tests per query for all contacts in the rotation benchmark.
double tests_in_frame(const Mesh& mesh, const Frame& frame, const Engine& engine,
                      const RotationSetting& setting);

}  // namespace allide::bench
