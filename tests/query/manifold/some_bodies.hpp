// One body of each kind, for tests of pairs of bodies.
#pragma once

#include "support/random_geometry.hpp"

#include <allide/convex.hpp>

#include <vector>

namespace allide::test {

inline std::vector<ConvexBody> some_bodies(base::Random& random) {
    std::vector<Vec3> points;
    for (int i = 0; i < 10; ++i) points.push_back(random_point(random, 0.6));
    return {ConvexBody::box({0.6, 0.4, 0.2}).value(),
            ConvexBody::from_points(points).value(),
            ConvexBody::sphere(0.5).value(),
            ConvexBody::capsule(0.2, 0.5).value(),
            ConvexBody::cylinder(0.4, 0.3).value(),
            ConvexBody::cone(0.5, 0.4).value(),
            ConvexBody::ellipsoid({0.6, 0.4, 0.3}).value(),
            ConvexBody::box({0.3, 0.3, 0.3}).value().rounded(0.2).value()};
}

}  // namespace allide::test
