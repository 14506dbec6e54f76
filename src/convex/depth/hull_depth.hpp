// How far one set of points must be moved until its convex hull no longer enters that of another: the
// polytope of their differences is grown towards its boundary point nearest to the origin (Cameron 1997, van
// den Bergen 2001).
#pragma once

#include <allide/geometry.hpp>

#include <functional>
#include <span>

namespace allide::convex {

struct HullDepth {
    double lower = 0, upper = 0;  // of the depth, up to 1e-15 of the points' coordinates
    Vec3 direction{0, 0, 1};      // in which the first set is moved by `upper`
};

HullDepth hull_depth(std::span<const Vec3> a, std::span<const Vec3> b);

// The same for bodies that are given by how far their differences a − b reach: the farthest difference in a
// direction. Ends when the bounds are no farther apart than the tolerance. Where the bodies are apart the
// upper bound is negative once a direction that parts them was met; a lower one that is negative says
// nothing.
using FarthestDifference = std::function<Vec3(const Vec3& direction)>;
HullDepth hull_depth(const FarthestDifference& farthest, double tolerance);

}  // namespace allide::convex
