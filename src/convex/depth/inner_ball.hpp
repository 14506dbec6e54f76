// Largest ball about the origin inside an ellipsoid, in closed form up to one root. It bounds the depth of
// two bodies whose difference contains the ellipsoid, also where the second derivatives of the height vanish
// at its minimum.
#pragma once

#include "convex/depth/feature_height.hpp"

namespace allide::convex {

struct InnerBall {
    double radius = 0;  // a lower bound; 0 if the origin is outside or too close to the surface
    Vec3 direction;     // unit direction of about the least height of the ellipsoid
};
// The ellipsoid has the given center; `round` is not a disc.
InnerBall inner_ball(const RoundPart& round, const Vec3& center);

}  // namespace allide::convex
