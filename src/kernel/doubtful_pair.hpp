// A second look in double precision at a pair that the filter left undecided. The filter wants the side of
// every corner; a corner exactly in the other's plane (equal heights and a turn about the vertical, say) has
// none. Yet most such pairs are plainly apart along another direction, or an edge plainly crosses the other
// triangle.
#pragma once

#include "kernel/relative_pose.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

enum class PairVerdict { disjoint, touching, undecided };

// Certain, or undecided. Triangles are given in their own model's coordinates.
PairVerdict look_again(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                       const RelativePose& b_in_a);

}  // namespace allide::kernel
