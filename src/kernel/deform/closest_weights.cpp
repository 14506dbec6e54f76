#include "kernel/deform/closest_weights.hpp"

#include "base/infinity.hpp"
#include "kernel/deform/motion_differences.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::kernel {
namespace {

double share_within(double numerator, double denominator) {
    return denominator > 0 ? std::clamp(numerator / denominator, 0.0, 1.0) : 0.0;
}

struct WeightedDistance {
    std::array<double, 3> weights{};
    double squared = base::infinity;
};

// The weights of the point of the face's edges nearest to p. Used if p projects outside the face, or if the
// face has no area.
WeightedDistance nearest_on_edges(const Vec3& p, const std::array<Vec3, 3>& f) {
    WeightedDistance best;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const Vec3 along = f[j] - f[i];
        const double share = share_within(dot(p - f[i], along), dot(along, along));
        const Vec3 gap = p - (f[i] + share * along);
        const double squared = dot(gap, gap);
        if (!(squared < best.squared)) continue;
        best = {};
        best.squared = squared;
        best.weights[i] = 1 - share;
        best.weights[j] = share;
    }
    return best;
}

// The weights of a point of the face, and the gap vector from the vertex to it.
ClosestWeights weighted_on_face(const std::array<Vec3, 4>& x, const std::array<double, 3>& w) {
    return {{1, w[0], w[1], w[2]}, w[0] * (x[1] - x[0]) + w[1] * (x[2] - x[0]) + w[2] * (x[3] - x[0])};
}

ClosestWeights vertex_and_face(const std::array<Vec3, 4>& x) {
    const std::array<Vec3, 3> f{x[1], x[2], x[3]};
    const ClosestWeights on_edge = weighted_on_face(x, nearest_on_edges(x[0], f).weights);
    const Vec3 e1 = f[1] - f[0], e2 = f[2] - f[0], d = x[0] - f[0];
    const Vec3 normal = cross(e1, e2);
    const double area = dot(normal, normal);
    if (!(area > 0)) return on_edge;
    const double second = dot(cross(d, e2), normal) / area, third = dot(cross(e1, d), normal) / area,
                 first = 1 - second - third;
    if (!(first >= 0 && second >= 0 && third >= 0)) return on_edge;
    // In a face with hardly any area the rounded weights may be worse than those on an edge.
    const ClosestWeights within = weighted_on_face(x, {first, second, third});
    const Vec3 &a = within.from_a_to_b, &b = on_edge.from_a_to_b;
    return dot(a, a) <= dot(b, b) ? within : on_edge;
}

// The closest points of two segments: those of their lines if they lie on the segments, otherwise an end of
// one segment and the point of the other nearest to it.
ClosestWeights edge_and_edge(const std::array<Vec3, 4>& x) {
    const Vec3 u = x[1] - x[0], e = x[3] - x[2], p = x[2] - x[0];
    const Vec3 normal = cross(u, e);
    const double area = dot(normal, normal);
    ClosestWeights best;
    double least = base::infinity;
    const auto consider = [&](double s, double r) {
        const Vec3 gap = (p + r * e) - s * u;
        const double squared = dot(gap, gap);
        if (squared < least) least = squared, best = {{1 - s, s, 1 - r, r}, gap};
    };
    if (area > 0) {
        const double s = dot(cross(p, e), normal) / area, r = dot(cross(p, u), normal) / area;
        if (s >= 0 && s <= 1 && r >= 0 && r <= 1) consider(s, r);
    }
    const double uu = dot(u, u), ee = dot(e, e);
    consider(0, share_within(-dot(p, e), ee));
    consider(1, share_within(dot(u - p, e), ee));
    consider(share_within(dot(p, u), uu), 0);
    consider(share_within(dot(p + e, u), uu), 1);
    return best;
}

}  // namespace

std::array<Vec3, 4> points_at(const EightPoints& x, double t) {
    std::array<Vec3, 4> points;
    for (std::size_t i = 0; i < 4; ++i) points[i] = (1 - t) * x[i] + t * x[4 + i];
    return points;
}

ClosestWeights closest_weights(FeatureKind kind, const std::array<Vec3, 4>& x) {
    return kind == FeatureKind::vertex_face ? vertex_and_face(x) : edge_and_edge(x);
}

std::array<double, 4> weights_at(FeatureKind kind, const EightPoints& x, double t) {
    const double extent = largest_coordinate(x);
    if (extent == 0 || (extent >= smallest_extent && extent <= largest_extent))
        return closest_weights(kind, points_at(x, t)).weights;
    return closest_weights(kind, points_at(rescaled(x, std::ilogb(extent)), t)).weights;
}

}  // namespace allide::kernel
