#include "base/float_environment.hpp"
#include "convex/curved.hpp"
#include "convex/gjk/double_double_closest.hpp"
#include "convex/gjk/exact_closest.hpp"
#include "convex/gjk/gjk.hpp"
#include "convex/gjk/simplex.hpp"
#include "convex/half_space.hpp"

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
    const double ra = data_of(pair.placed_a()).radius, rb = data_of(pair.placed_b()).radius;
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

// The sign of a distance less what is between the hulls, the radii taken off.
int compare_with_distance(const BodyPair& pair, const convex::ExactClosest& closest, double distance) {
    const kernel::Exact length = kernel::Exact(distance) + convex::sum_of_radii(pair);
    return (length * length * closest.squared.denominator - closest.squared.numerator).sign();
}

// Among the smallest numbers one step is more than 1e-12 of a distance: the bounds are the nearest ones.
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
        distance.upper = std::nextafter(value * (1 + 0x1p-46), body_infinity);
        tighten(pair, closest, distance);
    }
    distance.value = distance.upper;
    grow_points(pair, distance);
    return distance;
}

struct PointsOfBoth {
    Vec3 a, b;
};
// The points that a simplex's weights stand for, in the world.
PointsOfBoth weighted_points(const BodyPair& pair, const convex::Simplex& simplex) {
    Vec3 a, b;
    const auto &vertices_a = data_of(pair.placed_a()).vertices,
               &vertices_b = data_of(pair.placed_b()).vertices;
    for (std::size_t i = 0; i < simplex.size; ++i) {
        const convex::Difference& d = simplex.corner[i];
        a = a + simplex.weight[i] * (pair.have_corners() ? vertices_a[d.corner_a] : d.a);
        b = b + simplex.weight[i] * (pair.have_corners() ? vertices_b[d.corner_b] : d.b);
    }
    if (!pair.have_corners()) return {a + pair.origin(), b + pair.origin()};
    return {pair.place_a(a) + pair.origin(), pair.place_b(b) + pair.origin()};
}

// A simplex with the origin inside: its corners' weights make one point of both.
BodyDistance common_point(const BodyPair& pair, convex::Simplex simplex) {
    const auto& c = simplex.corner;
    const auto volume = convex::volumes_about_origin({c[0].w, c[1].w, c[2].w, c[3].w});
    const double whole = volume[0] + volume[1] + volume[2] + volume[3];
    for (std::size_t i = 0; i < 4; ++i) simplex.weight[i] = volume[i] / whole;
    BodyDistance shared;
    shared.point_a = shared.point_b = weighted_points(pair, simplex).a;
    return shared;
}

// What bounds of the hulls' distance say about the grown bodies; false if that is too little.
bool found_distance(const BodyPair& pair, const convex::Simplex& simplex, double lower, double upper,
                    BodyDistance& found) {
    const double radii = pair.radius_sum(), slack = radii > 0 ? 0x1p-51 * (upper + radii) : 0;
    found.lower = lower - radii - slack;
    found.upper = found.value = upper - radii + slack;
    if (!(found.lower > 0 && found.upper - found.lower <= 1e-12 * found.upper)) return false;
    const PointsOfBoth points = weighted_points(pair, simplex);
    found.point_a = points.a;
    found.point_b = points.b;
    if (pair.radius_sum() > 0) grow_points(pair, found);
    return true;
}

}  // namespace

BodyDistance distance(const PlacedBody& a, const PlacedBody& b, BodyHint* hint) {
    const base::DefaultFloatEnvironment environment;
    if (convex::has_half_space(a, b)) return convex::distance_to_half_space(a, b);
    const BodyPair pair(a, b);
    if (!pair.in_range())
        return pair.exact_kinds() ? exact_body_distance(pair, {}) : convex::curved_distance(pair);
    convex::GjkAnswer answer = convex::gjk(pair, convex::GjkGoal::distance, hint);
    if (answer.end == convex::GjkAnswer::End::inside) return common_point(pair, answer.simplex);
    BodyDistance found;
    if (found_distance(pair, answer.simplex, answer.lower, answer.upper, found)) return found;
    if (!pair.exact_kinds()) return convex::curved_distance(pair);
    const convex::FineDistance fine = convex::fine_distance(pair, answer.simplex);
    if (found_distance(pair, answer.simplex, fine.lower, fine.upper, found)) return found;
    return exact_body_distance(pair, answer.simplex);
}

}  // namespace allide
