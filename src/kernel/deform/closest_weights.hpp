// The closest points of two features at one time, rounded. They give the weights of a reported contact and
// the directions along which a gap is measured; no verdict depends on their accuracy.
#pragma once

#include "kernel/deform/moving_features.hpp"

namespace allide::kernel {

struct ClosestWeights {
    std::array<double, 4> weights{};  // as in MotionContact
    Vec3 from_a_to_b;                 // between the two closest points
};

std::array<Vec3, 4> points_at(const EightPoints& x, double t);
// The weights of the closest points at time t. Coordinates may have any magnitude.
std::array<double, 4> weights_at(FeatureKind kind, const EightPoints& x, double t);
ClosestWeights closest_weights(FeatureKind kind, const std::array<Vec3, 4>& x);

}  // namespace allide::kernel
