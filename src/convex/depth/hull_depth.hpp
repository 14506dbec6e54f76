// Penetration depth of two point sets: the shortest translation after which their convex hulls no longer
// interpenetrate. The polytope of their differences is expanded towards its boundary point nearest to the
// origin (Cameron 1997, van den Bergen 2001).
#pragma once

#include <allide/geometry.hpp>

#include <functional>
#include <span>

namespace allide::convex {

struct HullDepth {
    double lower = 0, upper = 0;  // bounds on the depth, up to 1e-15 of the points' coordinates
    Vec3 direction{0, 0, 1};      // direction in which the first set moves by `upper`
};

HullDepth hull_depth(std::span<const Vec3> a, std::span<const Vec3> b);

// The same for bodies given by the support function of A − B, which returns the support point in a direction.
// Terminates when the gap between the bounds is at most the tolerance. If the bodies are separated, the upper
// bound becomes negative once a separating direction was found; a negative lower bound carries no
// information.
using SupportOfDifference = std::function<Vec3(const Vec3& direction)>;
HullDepth hull_depth(const SupportOfDifference& support_point, double tolerance);

}  // namespace allide::convex
