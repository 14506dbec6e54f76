// Fourth-order lower bound on the height of a sum of features over a patch of directions. The bound is exact
// at the direction about which it is expanded. If that is a minimum of the height and the bound is convex on
// the patch, the least value of the bound is this minimum. A smooth surface therefore needs no subdivision
// into small facets.
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
