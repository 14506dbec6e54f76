// The closest points of two triangles in rounded arithmetic. The result is not proven, but bounds can be
// derived from it: any two points of the triangles give an upper bound of the distance, and projections onto
// the direction between them a lower bound.
#pragma once

#include "kernel/triangle/triangle.hpp"

#include <array>

namespace allide::kernel {

// Barycentric weights of the two closest points. The non-zero weights identify the features: a corner against
// a corner, an edge or the face; or two edges.
struct ClosestFeatures {
    std::array<double, 3> weights_a{1, 0, 0}, weights_b{1, 0, 0};
};

ClosestFeatures closest_features(const Triangle& a, const Triangle& b);

}  // namespace allide::kernel
