#include "base/float_environment.hpp"
#include "convex/curved.hpp"
#include "convex/exact_closest.hpp"
#include "convex/gjk.hpp"
#include "convex/half_space.hpp"
#include "convex/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide {
namespace {

using convex::BodyPair;
using convex::operator-;
using convex::operator+;
using convex::operator*;

constexpr double body_infinity = std::numeric_limits<double>::infinity();

// From the closest points of the hulls to those of the grown bodies: along the line between them, and one
// point of both where they meet.
void grow_points(const BodyPair& pair, BodyDistance& distance) {
    const double ra = pair.placed_a().data().radius, rb = pair.placed_b().data().radius;
    const Vec3 across = distance.point_b - distance.point_a;
    const double length = std::sqrt(kernel::dot(across, across));
    if (distance.upper == 0) {
        // From where B begins to where A ends.
        const double share =
            length > 0 ? (std::min(ra, length) + std::max(length - rb, 0.0)) / (2 * length) : 0;
        distance.point_a = distance.point_b = distance.point_a + share * across;
    } else if (length > 0) {
        distance.point_a = distance.point_a + (ra / length) * across;
        distance.point_b = distance.point_b - (rb / length) * across;
    }
}

BodyDistance exact_body_distance(const BodyPair& pair, const convex::Simplex& start) {
    const convex::ExactClosest closest = convex::exact_closest(pair, start);
    BodyDistance distance{.point_a = closest.point_a, .point_b = closest.point_b};
    if (convex::compare_with_radii(pair, closest) > 0) {
        const double value = convex::length_beyond(closest.squared, convex::sum_of_radii(pair));
        distance.lower = std::nextafter(value * (1 - 0x1p-46), 0);
        distance.upper = std::nextafter(value * (1 + 0x1p-46), body_infinity);
    }
    distance.value = distance.upper;
    grow_points(pair, distance);
    return distance;
}

Vec3 weighted(const convex::Simplex& simplex, Vec3 convex::Difference::*side) {
    Vec3 sum;
    for (std::size_t i = 0; i < simplex.size; ++i) sum = sum + simplex.weight[i] * (simplex.corner[i].*side);
    return sum;
}

// A simplex with the origin inside: its corners' weights make one point of both.
BodyDistance common_point(const BodyPair& pair, convex::Simplex simplex) {
    const auto& c = simplex.corner;
    const auto volume = convex::volumes_about_origin({c[0].w, c[1].w, c[2].w, c[3].w});
    const double whole = volume[0] + volume[1] + volume[2] + volume[3];
    for (std::size_t i = 0; i < 4; ++i) simplex.weight[i] = volume[i] / whole;
    BodyDistance shared;
    shared.point_a = shared.point_b = weighted(simplex, &convex::Difference::a) + pair.origin();
    return shared;
}

}  // namespace

BodyDistance distance(const PlacedBody& a, const PlacedBody& b, BodyHint* hint) {
    const base::DefaultFloatEnvironment environment;
    if (convex::has_half_space(a, b)) return convex::distance_to_half_space(a, b);
    const BodyPair pair(a, b);
    convex::Simplex start;
    if (pair.in_range()) {
        const convex::GjkAnswer answer = convex::gjk(pair, convex::GjkGoal::distance, hint);
        if (answer.end == convex::GjkAnswer::End::inside) return common_point(pair, answer.simplex);
        start = answer.simplex;
        const double radii = pair.radius_sum(), slack = 0x1p-51 * (answer.upper + radii);
        BodyDistance found;
        found.lower = answer.lower - radii - slack;
        found.upper = found.value = answer.upper - radii + slack;
        found.point_a = weighted(answer.simplex, &convex::Difference::a) + pair.origin();
        found.point_b = weighted(answer.simplex, &convex::Difference::b) + pair.origin();
        if (found.lower > 0 && found.upper - found.lower <= 1e-12 * found.upper) {
            grow_points(pair, found);
            return found;
        }
    }
    return pair.exact_kinds() ? exact_body_distance(pair, start) : convex::curved_distance(pair);
}

}  // namespace allide
