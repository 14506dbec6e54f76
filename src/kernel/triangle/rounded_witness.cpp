#include "kernel/triangle/rounded_witness.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

using Corners = std::array<Vec3, 3>;

// Approximate points where two edges of a triangle cross a plane; empty unless exactly two do.
std::optional<std::array<Vec3, 2>> crossing(const Corners& triangle, const Corners& plane) {
    const Vec3 normal = cross(plane[1] - plane[0], plane[2] - plane[0]);
    std::array<double, 3> height;
    for (std::size_t i = 0; i < 3; ++i) height[i] = dot(normal, triangle[i] - plane[0]);
    std::array<Vec3, 2> points;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (!((height[i] < 0 && height[j] > 0) || (height[i] > 0 && height[j] < 0))) continue;
        if (count == 2) return std::nullopt;
        points[count++] = triangle[i] + height[i] / (height[i] - height[j]) * (triangle[j] - triangle[i]);
    }
    if (count != 2) return std::nullopt;
    return points;
}

// Upper bound of the distance of a point from a triangle: the distance to some point of the triangle, given
// by non-negative weights with sum 1. It is a bound however inaccurate the weights are, up to the roundings
// of the sum.
double distance_bound(const Vec3& point, const Corners& triangle) {
    const Corners v{triangle[0] - point, triangle[1] - point, triangle[2] - point};
    const Vec3 normal = cross(v[1] - v[0], v[2] - v[0]);
    std::array<double, 3> weight;
    double sum = 0, reach = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        weight[i] = std::max(dot(normal, cross(v[(i + 1) % 3], v[(i + 2) % 3])), 0.0);
        sum += weight[i];
        reach = std::max(reach, norm_1(v[i]));
    }
    const Vec3 near = (weight[0] / sum) * v[0] + (weight[1] / sum) * v[1] + (weight[2] / sum) * v[2];
    return norm_1(near) + 16 * 0x1p-53 * reach;
}

}  // namespace

std::optional<Vec3> rounded_witness(const Corners& a, const Corners& b, const RelativePose& b_in_a,
                                    const Pose& pose_a) {
    Corners q = b;
    double norm_b = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        norm_b = std::max(norm_b, norm_1(b[i]));
        if (!b_in_a.identical) q[i] = b_in_a.map(b[i]);
    }
    const auto of_a = crossing(a, q), of_b = crossing(q, a);
    if (!of_a || !of_b) return std::nullopt;
    // On the common line of the planes the segments of the two triangles overlap, so that the second of their
    // four end points, in order along the line, lies in both segments.
    const Vec3 start = (*of_a)[0], line = (*of_a)[1] - start;
    std::array<std::pair<double, Vec3>, 4> ends;
    std::size_t count = 0;
    for (const auto& piece : {*of_a, *of_b})
        for (const Vec3& end : piece) ends[count++] = {dot(line, end - start), end};
    std::sort(ends.begin(), ends.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    const Vec3 local = ends[1].second;
    const auto& m = pose_a.matrix();
    const Vec3 world = pose_a.apply(local);
    // Accounts for the mapping error of B's corners, the pose's deviation from a rotation, and the roundings
    // of the map to the world.
    const double off =
        1.01 * std::max(distance_bound(local, a), distance_bound(local, q) + 2 * b_in_a.map_error(norm_b)) +
        16 * 0x1p-53 * (norm_1(local) + std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]));
    // Also rejects NaN, and numbers so small that products underflow.
    if (!(off <= 9e-13 * largest(world)) || !(largest(world) > 0x1p-200)) return std::nullopt;
    return world;
}

}  // namespace allide::kernel
