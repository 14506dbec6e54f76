#include "mesh/polygon/polygons.hpp"

#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "mesh/polygon/ears.hpp"
#include "mesh/polygon/normal.hpp"
#include "mesh/polygon/view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::mesh {
namespace {

// True if no triangle of the fan from corner 0 is oriented opposite to the polygon.
bool fan_covers(const Corners& corners, const View& view) {
    for (std::size_t i = 2; i < corners.size(); ++i)
        if (view.turn(corners[0], corners[i - 1], corners[i]) < 0) return false;
    return true;
}

void fan(std::span<TriangleIndices> triangles) {
    for (std::uint32_t i = 0; i < triangles.size(); ++i) triangles[i] = {0, i + 1, i + 2};
}

bool all_finite(const Corners& corners) {
    for (std::size_t i = 0; i < corners.size(); ++i)
        if (!kernel::finite(corners[i])) return false;
    return true;
}

using kernel::operator*;
using kernel::operator+;
using kernel::operator-;

// A large cross product of two vectors from corner 0: a normal for a polygon whose areas cancel out.
Vec3 largest_cross(const Corners& corners, double scale) {
    const auto from_first = [&](const Vec3& corner) { return scale * corner - scale * corners[0]; };
    const auto size = [](const Vec3& v) { return kernel::largest(v); };
    const auto furthest = [&](const auto& key) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < corners.size(); ++i)
            if (size(key(from_first(corners[best]))) < size(key(from_first(corners[i])))) best = i;
        return corners[best];
    };
    const Vec3 along = from_first(furthest([](const Vec3& v) { return v; }));
    const auto across = [&along](const Vec3& v) { return kernel::cross(along, v); };
    return across(from_first(furthest(across)));
}

// The unit normal of a planar polygon; zero if all its corners are collinear.
Vec3 unit_normal(const Corners& corners, double& scale) {
    const Normal normal = normal_of(corners);
    scale = normal.scale;
    Vec3 direction = normal.direction;
    if (kernel::largest(direction) <= normal.error) direction = largest_cross(corners, scale);
    if (kernel::largest(direction) == 0) return {};
    direction = (1 / kernel::largest(direction)) * direction;
    return (1 / std::sqrt(kernel::dot(direction, direction))) * direction;
}

// `reach` is the largest distance of a corner from the plane midway between the outermost corners on both
// sides; the polygon counts as planar if it is at most `allowed`.
struct Flatness {
    double reach, allowed;
};

Flatness flatness_of(const Corners& corners) {
    double scale = 1;
    const Vec3 normal = unit_normal(corners, scale);
    const Vec3 origin = scale * corners[0];
    Vec3 low, high;
    double lowest = 0, highest = 0, largest = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3& corner = corners[i];
        const Vec3 p = scale * corner - origin;
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        lowest = std::min(lowest, kernel::dot(normal, p));
        highest = std::max(highest, kernel::dot(normal, p));
        largest = std::max(largest, scale * kernel::largest(corner));
    }
    const Vec3 extent = high - low;
    const double diagonal = std::sqrt(kernel::dot(extent, extent));
    return {(highest - lowest) / 2, 1e-6 * diagonal + 0x1p-23 * largest};
}

}  // namespace

bool fan_covers(const Corners& corners) {
    base::expect(corners.size() >= 3, "fan_covers: a polygon has three corners or more");
    if (!all_finite(corners)) return true;
    const auto view = view_of(corners);
    return !view || fan_covers(corners, *view);
}

std::vector<TriangleIndices> triangulate(const Corners& corners) {
    base::expect(corners.size() >= 3, "triangulate: a polygon has three corners or more");
    std::vector<TriangleIndices> triangles(corners.size() - 2);
    triangulate(corners, triangles);
    return triangles;
}

void triangulate(const Corners& corners, std::span<TriangleIndices> triangles) {
    base::expect(corners.size() == triangles.size() + 2, "triangulate: n corners make n - 2 triangles");
    base::expect(corners.size() <= std::numeric_limits<std::uint32_t>::max() / 4,
                 "triangulate: a polygon has fewer than 2^30 corners");
    const auto view = all_finite(corners) ? view_of(corners) : std::nullopt;
    if (!view || fan_covers(corners, *view)) return fan(triangles);
    clip_ears(corners, *view, triangles);
}

bool planar(const Corners& corners) {
    base::expect(corners.size() >= 3, "planar: a polygon has three corners or more");
    if (corners.size() == 3 || !all_finite(corners)) return true;
    const auto [reach, allowed] = flatness_of(corners);
    return reach <= allowed;
}

}  // namespace allide::mesh
