#include "tree/local_points.hpp"

#include "kernel/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::tree {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

LocalUnit::LocalUnit(const Box& bounds) {
    const auto& [lo, hi] = bounds;
    for (const auto& [low, high] : {std::pair(lo.x, hi.x), std::pair(lo.y, hi.y), std::pair(lo.z, hi.z)})
        norm += std::max(std::abs(low), std::abs(high));
    norm *= 1 + 0x1p-50;
    // No −0, whose bits would depend on the order in which corners were looked at.
    center = 0.5 * lo + 0.5 * hi + Vec3{};
    const double half = std::max(kernel::largest(hi - center), kernel::largest(lo - center));
    exponent = half > 0 ? std::ilogb(half) + 1 : 0;
    first = std::ldexp(1.0, -exponent / 2);
    second = std::ldexp(1.0, -exponent - -exponent / 2);
}

LocalPoints::LocalPoints(const Mesh& mesh) {
    const auto vertices = mesh.vertices();
    const auto triangles = mesh.triangles();
    if (triangles.empty()) return;
    // Vertices that no triangle uses have no say: they may be anywhere, not even finite.
    Vec3 lo = vertices[triangles.front()[0]], hi = lo;
    for (const auto& triangle : triangles) {
        for (const std::uint32_t vertex : triangle) {
            const Vec3& x = vertices[vertex];
            lo = {std::min(lo.x, x.x), std::min(lo.y, x.y), std::min(lo.z, x.z)};
            hi = {std::max(hi.x, x.x), std::max(hi.y, x.y), std::max(hi.z, x.z)};
        }
    }
    unit = LocalUnit({lo, hi});
    at.resize(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) at[i] = unit.local(vertices[i]);
}

}  // namespace allide::tree
