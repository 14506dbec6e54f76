#include "convex/curved.hpp"

#include "convex/gjk/gjk.hpp"
#include "convex/hull_depth.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {
namespace {

// Bounds of the depth, the radii counted: negative where the bodies are apart.
struct CurvedDepth {
    double lower = 0, upper = 0, error = 0;
    Vec3 direction;
};

// Where what the radii round is apart, the depth is what the radii are longer than its distance.
CurvedDepth depth_of_rounding(const BodyPair& pair, const GjkAnswer& answer) {
    const double radii = pair.radius_sum(), slack = 0x1p-51 * (answer.upper + radii) + least_error;
    CurvedDepth depth;
    depth.error = 4 * pair.point_error();
    depth.lower = radii - answer.upper - slack;
    depth.upper = radii - answer.lower + slack;
    const double length = std::sqrt(kernel::dot(answer.direction, answer.direction));
    depth.direction = (-1 / length) * answer.direction;
    return depth;
}

// Of the bodies as they are, the radii being a part of them.
CurvedDepth depth_of_grown(const BodyPair& pair) {
    const double radii = pair.radius_sum();
    const FarthestDifference farthest = [&](const Vec3& direction) {
        return pair.support(direction).at.w + radii * direction;
    };
    CurvedDepth depth;
    depth.error = 4 * pair.point_error() + 16 * 0x1p-53 * radii + least_error;
    const HullDepth hull = hull_depth(farthest, depth.error);
    depth.lower = hull.lower - depth.error;
    depth.upper = hull.upper + depth.error;
    depth.direction = hull.direction;
    return depth;
}

CurvedDepth curved_depth(const BodyPair& pair) {
    const GjkAnswer answer = gjk(pair, GjkGoal::distance, nullptr);
    if (answer.lower > 0) {
        const CurvedDepth rounding = depth_of_rounding(pair, answer);
        if (rounding.upper < 0 || rounding.lower > 0) return rounding;
        // Along the slope of a cone the search for the nearest points may stop early.
        const CurvedDepth grown = depth_of_grown(pair);
        return grown.upper < rounding.upper ? grown : rounding;
    }
    const FarthestDifference farthest = [&](const Vec3& direction) { return pair.support(direction).at.w; };
    CurvedDepth depth;
    depth.error = 4 * pair.point_error() + least_error;
    const HullDepth hull = hull_depth(farthest, depth.error);
    // A facet that the origin is beyond is no bound from below: an edge or a corner may be nearer.
    const double inside = hull.lower >= 0 ? hull.lower : -std::max(answer.upper, 0.0);
    depth.lower = inside + pair.radius_sum() - depth.error;
    depth.upper = hull.upper + pair.radius_sum() + depth.error;
    depth.direction = hull.direction;
    return depth;
}

Vec3 weighted_points(const Simplex& simplex, Vec3 Difference::*side) {
    Vec3 sum;
    for (std::size_t i = 0; i < simplex.size; ++i) sum = sum + simplex.weight[i] * (simplex.corner[i].*side);
    return sum;
}

}  // namespace

BodyOverlap curved_overlap(const BodyPair& pair) {
    const CurvedDepth depth = curved_depth(pair);
    if (depth.upper < 0) return {.verdict = BodyVerdict::no, .certificate = Certificate::direction};
    if (depth.lower > 0) return {.verdict = BodyVerdict::yes, .certificate = Certificate::simplex};
    return {.verdict = BodyVerdict::undecided,
            .certificate = Certificate::none,
            .bound = depth.upper + depth.error};
}

BodyDistance curved_distance(const BodyPair& pair) {
    const GjkAnswer answer = gjk(pair, GjkGoal::distance, nullptr);
    BodyDistance distance;
    distance.point_a = weighted_points(answer.simplex, &Difference::a) + pair.origin();
    distance.point_b = weighted_points(answer.simplex, &Difference::b) + pair.origin();
    if (answer.end == GjkAnswer::End::inside || answer.end == GjkAnswer::End::near) return distance;
    const CurvedDepth depth = curved_depth(pair);
    if (depth.lower > 0) return distance;
    const double radii = pair.radius_sum(), slack = 0x1p-51 * (answer.upper + radii) + least_error;
    distance.lower = std::max({answer.lower - radii - slack, -depth.upper, 0.0});
    distance.upper = distance.value = std::max(answer.upper - radii + slack, distance.lower);
    return distance;
}

BodyPenetration curved_penetration(const BodyPair& pair) {
    const CurvedDepth depth = curved_depth(pair);
    BodyPenetration penetration;
    penetration.lower = std::max(depth.lower, 0.0);
    penetration.upper = std::max(depth.upper, 0.0);
    penetration.direction = depth.direction;
    const Vec3 against = -1 * depth.direction;
    const Difference at = pair.support(against).at;
    penetration.point_a = at.a + pair.origin();
    penetration.point_b = at.b + pair.origin();
    return penetration;
}

}  // namespace allide::convex
