#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "convex/body/rescaled.hpp"
#include "convex/curved.hpp"
#include "convex/gjk/double_double_closest.hpp"
#include "convex/gjk/exact_closest.hpp"
#include "convex/gjk/gjk.hpp"
#include "convex/gjk/simplex.hpp"
#include "convex/gjk/witness.hpp"
#include "convex/half_space.hpp"

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

using convex::BodyPair;
using convex::operator-;
using convex::operator+;
using convex::operator*;

// Moves the closest points of the two cores to the surfaces of the bodies, along the line through both
// points. If the bodies overlap, both points become one common point.
void move_points_to_surfaces(const BodyPair& pair, BodyDistance& distance) {
    const double ra = pair.radius_a(), rb = pair.radius_b();
    const Vec3 across = distance.point_b - distance.point_a;
    const double length = std::hypot(across.x, across.y, across.z);
    if (!(length > 0)) return;
    if (distance.upper == 0) {
        // Midpoint between B's first point and A's last point on the line from A's core to B's.
        const double share = 0.5 * (std::min(ra / length, 1.0) + std::max(1 - rb / length, 0.0));
        distance.point_a = distance.point_b = distance.point_a + share * across;
    } else {
        distance.point_a = distance.point_a + (ra / length) * across;
        distance.point_b = distance.point_b - (rb / length) * across;
    }
}

// Sign of `distance` minus the exact distance of the bodies (that of their hulls minus the radii).
int compare_with_distance(const BodyPair& pair, const convex::ExactClosest& closest, double distance) {
    const kernel::Exact length = kernel::Exact(distance) + convex::sum_of_radii(pair);
    return (length * length * closest.squared.denominator - closest.squared.numerator).sign();
}

// Narrows the bounds until they differ by at most a relative 1e-12 or are adjacent doubles: for subnormal
// distances, one unit in the last place exceeds 1e-12 of the distance.
void tighten(const BodyPair& pair, const convex::ExactClosest& closest, BodyDistance& distance) {
    const auto too_wide = [&] { return distance.upper - distance.lower > 1e-12 * distance.upper; };
    while (too_wide()) {
        const double next = std::nextafter(distance.lower, distance.upper);
        if (compare_with_distance(pair, closest, next) > 0) break;
        distance.lower = next;
    }
    while (too_wide()) {
        const double next = std::nextafter(distance.upper, distance.lower);
        if (next == 0 || compare_with_distance(pair, closest, next) < 0) break;
        distance.upper = next;
    }
}

BodyDistance exact_body_distance(const BodyPair& pair, const convex::Simplex& start) {
    const convex::ExactClosest closest = convex::exact_closest(pair, start);
    BodyDistance distance{.point_a = closest.point_a, .point_b = closest.point_b};
    if (convex::compare_with_radii(pair, closest) > 0) {
        const double value = convex::length_beyond(closest.squared, convex::sum_of_radii(pair));
        distance.lower = std::nextafter(value * (1 - 0x1p-46), 0);
        distance.upper = std::nextafter(value * (1 + 0x1p-46), base::infinity);
        tighten(pair, closest, distance);
        distance.value = std::clamp(value, distance.lower, distance.upper);
    }
    move_points_to_surfaces(pair, distance);
    return distance;
}

// Witness points of both bodies in the world: the points that the simplex's weights define.
convex::Witness world_points(const BodyPair& pair, const convex::Simplex& simplex) {
    const convex::Witness points = convex::weighted_points(pair, simplex);
    return {points.a + pair.origin(), points.b + pair.origin()};
}

// Distance 0, for a simplex that contains the origin: its weights define a point of both bodies.
BodyDistance common_point(const BodyPair& pair, convex::Simplex simplex) {
    const auto& c = simplex.corner;
    const auto volume = convex::volumes_about_origin({c[0].w, c[1].w, c[2].w, c[3].w});
    const double total = volume[0] + volume[1] + volume[2] + volume[3];
    for (std::size_t i = 0; i < 4; ++i) simplex.weight[i] = volume[i] / total;
    BodyDistance shared;
    shared.point_a = shared.point_b = world_points(pair, simplex).a;
    return shared;
}

// Length of the difference that the simplex's weights define, minus both radii, clamped to the bounds.
double estimate(const BodyPair& pair, const convex::Simplex& simplex, const BodyDistance& bounds) {
    Vec3 apart;
    for (std::size_t i = 0; i < simplex.size; ++i) apart = apart + simplex.weight[i] * simplex.corner[i].w;
    return std::clamp(std::sqrt(kernel::dot(apart, apart)) - pair.radius_sum(), bounds.lower, bounds.upper);
}

// Computes the distance from bounds on that of the cores. Returns false if these bounds are too wide.
bool found_distance(const BodyPair& pair, const convex::Simplex& simplex, double lower, double upper,
                    BodyDistance& found) {
    const double radii = pair.radius_sum(), slack = radii > 0 ? 0x1p-51 * (upper + radii) : 0;
    found.lower = lower - radii - slack;
    found.upper = upper - radii + slack;
    if (!(found.lower > 0 && found.upper - found.lower <= 1e-12 * found.upper)) return false;
    found.value = estimate(pair, simplex, found);
    const convex::Witness points = world_points(pair, simplex);
    found.point_a = points.a;
    found.point_b = points.b;
    if (pair.radius_sum() > 0) move_points_to_surfaces(pair, found);
    return true;
}

BodyDistance distance_of_curved(const BodyPair& pair, const convex::GjkAnswer& nearest) {
    BodyDistance found = convex::curved_distance(pair, nearest);
    found.value = found.upper > 0 ? estimate(pair, nearest.simplex, found) : 0;
    found.point_a = found.point_a + pair.origin();
    found.point_b = found.point_b + pair.origin();
    move_points_to_surfaces(pair, found);
    return found;
}

BodyDistance rescaled_distance(const PlacedBody& a, const PlacedBody& b) {
    const convex::RescaledBodies scaled(a, b);
    BodyDistance found = distance(scaled.a(), scaled.b());
    found.lower = scaled.lower(found.lower);
    found.upper = scaled.upper(found.upper);
    found.value = std::clamp(scaled.rounded(found.value), found.lower, found.upper);
    found.point_a = scaled.point(found.point_a);
    found.point_b = scaled.point(found.point_b);
    return found;
}

}  // namespace

BodyDistance distance(const PlacedBody& a, const PlacedBody& b, BodyHint* hint) {
    const base::DefaultFloatEnvironment environment;
    if (convex::has_half_space(a, b)) return convex::distance_to_half_space(a, b);
    const BodyPair pair(a, b);
    if (!pair.in_range() && pair.exact_kinds()) return exact_body_distance(pair, {});
    if (!pair.depth_in_range() && !pair.exact_kinds()) return rescaled_distance(a, b);
    convex::GjkAnswer answer = convex::gjk(pair, convex::GjkGoal::distance, hint);
    if (answer.end == convex::GjkAnswer::End::inside) return common_point(pair, answer.simplex);
    BodyDistance found;
    if (found_distance(pair, answer.simplex, answer.lower, answer.upper, found)) return found;
    if (!pair.exact_kinds()) return distance_of_curved(pair, answer);
    const convex::MeasuredDistance fine = convex::double_double_distance(pair, answer.simplex);
    if (found_distance(pair, answer.simplex, fine.lower, fine.upper, found)) return found;
    return exact_body_distance(pair, answer.simplex);
}

}  // namespace allide
