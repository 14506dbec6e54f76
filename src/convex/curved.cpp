#include "convex/curved.hpp"

#include "convex/depth/body_depth.hpp"
#include "convex/gjk/witness.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {

BodyOverlap curved_overlap(const BodyPair& pair) {
    const BodyDepth depth = body_depth(pair, DepthGoal::verdict);
    if (depth.upper < 0) return {.verdict = BodyVerdict::no, .certificate = Certificate::direction};
    if (depth.lower > 0) return {.verdict = BodyVerdict::yes, .certificate = Certificate::simplex};
    return {.verdict = BodyVerdict::undecided,
            .certificate = Certificate::none,
            .bound = std::max(depth.upper, -depth.lower) + depth_error(pair)};
}

BodyDistance curved_distance(const BodyPair& pair, const GjkAnswer& nearest) {
    const double radii = pair.radius_sum(), slack = 0x1p-51 * (nearest.upper + radii) + least_error;
    const BodyDepth depth = body_depth(pair, DepthGoal::depth);
    Witness points = weighted_points(pair, nearest.simplex);
    // If the bodies touch, the witness points of the depth are closer to each other than those of GJK.
    const Vec3 core_a = depth.a - pair.radius_a() * depth.normal,
               core_b = depth.b + pair.radius_b() * depth.normal;
    const Vec3 apart = points.a - points.b, core_apart = core_a - core_b;
    if (kernel::dot(core_apart, core_apart) < kernel::dot(apart, apart)) points = {core_a, core_b};
    BodyDistance distance{.point_a = points.a, .point_b = points.b};
    if (depth.lower > 0) return distance;
    distance.lower = std::max({nearest.lower - radii - slack, -depth.upper, 0.0});
    distance.upper = std::max(std::min(nearest.upper - radii + slack, -depth.lower), distance.lower);
    return distance;
}

}  // namespace allide::convex
