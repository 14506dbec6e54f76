#include "base/float_environment.hpp"
#include "convex/curved.hpp"
#include "convex/gjk/exact_closest.hpp"
#include "convex/gjk/gjk.hpp"
#include "convex/half_space.hpp"
#include "convex/hull_depth.hpp"

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

using convex::BodyPair;
using convex::operator-;
using convex::operator+;
using convex::operator*;

// Only the radii overlap: the way out is along the line between the closest points of what they round.
BodyPenetration depth_of_rims(const BodyPair& pair, const convex::ExactClosest& closest) {
    BodyPenetration depth;
    const Vec3 across = closest.point_a - closest.point_b;
    const double apart = kernel::root_of_quotient(closest.squared.numerator, closest.squared.denominator);
    const double length = std::sqrt(kernel::dot(across, across));
    if (length > 0) depth.direction = (1 / length) * across;
    const double radii = pair.radius_sum(), error = 0x1p-47 * (radii + apart) + convex::least_error;
    depth.lower = std::max(radii - apart - error, 0.0);
    depth.upper = std::max(radii - apart, 0.0) + error;
    depth.point_a = closest.point_a - data_of(pair.placed_a()).radius * depth.direction;
    depth.point_b = closest.point_b + data_of(pair.placed_b()).radius * depth.direction;
    return depth;
}

// A point of each that meet after the way out: where A, moved, is closest to B.
void add_meeting_points(const BodyPair& pair, BodyPenetration& depth) {
    const PlacedBody &a = pair.placed_a(), &b = pair.placed_b();
    const Vec3 way = depth.upper * depth.direction;
    if (!kernel::finite(pair.origin() + way)) return;
    const PlacedBody moved = a.moved_to(a.pose().translated(way));
    const BodyPair after(moved, b);
    const convex::ExactClosest closest = convex::exact_closest(after, {});
    depth.point_a = closest.point_a - data_of(a).radius * depth.direction - way;
    depth.point_b = closest.point_b + data_of(b).radius * depth.direction;
}

BodyPenetration depth_of_hulls(const BodyPair& pair) {
    const double error = 4 * pair.point_error() + convex::least_error;
    const convex::FarthestDifference farthest = [&](const Vec3& direction) {
        return pair.support(direction).at.w;
    };
    const convex::HullDepth hulls = convex::hull_depth(farthest, error);
    BodyPenetration depth;
    depth.lower = std::max(std::max(hulls.lower, 0.0) + pair.radius_sum() - error, 0.0);
    depth.upper = std::max(hulls.upper, 0.0) + pair.radius_sum() + error;
    depth.direction = hulls.direction;
    add_meeting_points(pair, depth);
    return depth;
}

}  // namespace

BodyPenetration penetration(const PlacedBody& a, const PlacedBody& b) {
    const base::DefaultFloatEnvironment environment;
    if (convex::has_half_space(a, b)) return convex::penetration_of_half_space(a, b);
    const BodyPair pair(a, b);
    if (!pair.exact_kinds())
        return overlap_solid(a, b).verdict == BodyVerdict::no ? BodyPenetration{}
                                                              : convex::curved_penetration(pair);
    const convex::GjkAnswer answer =
        pair.in_range() ? convex::gjk(pair, convex::GjkGoal::verdict, nullptr) : convex::GjkAnswer{};
    if (answer.end == convex::GjkAnswer::End::apart) return {};
    if (answer.end == convex::GjkAnswer::End::inside) return depth_of_hulls(pair);
    const convex::ExactClosest closest = convex::exact_closest(pair, answer.simplex);
    if (closest.touching) return depth_of_hulls(pair);
    if (convex::compare_with_radii(pair, closest) > 0) return {};
    return depth_of_rims(pair, closest);
}

}  // namespace allide
