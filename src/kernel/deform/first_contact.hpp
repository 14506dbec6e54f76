// The first contact of two features whose points move on straight lines: exact, in stages of increasing cost.
#pragma once

#include "kernel/deform/moving_features.hpp"

namespace allide::kernel {

struct MotionLimits {
    double tolerance = 1e-9;  // maximum width of the bracket
    double latest = 1;        // contacts that certainly begin after this time need not be found
};

// Clear if the closed features share no point at any time in [0, 1]; otherwise the first contact. Coordinates
// may have any finite values. Never undecided.
MotionContact first_feature_contact(FeatureKind kind, const EightPoints& x, const MotionLimits& limits = {});

// Only the exact stage of first_feature_contact(), which decides every query.
MotionContact exact_feature_contact(FeatureKind kind, const EightPoints& x, double tolerance);

// True if, along some axis, one feature is strictly below the other at both ends of the motion. The features
// then never touch.
bool strictly_ordered(FeatureKind kind, const EightPoints& x);

// The first time at which the features are at most `clearance` apart. Exact, and never undecided. The
// clearance must be positive.
MotionContact first_feature_approach(FeatureKind kind, const EightPoints& x, double clearance,
                                     const MotionLimits& limits = {});

// Only the exact stage of first_feature_approach().
MotionContact exact_feature_approach(FeatureKind kind, const EightPoints& x, double clearance,
                                     double tolerance);

}  // namespace allide::kernel
