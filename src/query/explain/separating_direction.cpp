#include "query/explain/separating_direction.hpp"

#include "convex/gjk/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace allide::query {
namespace {

constexpr int most_gjk_steps = 64;

std::uint32_t farthest(std::span<const Vec3> points, const Vec3& direction) {
    std::uint32_t best = 0;
    double height = dot(points[0], direction);
    for (std::uint32_t i = 1; i < points.size(); ++i) {
        const double other = dot(points[i], direction);
        if (other > height) best = i, height = other;
    }
    return best;
}

convex::Difference support(std::span<const Vec3> a, std::span<const Vec3> b, const Vec3& direction) {
    convex::Difference d;
    d.corner_a = farthest(a, direction);
    d.corner_b = farthest(b, -direction);
    d.a = a[d.corner_a];
    d.b = b[d.corner_b];
    d.w = d.a - d.b;
    return d;
}

bool is_corner(const convex::Simplex& simplex, const convex::Difference& d) {
    for (std::size_t i = 0; i < simplex.size; ++i)
        if (simplex.corner[i].corner_a == d.corner_a && simplex.corner[i].corner_b == d.corner_b) return true;
    return false;
}

}  // namespace

std::optional<Vec3> guess_direction(std::span<const Vec3> a, std::span<const Vec3> b) {
    convex::Simplex simplex;
    simplex.corner[0] = support(a, b, b[0] - a[0]);
    simplex.size = 1;
    Vec3 away = -simplex.corner[0].w;
    for (int step = 0; step < most_gjk_steps; ++step) {
        const double size = std::max({std::abs(away.x), std::abs(away.y), std::abs(away.z)});
        if (!(size > 0) || !std::isfinite(size)) return std::nullopt;
        away = away / size;
        const convex::Difference next = support(a, b, away);
        if (is_corner(simplex, next)) return away;
        simplex.corner[simplex.size++] = next;
        const convex::NearestOfSimplex nearest = convex::reduce(simplex);
        if (nearest.inside || simplex.size == 4) return std::nullopt;
        // Near convergence, rounding may reverse the direction. The previous one is then the better guess.
        if (!(dot(nearest.away, away) > 0) && nearest.squared < 0x1p-80 * dot(next.w, next.w)) return away;
        away = nearest.away;
    }
    return away;
}

}  // namespace allide::query
