// Clips two facing features in the plane perpendicular to a contact normal, and chooses a few points of the
// result.
#pragma once

#include "query/manifold/support_feature.hpp"

#include <allide/manifold.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace allide::query {

// The corners, in order, of the overlap of two features projected along the normal (from b to a); empty if
// they do not overlap.
std::vector<ManifoldPoint> overlap_of(const SupportFeature& a, const SupportFeature& b, const Vec3& normal);

// Keeps at most `count` points: the deepest, the one farthest from it, then those that add the most area, or
// are farthest from all others. Points that are equal up to rounding are chosen by their features, so that
// the choice is the same from step to step.
void keep_best(std::vector<ManifoldPoint>& points, std::size_t count, const Vec3& normal);

// v/|v|, or 0 if the square of its length underflows or overflows.
inline Vec3 unit_or_zero(const Vec3& v) {
    const double squared = v.x * v.x + v.y * v.y + v.z * v.z;
    return squared > 0 && std::isfinite(squared) ? v * (1 / std::sqrt(squared)) : Vec3{};
}

}  // namespace allide::query
