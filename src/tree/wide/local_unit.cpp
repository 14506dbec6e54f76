#include "tree/wide/local_unit.hpp"

#include "base/tasks.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace allide::tree {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

namespace {

// Combines the three points before the box: the dependency chain between triangles is then shorter.
inline void grow_by_three(Box& box, const Vec3& p, const Vec3& q, const Vec3& r) {
    const auto low = [](double x, double y, double z) { return std::min(x, std::min(y, z)); };
    const auto high = [](double x, double y, double z) { return std::max(x, std::max(y, z)); };
    box.lo = {std::min(box.lo.x, low(p.x, q.x, r.x)), std::min(box.lo.y, low(p.y, q.y, r.y)),
              std::min(box.lo.z, low(p.z, q.z, r.z))};
    box.hi = {std::max(box.hi.x, high(p.x, q.x, r.x)), std::max(box.hi.y, high(p.y, q.y, r.y)),
              std::max(box.hi.z, high(p.z, q.z, r.z))};
}

Box corner_bounds(const Mesh& mesh) {
    const auto vertices = mesh.vertices();
    const auto triangles = mesh.triangles();
    if (triangles.empty()) return {};
    Box bounds{vertices[triangles[0][0]], vertices[triangles[0][0]]};
    std::mutex joining;  // minima and maxima do not depend on the order of the threads
    base::do_pieces(triangles.size(), 1u << 15, [&](std::size_t begin, std::size_t end) {
        Box part{vertices[triangles[begin][0]], vertices[triangles[begin][0]]};
        for (std::size_t i = begin; i < end; ++i) {
            const auto& [p, q, r] = triangles[i];
            grow_by_three(part, vertices[p], vertices[q], vertices[r]);
        }
        const std::lock_guard lock(joining);
        bounds.grow(part);
    });
    return bounds;
}

}  // namespace

LocalUnit::LocalUnit(const Box& bounds) {
    const auto& [lo, hi] = bounds;
    for (const auto& [low, high] : {std::pair(lo.x, hi.x), std::pair(lo.y, hi.y), std::pair(lo.z, hi.z)})
        norm += std::max(std::abs(low), std::abs(high));
    norm *= 1 + 0x1p-50;
    // Adding zero turns −0 into +0. Otherwise the sign of a zero would depend on the order of the corners.
    center = 0.5 * lo + 0.5 * hi + Vec3{};
    const double half = std::max(kernel::largest(hi - center), kernel::largest(lo - center));
    exponent = half > 0 ? std::ilogb(half) + 1 : 0;
    first = std::ldexp(1.0, -exponent / 2);
    second = std::ldexp(1.0, -exponent - -exponent / 2);
}

LocalUnit::LocalUnit(const Mesh& mesh) : LocalUnit(corner_bounds(mesh)) {}

}  // namespace allide::tree
