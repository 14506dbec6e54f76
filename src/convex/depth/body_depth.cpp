#include "convex/depth/body_depth.hpp"

#include "convex/depth/coaxial.hpp"
#include "convex/depth/hull_depth.hpp"
#include "convex/depth/segment_depth.hpp"
#include "convex/depth/witness_points.hpp"
#include "convex/gjk/gjk.hpp"
#include "convex/gjk/witness.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::dot;

// Signed depth of separated cores: minus their distance, along the line between their closest points. Empty
// if rounding errors dominate.
std::optional<CoreDepth> depth_of_separated(const BodyPair& pair, const GjkAnswer& nearest) {
    if (nearest.end == GjkAnswer::End::inside || nearest.simplex.size == 0) return std::nullopt;
    const Witness points = weighted_points(pair, nearest.simplex);
    const Vec3 across = points.a - points.b;
    const double length = std::sqrt(dot(across, across));
    const double tolerance = depth_tolerance(pair), error = depth_error(pair);
    if (!(length > tolerance)) return std::nullopt;
    CoreDepth depth;
    depth.lower = -nearest.upper;
    const auto is_close = [&](const Vec3& normal) {
        depth.normal = normal;
        depth.upper = pair.support(normal).height + error;
        return depth.upper - depth.lower <= tolerance;
    };
    if (!is_close((-1 / length) * across)) {
        // If the cores nearly touch, GJK's search direction is more precise than the difference of the
        // closest points.
        const double size = std::sqrt(dot(nearest.direction, nearest.direction));
        const Vec3 normal = (1 / size) * nearest.direction, miss = across + length * normal;
        if (!(dot(miss, miss) <= 1e-22 * pair.scale() * pair.scale()) || !is_close(normal)) {
            // Neither direction is precise enough. Starts again from the first one: refine_witness_points
            // computes a normal from the nearest features, which is more precise, since these edges or faces
            // are much larger than the distance of the cores.
            is_close((-1 / length) * across);
            refine_witness_points(pair, depth);
            if (!depth.has_points || !(depth.upper - depth.lower <= tolerance)) return std::nullopt;
            return depth;
        }
    }
    depth.a = points.a;
    depth.b = points.b;
    depth.has_points = true;
    return depth;
}

std::optional<CoreDepth> depth_about_one_axis(const BodyPair& pair, double most_sine = parallel_sine) {
    if (pair.exact_kinds()) return std::nullopt;
    const std::optional<Revolved> a = revolved_a(pair);
    if (!a) return std::nullopt;
    const std::optional<Revolved> b = revolved_b(pair);
    if (!b) return std::nullopt;
    std::optional<CoreDepth> depth = coaxial_depth(pair, *a, *b, most_sine);
    if (!depth) return std::nullopt;
    // coaxial_depth() includes the balls of ellipsoids. The pair's cores exclude them, so their radii are
    // subtracted here.
    depth->lower -= pair.ball_a() + pair.ball_b();
    depth->upper -= pair.ball_a() + pair.ball_b();
    // The support height along the direction is an upper bound, too. Unlike that of coaxial_depth(), it is
    // not widened by the angle between the axes.
    depth->upper = std::min(depth->upper, pair.support(depth->normal).height + depth_error(pair));
    depth->lower = std::min(depth->lower, depth->upper);
    depth->a = depth->a - pair.ball_a() * depth->normal;
    depth->b = depth->b + pair.ball_b() * depth->normal;
    return depth;
}

// Sets the witness points to the closest points of the cores after A was moved just out of contact with B.
void find_meeting_points(const BodyPair& pair, CoreDepth& depth) {
    const double beyond = 1e-3 * pair.scale();
    const Vec3 apart = (-(depth.upper + beyond)) * depth.normal;
    const PlacedBody moved = pair.placed_a().moved_to(pair.placed_a().pose().translated(apart));
    const BodyPair after(moved, pair.placed_b());
    const GjkAnswer nearest = gjk(after, GjkGoal::distance, nullptr);
    const Witness points = weighted_points(after, nearest.simplex);
    const Vec3 shift = after.origin() - pair.origin();
    depth.a = points.a;
    depth.b = points.b + shift;
    depth.has_points = true;
}

// For needle-shaped bodies, whose computed facets are dominated by rounding: the same search on facets with
// exact orientations.
CoreDepth depth_on_exact_facets(const BodyPair& pair, const GjkAnswer& nearest) {
    const double error = depth_error(pair);
    const SupportOfDifference support_point = [&](const Vec3& direction) {
        return pair.support(direction).at.w;
    };
    const HullDepth hulls = hull_depth(support_point, error);
    CoreDepth depth;
    // If A − B has no volume, hull_depth proves no positive depth; GJK's distance then gives the bound.
    depth.lower = (hulls.lower > 0 ? hulls.lower : -nearest.upper) - error;
    depth.upper = hulls.upper + error;
    depth.normal = -1 * hulls.direction;
    return depth;
}

// The larger of two errors of the witness points, both 0 for exact points: the distance of a − b from upper ·
// normal, and that of A's point from A's support plane along the normal.
double miss_of_points(const BodyPair& pair, const CoreDepth& depth) {
    const Vec3 miss = depth.a - depth.b - depth.upper * depth.normal;
    const double below = dot(depth.normal, pair.support(depth.normal).at.a - depth.a);
    return std::max(std::sqrt(dot(miss, miss)), std::abs(below));
}
bool has_exact_points(const BodyPair& pair, const CoreDepth& depth) {
    return depth.has_points && miss_of_points(pair, depth) <= 1e-11 * pair.scale();
}

// Depth of curved cores that touch within rounding. Facets near the origin would be too small to have a
// normal, but the features that touch determine the closest points. Empty if this fails.
std::optional<CoreDepth> depth_of_touching(const BodyPair& pair, const GjkAnswer& nearest) {
    if (has_polytope_cores(pair) || nearest.end == GjkAnswer::End::inside) return std::nullopt;
    if (!(nearest.upper <= 1e-9 * pair.scale())) return std::nullopt;
    const double size = std::sqrt(dot(nearest.direction, nearest.direction));
    if (!(size > 0)) return std::nullopt;
    CoreDepth depth;
    depth.lower = -nearest.upper;
    depth.normal = (1 / size) * nearest.direction;
    depth.upper = pair.support(depth.normal).height + depth_error(pair);
    refine_witness_points(pair, depth);
    if (!depth.has_points || !(depth.upper - depth.lower <= 4 * depth_tolerance(pair))) return std::nullopt;
    return depth;
}

CoreDepth core_depth(const BodyPair& pair, DepthGoal goal) {
    const double close = 4 * depth_tolerance(pair);
    if (const auto depth = segment_depth(pair); depth && depth->upper - depth->lower <= close) return *depth;
    if (auto depth = depth_about_one_axis(pair); depth && depth->upper - depth->lower <= close) {
        if (goal == DepthGoal::depth && !has_exact_points(pair, *depth)) refine_witness_points(pair, *depth);
        return *depth;
    }
    const GjkAnswer nearest = gjk(pair, GjkGoal::distance, nullptr);
    if (const auto depth = depth_of_separated(pair, nearest)) return *depth;
    if (const auto depth = depth_of_touching(pair, nearest)) return *depth;
    CoreDepth depth = expand_polytope(pair, nearest, goal);
    const auto take_if_closer = [&](const CoreDepth& other) {
        if (other.upper - other.lower < depth.upper - depth.lower) depth = other;
    };
    if (goal == DepthGoal::depth && depth.upper - depth.lower > close) {
        // If axes are nearly parallel, a whole circle of directions has nearly the least depth. Treating the
        // axes as parallel may give closer bounds.
        if (auto other = depth_about_one_axis(pair, 1e-3)) {
            other->has_points = false;  // these points assume parallel axes and are not exact
            take_if_closer(*other);
        }
    }
    if (has_polytope_cores(pair) && depth.upper - depth.lower > close)
        take_if_closer(depth_on_exact_facets(pair, nearest));
    if (goal == DepthGoal::depth && !has_polytope_cores(pair) && nearest.end == GjkAnswer::End::inside &&
        depth.upper - depth.lower > 1e-9 * pair.scale()) {
        // A search from another initial tetrahedron has other facets, which rounding may affect less.
        take_if_closer(expand_polytope(pair, {}, goal));
    }
    if (nearest.end != GjkAnswer::End::inside && -nearest.lower < depth.upper - depth_tolerance(pair)) {
        depth.upper = -nearest.lower;
        depth.normal = (1 / std::sqrt(dot(nearest.direction, nearest.direction))) * nearest.direction;
        depth.has_points = false;
    }
    const bool touching = nearest.end != GjkAnswer::End::inside && nearest.upper <= 8 * depth_tolerance(pair);
    if (!depth.has_points && touching) {
        const Witness points = weighted_points(pair, nearest.simplex);
        depth.a = points.a;
        depth.b = points.b;
        depth.has_points = true;
    }
    if (goal == DepthGoal::depth && (depth.upper - depth.lower > close || !has_exact_points(pair, depth)))
        refine_witness_points(pair, depth);
    if (goal == DepthGoal::depth && !has_exact_points(pair, depth)) {
        CoreDepth other = depth;
        find_meeting_points(pair, other);
        if (!depth.has_points || miss_of_points(pair, other) < miss_of_points(pair, depth)) depth = other;
    }
    return depth;
}

}  // namespace

BodyDepth body_depth(const BodyPair& pair, DepthGoal goal) {
    const CoreDepth core = core_depth(pair, goal);
    const double ra = pair.radius_a(), rb = pair.radius_b(), radii = ra + rb;
    const double slack = 0x1p-51 * (std::abs(core.upper) + radii) + least_error;
    BodyDepth depth;
    depth.lower = core.lower + radii - slack;
    depth.upper = core.upper + radii + slack;
    depth.normal = core.normal;
    depth.a = core.a + ra * core.normal;
    depth.b = core.b - rb * core.normal;
    return depth;
}

}  // namespace allide::convex
