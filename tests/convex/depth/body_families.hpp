// Bodies of every kind at random and degenerate poses, and the signed distance of a point from each body.
#pragma once

#include "oracle/poses.hpp"

#include <allide/convex.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace allide::test {

enum class Shape7 { box, hull, sphere, capsule, cylinder, cone, ellipsoid };
inline constexpr std::array<Shape7, 7> all_shapes{Shape7::box,      Shape7::hull,     Shape7::sphere,
                                                  Shape7::capsule,  Shape7::cylinder, Shape7::cone,
                                                  Shape7::ellipsoid};
inline constexpr std::array<const char*, 7> shape_names{"box",      "hull", "sphere",   "capsule",
                                                        "cylinder", "cone", "ellipsoid"};

inline Vec3 plus(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 minus(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 times(double s, const Vec3& a) {
    return {s * a.x, s * a.y, s * a.z};
}
inline Vec3 turned_by(const oracle::Matrix& m, const Vec3& v) {
    return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[4] * v.x + m[5] * v.y + m[6] * v.z,
            m[8] * v.x + m[9] * v.y + m[10] * v.z};
}
inline Vec3 into_body(const oracle::Matrix& m, const Vec3& world) {
    const Vec3 v = minus(world, {m[3], m[7], m[11]});
    return {m[0] * v.x + m[4] * v.y + m[8] * v.z, m[1] * v.x + m[5] * v.y + m[9] * v.z,
            m[2] * v.x + m[6] * v.y + m[10] * v.z};
}
inline oracle::Matrix placed_at(oracle::Matrix m, const Vec3& at) {
    m[3] = at.x;
    m[7] = at.y;
    m[11] = at.z;
    return m;
}

// A body with its dimensions: half sides, radius and half length or height, or semi-axes.
struct Sample {
    Shape7 shape;
    std::array<double, 3> measure;
    ConvexBody body;

    double half_height() const {
        return shape == Shape7::box || shape == Shape7::ellipsoid ? measure[2] : measure[1];
    }
    // Approximate radius of a ball around the body's origin that contains the body.
    double size() const {
        if (shape == Shape7::hull || shape == Shape7::sphere) return measure[0];
        if (shape == Shape7::capsule) return measure[0] + measure[1];
        if (shape == Shape7::cylinder || shape == Shape7::cone) return std::hypot(measure[0], measure[1]);
        return std::hypot(measure[0], measure[1], measure[2]);
    }
    // Distance of x from the surface, negative inside. For an ellipsoid, correct to first order near it.
    double signed_distance(const Vec3& x) const {
        const auto& [p, q, s] = measure;
        const double aside = std::hypot(x.x, x.y);
        switch (shape) {
            case Shape7::box:
            case Shape7::hull: {
                double most = -INFINITY;
                for (const HalfSpace& plane : body.planes()) {
                    const Vec3& n = plane.normal;
                    most = std::max(most, n.x * x.x + n.y * x.y + n.z * x.z - plane.offset);
                }
                return most;
            }
            case Shape7::sphere:
                return length(x) - p;
            case Shape7::capsule:
                return length({x.x, x.y, x.z - std::clamp(x.z, -q, q)}) - p;
            case Shape7::cylinder:
                return std::max(aside - p, std::abs(x.z) - q);
            case Shape7::cone:
                return std::max((2 * q * aside + p * (x.z - q)) / std::hypot(2 * q, p), -q - x.z);
            case Shape7::ellipsoid: {
                const Vec3 y{x.x / p, x.y / q, x.z / s}, slope{y.x / p, y.y / q, y.z / s};
                return (y.x * y.x + y.y * y.y + y.z * y.z - 1) / (2 * length(slope));
            }
        }
        return 0;
    }
    // A point of the surface: the middle of a face or an edge, a vertex, an end of the axis, or a random
    // point.
    Vec3 special_point(oracle::Dice& dice) const {
        const auto& [p, q, s] = measure;
        const double angle = dice.between(0.0, 2 * std::numbers::pi), c = std::cos(angle),
                     n = std::sin(angle);
        const auto which = dice.below(4);
        switch (shape) {
            case Shape7::box:
                return which == 0   ? Vec3{p, 0, 0}
                       : which == 1 ? Vec3{p, q, 0}
                       : which == 2 ? Vec3{p, -q, s}
                                    : Vec3{dice.between(-p, p), dice.between(-q, q), -s};
            case Shape7::hull:
                return body.vertices()[dice.below(body.vertices().size())];
            case Shape7::sphere:
                return {p * c, p * n, 0};
            case Shape7::capsule:
                return which == 0 ? Vec3{0, 0, p + q}
                                  : Vec3{p * c, p * n, which == 1 ? q : dice.between(-q, q)};
            case Shape7::cylinder:
                return which == 0 ? Vec3{0, 0, q} : Vec3{p * c, p * n, which == 1 ? q : dice.between(-q, q)};
            case Shape7::cone:
                return which == 0   ? Vec3{0, 0, q}
                       : which == 1 ? Vec3{0, 0, -q}
                       : which == 2 ? Vec3{p * c, p * n, -q}
                                    : Vec3{0.5 * p * c, 0.5 * p * n, 0};
            case Shape7::ellipsoid:
                return which == 0 ? Vec3{p, 0, 0} : which == 1 ? Vec3{0, 0, s} : Vec3{p * c, q * n, 0};
        }
        return {};
    }
};

// A hull has 8 or `most_corners` corners.
inline Sample random_sample(oracle::Dice& dice, Shape7 shape, double scale = 1,
                            std::size_t most_corners = 40) {
    const auto some = [&] { return scale * dice.between(0.3, 1.0); };
    std::array<double, 3> m{some(), some(), some()};
    if (shape == Shape7::ellipsoid && dice.one_in(2)) m[1] = m[0];
    if (shape == Shape7::ellipsoid && dice.one_in(4)) m[1] = m[2] = m[0];
    const auto body = [&] {
        switch (shape) {
            case Shape7::box:
                return ConvexBody::box({m[0], m[1], m[2]});
            case Shape7::hull: {
                std::vector<Vec3> points;
                const std::size_t count = dice.one_in(2) ? 8 : most_corners;
                while (points.size() < count) {
                    const Vec3 v{dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)};
                    if (length(v) > 0.1 && length(v) < 1) points.push_back(times(m[0] / length(v), v));
                }
                return ConvexBody::from_points(points);
            }
            case Shape7::sphere:
                return ConvexBody::sphere(m[0]);
            case Shape7::capsule:
                return ConvexBody::capsule(m[0], m[1]);
            case Shape7::cylinder:
                return ConvexBody::cylinder(m[0], m[1]);
            case Shape7::cone:
                return ConvexBody::cone(m[0], m[1]);
            default:
                return ConvexBody::ellipsoid({m[0], m[1], m[2]});
        }
    };
    return {shape, m, body().value()};
}

enum class Family {
    random,
    equal_centers,
    equal_poses,
    coaxial,
    parallel_axes,
    center_on_surface,
    surface_on_axis,
    nested,
    coplanar_caps,
    top_on_surface,
    nearly_coaxial,
    nearly_parallel_axes,
};
inline constexpr std::array<Family, 12> all_families{
    Family::random,        Family::equal_centers,     Family::equal_poses,     Family::coaxial,
    Family::parallel_axes, Family::center_on_surface, Family::surface_on_axis, Family::nested,
    Family::coplanar_caps, Family::top_on_surface,    Family::nearly_coaxial,  Family::nearly_parallel_axes};

inline constexpr std::array<const char*, 12> family_names{
    "random",        "equal centers",     "equal poses",     "coaxial",
    "parallel axes", "center on surface", "surface on axis", "nested",
    "coplanar caps", "top on surface",    "nearly coaxial",  "nearly parallel axes"};

struct PlacedPair {
    Sample a, b;
    oracle::Matrix pose_a, pose_b;
};

// A length or angle of any order of magnitude from 1e-14 to 0.1, or 0.
inline double tiny(oracle::Dice& dice) {
    return dice.one_in(4) ? 0 : std::pow(10, dice.between(-14.0, -1.0));
}

// Tilts the z axis by a tiny angle towards a random direction perpendicular to it.
inline oracle::Matrix tilted(oracle::Dice& dice, const oracle::Matrix& m) {
    const double tilt = tiny(dice), c = std::cos(tilt), s = std::sin(tilt),
                 azimuth = dice.between(0.0, 2 * std::numbers::pi);
    const Vec3 along = turned_by(m, {std::cos(azimuth), std::sin(azimuth), 0}),
               across = turned_by(m, {-std::sin(azimuth), std::cos(azimuth), 0}),
               axis = turned_by(m, {0, 0, 1});
    const Vec3 x = minus(times(c, along), times(s, axis)), z = plus(times(c, axis), times(s, along));
    return {x.x, across.x, z.x, m[3], x.y, across.y, z.y, m[7], x.z, across.z, z.z, m[11]};
}

inline PlacedPair random_pair(oracle::Dice& dice, Shape7 first, Shape7 second, Family family,
                              std::size_t most_corners = 40) {
    PlacedPair pair{random_sample(dice, first, 1, most_corners),
                    random_sample(dice, second, family == Family::nested ? 0.1 : 1, most_corners),
                    oracle::rotation(dice), oracle::rotation(dice)};
    if (family == Family::equal_poses || family == Family::coaxial || family == Family::parallel_axes ||
        family == Family::coplanar_caps)
        pair.pose_b = pair.pose_a;
    if (family == Family::nearly_coaxial || family == Family::nearly_parallel_axes)
        pair.pose_b = tilted(dice, pair.pose_a);
    if (family == Family::equal_poses && first == second && dice.one_in(2)) pair.b = pair.a;
    const auto any = [&](double most) {
        return Vec3{dice.between(-most, most), dice.between(-most, most), dice.between(-most, most)};
    };
    const Vec3 at = dice.one_in(2) ? Vec3{} : any(3);
    const double small = std::min(pair.a.size(), pair.b.size());
    Vec3 offset;
    switch (family) {
        case Family::random:
            offset = any(0.5);
            break;
        case Family::coaxial:
            offset = turned_by(pair.pose_a, {0, 0, dice.between(-small, small)});
            break;
        case Family::nearly_coaxial:
            offset = turned_by(pair.pose_a, {tiny(dice), 0, dice.between(-small, small)});
            break;
        case Family::parallel_axes:
        case Family::nearly_parallel_axes:
            offset = turned_by(pair.pose_a, any(0.5));
            break;
        case Family::center_on_surface:
            offset = turned_by(pair.pose_a, pair.a.special_point(dice));
            break;
        case Family::surface_on_axis:
            offset = minus(turned_by(pair.pose_a, pair.a.special_point(dice)),
                           turned_by(pair.pose_b, {0, 0, dice.between(-0.4, 0.4)}));
            break;
        case Family::nested:
            offset = any(0.1);
            break;
        case Family::coplanar_caps: {
            const double gap = dice.one_in(2) ? pair.a.half_height() - pair.b.half_height()
                                              : pair.a.half_height() + pair.b.half_height();
            offset = turned_by(pair.pose_a, {dice.one_in(2) ? 0 : dice.between(-0.5, 0.5), 0, gap});
            break;
        }
        case Family::top_on_surface:
            offset = minus(turned_by(pair.pose_a, pair.a.special_point(dice)),
                           turned_by(pair.pose_b, {0, 0, pair.b.half_height()}));
            break;
        default:
            break;
    }
    pair.pose_a = placed_at(pair.pose_a, at);
    pair.pose_b = placed_at(pair.pose_b, plus(at, offset));
    return pair;
}

// Each pair has a seed of its own, so that it can be repeated without those before it.
inline PlacedPair numbered_pair(Shape7 first, Shape7 second, Family family, std::uint64_t number,
                                std::size_t most_corners = 40) {
    const auto code =
        (static_cast<std::uint64_t>(first) * all_shapes.size() + static_cast<std::uint64_t>(second)) *
            all_families.size() +
        static_cast<std::uint64_t>(family);
    oracle::Dice dice(0x9e3779b97f4a7c15u * (code + 1) + number);
    return random_pair(dice, first, second, family, most_corners);
}

}  // namespace allide::test
