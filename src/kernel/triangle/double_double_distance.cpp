#include "kernel/triangle/double_double_distance.hpp"

#include "base/infinity.hpp"
#include "kernel/number/double_double.hpp"
#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/closest_features.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

using Number = DoubleDouble;

struct Point {
    Number x, y, z;
};
using Corners = std::array<Point, 3>;

Point operator+(const Point& a, const Point& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Point operator-(const Point& a, const Point& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Point operator*(const Number& s, const Point& a) {
    return {s * a.x, s * a.y, s * a.z};
}
Number dot(const Point& a, const Point& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Point cross(const Point& a, const Point& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double largest_coordinate(const Triangle& t) {
    return std::max({largest(t[0]), largest(t[1]), largest(t[2])});
}

// The exponent of a power of two above the triangle's coordinates and its pose's offset.
int unit_of(const Triangle& t, const Pose& pose) {
    const auto& m = pose.matrix();
    const double most = std::max({largest_coordinate(t), std::abs(m[3]), std::abs(m[7]), std::abs(m[11])});
    return most == 0 ? -1074 : std::ilogb(most) + 1;
}

// The corners in the world, divided by 2^unit. The products of two doubles are exact.
Corners placed(const Triangle& t, const Pose& pose, int unit) {
    const auto& m = pose.matrix();
    const PowerOfTwo into_unit(-unit);
    Corners world;
    for (std::size_t i = 0; i < 3; ++i) {
        const double x = into_unit(t[i].x), y = into_unit(t[i].y), z = into_unit(t[i].z);
        const auto coordinate = [&](std::size_t k) {
            return two_product(m[4 * k], x) + two_product(m[4 * k + 1], y) + two_product(m[4 * k + 2], z) +
                   Number(into_unit(m[4 * k + 3]));
        };
        world[i] = {coordinate(0), coordinate(1), coordinate(2)};
    }
    return world;
}

// Rounded corners relative to `origin` (a corner of A), times 2^lift, for the search of closest features.
// Differences of unshifted positions far from the world's origin would lose digits.
Triangle rounded_from(const Corners& corners, const Point& origin, int lift) {
    const PowerOfTwo lifted(lift);
    Triangle out;
    for (std::size_t i = 0; i < 3; ++i) {
        const Point p = corners[i] - origin;
        out[i] = {lifted(p.x.rounded()), lifted(p.y.rounded()), lifted(p.z.rounded())};
    }
    return out;
}

Number clamped(const Number& t) {
    if (!(t.high > 0)) return 0;
    return t < Number(1) ? t : Number(1);
}

// A corner, an edge or the face of a triangle, given by those corners whose weight is not zero.
struct Feature {
    Feature(const Corners& triangle, const std::array<double, 3>& weights) {
        for (std::size_t i = 0; i < 3; ++i)
            if (weights[i] != 0) corners[count++] = triangle[i];
    }
    Point edge(std::size_t i) const { return corners[i] - corners[0]; }

    Corners corners;
    std::size_t count = 0;
};

// A point of a feature: the barycentric weights of its second and third corner, non-negative with a sum of at
// most 1.
struct FeatureWeights {
    Number s, t;
};

Point point_at(const FeatureWeights& weights, const Feature& feature) {
    if (feature.count == 1) return feature.corners[0];
    const Point on_edge = feature.corners[0] + weights.s * feature.edge(1);
    return feature.count == 2 ? on_edge : on_edge + weights.t * feature.edge(2);
}

// The feature's point nearest to p.
FeatureWeights nearest(const Point& p, const Feature& feature) {
    if (feature.count == 1) return {};
    const Point e = feature.edge(1), w = p - feature.corners[0];
    if (feature.count == 2) return {clamped(dot(e, w) / dot(e, e)), 0};
    const Point f = feature.edge(2), normal = cross(e, f);
    const Number length = dot(normal, normal);
    FeatureWeights weights{clamped(dot(cross(w, f), normal) / length),
                           clamped(dot(cross(e, w), normal) / length)};
    if (Number(1) < weights.s + weights.t) weights.t = Number(1) - weights.s;
    return weights;
}

struct ClosestWeights {
    FeatureWeights a, b;
};

// The closest points of two features, provided that those of the triangles lie on these features.
ClosestWeights closest_weights(const Feature& a, const Feature& b) {
    if (a.count == 1) return {{}, nearest(a.corners[0], b)};
    if (b.count == 1) return {nearest(b.corners[0], a), {}};
    const Point e = a.edge(1), f = b.edge(1), w = b.corners[0] - a.corners[0], normal = cross(e, f);
    const Number length = dot(normal, normal);
    return {{clamped(dot(cross(w, f), normal) / length), 0}, {clamped(dot(cross(w, e), normal) / length), 0}};
}

// One of the two triangles, with the weights that select its feature.
struct Side {
    const Triangle& triangle;
    const Pose& pose;
    const std::array<double, 3>& weights;
    const Corners& world;
};

// World coordinates of the point with these weights. A triangle that is far smaller than the other is
// evaluated in its own unit, since it would lose all its bits in the common one.
Vec3 in_world(const Side& side, const FeatureWeights& weights, int unit, const Vec3& offset) {
    const int own_unit = unit_of(side.triangle, side.pose);
    const bool small = own_unit < unit - 40;
    if (small) unit = own_unit;
    const Corners& world = small ? placed(side.triangle, side.pose, unit) : side.world;
    const Point p = point_at(weights, Feature(world, side.weights));
    const PowerOfTwo from_unit(unit);
    const auto coordinate = [&](const Number& x, double at) {
        return (Number(from_unit(x.high), from_unit(x.low)) + Number(at)).rounded();
    };
    return {coordinate(p.x, offset.x), coordinate(p.y, offset.y), coordinate(p.z, offset.z)};
}

// Model coordinates of the point with these weights, as a sum of two vectors of doubles.
std::array<Vec3, 2> in_model(const Side& side, const FeatureWeights& weights) {
    Corners corners;
    for (std::size_t i = 0; i < 3; ++i)
        corners[i] = {Number(side.triangle[i].x), Number(side.triangle[i].y), Number(side.triangle[i].z)};
    const Point p = point_at(weights, Feature(corners, side.weights));
    return {Vec3{p.x.high, p.y.high, p.z.high}, Vec3{p.x.low, p.y.low, p.z.low}};
}

// A world direction pulled back to the model's frame (Rᵀ d): its dot product with a difference of model
// points equals the dot product in the world. Returned as a sum of two vectors of doubles.
std::array<Vec3, 2> pulled_back(const Pose& pose, double x, double y, double z) {
    const auto& m = pose.matrix();
    const auto row = [&](std::size_t i) {
        return two_product(m[i], x) + two_product(m[4 + i], y) + two_product(m[8 + i], z);
    };
    const Number along_x = row(0), along_y = row(1), along_z = row(2);
    return {Vec3{along_x.high, along_y.high, along_z.high}, Vec3{along_x.low, along_y.low, along_z.low}};
}

template <typename Beyond>
double farthest(const Triangle& t, Beyond&& beyond) {
    return std::max({beyond(t[0]), beyond(t[1]), beyond(t[2])});
}

}  // namespace

// Error bound: the differences x − point, their products with the direction, and the sums together are off by
// less than 6u of the products' magnitudes. The low parts of the direction are ignored, which adds one more
// u.
double AnchorPoint::beyond(const Vec3& x) const {
    using kernel::operator-;
    const Vec3 d = (x - point[0]) - point[1];
    const Vec3 product{direction[0].x * d.x, direction[0].y * d.y, direction[0].z * d.z};
    const double size = std::abs(product.x) + std::abs(product.y) + std::abs(product.z);
    return product.x + product.y + product.z + 8 * 0x1p-53 * size + 0x1p-1000;
}

double AnchorPoint::beyond_double_double(const Vec3& x) const {
    const auto along = [&](double at, double high, double low, double n_high, double n_low) {
        return Number(n_high, n_low) * (two_sum(at, -high) - Number(low));
    };
    const Number sum = along(x.x, point[0].x, point[1].x, direction[0].x, direction[1].x) +
                       along(x.y, point[0].y, point[1].y, direction[0].y, direction[1].y) +
                       along(x.z, point[0].z, point[1].z, direction[0].z, direction[1].z);
    using kernel::operator-;
    const double size = largest(x - point[0]);
    return sum.rounded() + 0x1p-52 * std::abs(sum.high) + 0x1p-90 * size + 0x1p-1000;
}

bool DistanceAnchor::proves_farther_than(const Triangle& triangle_a, const Triangle& triangle_b,
                                         double limit) const {
    if (!(between > limit)) return false;
    const double beyond_a = farthest(triangle_a, [this](const Vec3& x) { return a.beyond(x); });
    const double beyond_b = farthest(triangle_b, [this](const Vec3& x) { return b.beyond(x); });
    if (lower(beyond_a, beyond_b) > limit) return true;
    // Double-double can prove more only if beyond_a and beyond_b are of the order of rounding errors.
    if (std::max(beyond_a, beyond_b) > 0x1p-40 * between) return false;
    return lower(farthest(triangle_a, [this](const Vec3& x) { return a.beyond_double_double(x); }),
                 farthest(triangle_b, [this](const Vec3& x) { return b.beyond_double_double(x); })) > limit;
}

namespace {

// Two triangles placed in the world, in a unit in which no coordinate of a corner in its model, and none of a
// pose's offset, exceeds 1.
struct Scene {
    Scene(const Triangle& triangle_a, const Pose& its_pose_a, const Triangle& triangle_b,
          const Pose& its_pose_b)
        : a(triangle_a),
          b(triangle_b),
          pose_a(its_pose_a),
          pose_b(its_pose_b),
          unit(std::max(unit_of(a, pose_a), unit_of(b, pose_b))),
          world_a(placed(a, pose_a, unit)),
          world_b(placed(b, pose_b, unit)) {}

    const Triangle &a, &b;
    const Pose &pose_a, &pose_b;
    int unit;
    Corners world_a, world_b;
};

// In the scene's unit, corners in their models and offsets of poses have coordinates of at most 1. World
// coordinates are then below 5 with an error below 2⁻¹⁰⁰, and so are differences and points of the triangles.
// The dot product of a difference with the unit direction between the points has an error below 2⁻⁹⁶. The
// bounds hold however inaccurate the two points are: the distance of any two points of the triangles is an
// upper bound, and the gap between the triangles' projections onto any line is a lower bound.
MeasuredDistance measured(const Scene& scene, const ClosestFeatures& features, const Vec3& common_offset) {
    constexpr double error = 0x1p-94;
    const auto& [a, b, pose_a, pose_b, unit, world_a, world_b] = scene;
    const Feature feature_a(world_a, features.weights_a), feature_b(world_b, features.weights_b);
    const ClosestWeights weights = closest_weights(feature_a, feature_b);
    MeasuredDistance result;
    result.point_a = in_world({a, pose_a, features.weights_a, world_a}, weights.a, unit, common_offset);
    result.point_b = in_world({b, pose_b, features.weights_b, world_b}, weights.b, unit, common_offset);
    const Point gap = point_at(weights.b, feature_b) - point_at(weights.a, feature_a);
    const Number length = square_root(dot(gap, gap));
    if (!(length.high > 0) || !std::isfinite(length.high)) {
        result.upper = base::infinity;
        return result;
    }
    const Point direction = Number(1) / length * gap;
    Number farthest_a = dot(direction, world_a[0]), nearest_b = dot(direction, world_b[0]);
    for (std::size_t i = 1; i < 3; ++i) {
        const Number at_a = dot(direction, world_a[i]), at_b = dot(direction, world_b[i]);
        if (farthest_a < at_a) farthest_a = at_a;
        if (at_b < nearest_b) nearest_b = at_b;
    }
    const Number between = nearest_b - farthest_a;
    result.lower = std::max(0.0, scaled_down(between.rounded() * (1 - 0x1p-51) - error, unit));
    result.upper = scaled_up(length.rounded() * (1 + 0x1p-51) + error, unit);
    // Outside this range products with small differences could underflow; no anchor is returned.
    if (unit < -300 || unit > 300) return result;
    const double x = direction.x.high, y = direction.y.high, z = direction.z.high;
    result.anchor.a = {in_model({a, pose_a, features.weights_a, world_a}, weights.a),
                       pulled_back(pose_a, x, y, z)};
    result.anchor.b = {in_model({b, pose_b, features.weights_b, world_b}, weights.b),
                       pulled_back(pose_b, -x, -y, -z)};
    result.anchor.between =
        scaled_down(dot(Point{x, y, z}, gap).rounded() * (1 - 8 * 0x1p-53) - 2 * error, unit);
    return result;
}

// Distance between the closest points of two features; infinity if it cannot be computed.
double between(const Scene& scene, const ClosestFeatures& features) {
    const Feature a(scene.world_a, features.weights_a), b(scene.world_b, features.weights_b);
    const ClosestWeights weights = closest_weights(a, b);
    const Point gap = point_at(weights.b, b) - point_at(weights.a, a);
    const double far = std::max({std::abs(gap.x.high), std::abs(gap.y.high), std::abs(gap.z.high)});
    if (!std::isfinite(far)) return base::infinity;
    // Divide first: the squares could underflow.
    const double x = gap.x.high / far, y = gap.y.high / far, z = gap.z.high / far;
    return far > 0 ? far * std::sqrt(x * x + y * y + z * z) : 0;
}

}  // namespace

MeasuredDistance double_double_distance(const Triangle& a, const Pose& pose_a, const Triangle& b,
                                        const Pose& pose_b, const Vec3& common_offset) {
    const Scene scene(a, pose_a, b, pose_b);
    const Corners &world_a = scene.world_a, &world_b = scene.world_b;
    Triangle local_a = rounded_from(world_a, world_a[0], 0), local_b = rounded_from(world_b, world_a[0], 0);
    const double reach = std::max(largest_coordinate(local_a), largest_coordinate(local_b));
    if (reach > 0 && reach < 0x1p-100) {  // products of four coordinates would underflow
        const int lift = -std::ilogb(reach);
        local_a = rounded_from(world_a, world_a[0], lift);
        local_b = rounded_from(world_b, world_a[0], lift);
    }
    return measured(scene, closest_features(local_a, local_b), common_offset);
}

MeasuredDistance distance_of_features(const Triangle& a, const Pose& pose_a, const Triangle& b,
                                      const Pose& pose_b, const Vec3& common_offset,
                                      const ClosestFeatures& features) {
    return measured(Scene(a, pose_a, b, pose_b), features, common_offset);
}

MeasuredDistance distance_of_all_features(const Triangle& a, const Pose& pose_a, const Triangle& b,
                                          const Pose& pose_b, const Vec3& common_offset) {
    const Scene scene(a, pose_a, b, pose_b);
    using Weights = std::array<double, 3>;
    constexpr std::array<Weights, 7> all{Weights{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0},
                                         {0, 1, 1},        {1, 0, 1}, {1, 1, 1}};
    constexpr std::size_t first_edge = 3, face = 6;
    ClosestFeatures best;
    double least = base::infinity;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < all.size(); ++j) {
            // A face need only be paired with corners: where a face of one of two disjoint triangles is
            // closest to an edge or a face of the other, a corner is as close, or two edges are.
            if ((i == face && j >= first_edge) || (j == face && i >= first_edge)) continue;
            const ClosestFeatures features{all[i], all[j]};
            if (const double found = between(scene, features); found < least) {
                least = found;
                best = features;
            }
        }
    }
    return measured(scene, best, common_offset);
}

}  // namespace allide::kernel
