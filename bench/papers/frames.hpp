// A body described in another frame of coordinates than its file's, and standing in the same places.
#pragma once

#include "papers/engine.hpp"
#include "papers/rotation.hpp"

#include <Eigen/Core>

namespace allide::bench {

// The frame's axes as columns: a rotation.
using Frame = Eigen::Matrix3d;

Frame file_frame();
// Turned by 37 degrees about (1, 2, 3): along nothing that a file may be aligned with.
Frame turned_frame();
// Principal axes of the surface, weighted by area.
Frame principal_frame_of(const Mesh& mesh);

// The mesh in coordinates along the frame's axes.
Mesh in_frame(const Mesh& mesh, const Frame& frame);
// Where a body in that frame must be put, so that it stands as the one in the file's frame does at `pose`.
Pose placed_as(const Pose& pose, const Frame& frame);

// Volume tests a query for all contacts in the rotation benchmark.
double tests_in_frame(const Mesh& mesh, const Frame& frame, const Engine& engine,
                      const RotationSetting& setting);

}  // namespace allide::bench
