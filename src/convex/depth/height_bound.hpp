// Second-order lower bound on the height of a sum of features over a patch of directions. Near a minimum the
// bound equals the minimum itself if the second derivatives, enclosed over the whole patch, are positive; so
// a smooth surface needs no subdivision into small facets.
#pragma once

#include "convex/depth/feature_height.hpp"

namespace allide::convex {

// A set of directions: those that pass through a facet and are within `angle` of its normal.
struct DirectionPatch {
    std::array<Vec3, 3> corner;  // vectors from the origin to the facet's corners
    Vec3 normal;                 // unit length
    double angle = 0;            // less than a right angle
};

// True if the height of the bodies is certainly at least `level` along all directions of the patch, up to the
// error of a computed height. `center` is a unit direction in or near the patch, ideally the one of the least
// height.
bool height_stays_above(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center,
                        const DirectionPatch& patch, double level);

}  // namespace allide::convex
