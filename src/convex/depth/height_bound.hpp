// Fourth-order lower bound on the height of a sum of features over a patch of directions. Near a minimum the
// bound equals the minimum itself if the height is enclosed by a convex function over the whole patch; so a
// smooth surface needs no subdivision into small facets.
#pragma once

#include "convex/depth/direction_chart.hpp"
#include "convex/depth/feature_height.hpp"

namespace allide::convex {

// True if the height of the bodies is certainly at least `level` > 0 along all directions of the patch, up to
// the error of a computed height. `center` is a unit direction in or near the patch, ideally the one of the
// least height.
bool height_stays_above(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center,
                        const DirectionPatch& patch, double level);

}  // namespace allide::convex
