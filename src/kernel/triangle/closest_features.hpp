// Where two triangles come closest, in rounded arithmetic. It proves nothing, but the points it names give an
// upper bound of the distance, and the direction between them a lower one, however they were found.
#pragma once

#include "kernel/triangle/triangle.hpp"

#include <array>

namespace allide::kernel {

// Weights of the corners of the two closest points. Weights that are not zero tell the features: a corner and
// a corner, an edge, or the face; or two edges.
struct ClosestFeatures {
    std::array<double, 3> weights_a{1, 0, 0}, weights_b{1, 0, 0};
};

ClosestFeatures closest_features(const Triangle& a, const Triangle& b);

}  // namespace allide::kernel
