#include "query/explain/triangle_set.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace allide::query {
namespace {

double along(const Vec3& p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

double least_along(const Mesh& mesh, std::uint32_t triangle, int axis) {
    const auto [p, q, r] = mesh.corners(triangle);
    return std::min({along(p, axis), along(q, axis), along(r, axis)});
}

}  // namespace

std::vector<std::uint32_t> all_triangles(const Mesh& mesh) {
    std::vector<std::uint32_t> all(mesh.triangles().size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

int longest_axis(const Mesh& mesh, TriangleSet set) {
    Box box = Box::empty();
    for (const std::uint32_t triangle : set)
        for (const Vec3& corner : mesh.corners(triangle)) box.grow(corner);
    const Vec3 half = 0.5 * box.hi - 0.5 * box.lo;  // does not overflow
    if (half.x >= half.y && half.x >= half.z) return 0;
    return half.y >= half.z ? 1 : 2;
}

Halves cut(const Mesh& mesh, TriangleSet set, int axis) {
    std::vector<std::pair<double, std::uint32_t>> keys;
    keys.reserve(set.size());
    for (const std::uint32_t triangle : set)
        // Adding 0 turns −0 into +0, so that equal coordinates have equal bits.
        keys.emplace_back(least_along(mesh, triangle, axis) + 0.0, triangle);
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i < set.size(); ++i) set[i] = keys[i].second;
    const std::size_t half = set.size() / 2;
    return {set.first(half), set.subspan(half)};
}

}  // namespace allide::query
