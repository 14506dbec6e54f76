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
// The file's frame rotated by 37 degrees about (1, 2, 3), so that its axes have no special direction of the
// file.
Frame turned_frame();
// The frame of the principal axes of the surface, weighted by area.
Frame principal_frame_of(const Mesh& mesh);

// The mesh in coordinates along the frame's axes.
Mesh in_frame(const Mesh& mesh, const Frame& frame);
// The pose at which the mesh of in_frame() lies in the world where the original mesh lies at `pose`.
Pose placed_as(const Pose& pose, const Frame& frame);

// Number of volume tests per query for all contacts, in the rotation benchmark with the mesh in this frame.
double tests_in_frame(const Mesh& mesh, const Frame& frame, const Engine& engine,
                      const RotationSetting& setting);

}  // namespace allide::bench
