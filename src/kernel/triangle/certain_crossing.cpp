#include "kernel/triangle/certain_crossing.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/triangle/product_range.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

// The value u × v · w of three rounded differences u, v and w, with a bound of its error: 49 units of
// rounding times the product of their sizes (docs/guarantees.md, stage 2), rounded up to 56.
struct Height {
    double value = 0, error = 0;
    bool is_certain() const { return std::abs(value) > error; }
    int sign() const { return value > 0 ? 1 : -1; }
};
Height height_of(const Vec3& normal, double sizes, const Vec3& w) {
    return {dot(normal, w), 56 * 0x1p-53 * (sizes * largest(w))};
}

// One of the two triangles, with the heights of its corners over the other one's plane.
struct Side {
    const std::array<Vec3, 3>& corners;
    std::array<Height, 3> heights = {};

    // Sets the heights. Returns false unless all their signs are certain and both signs occur.
    bool set_heights(const std::array<Vec3, 3>& plane) {
        const Vec3 u = plane[1] - plane[0], v = plane[2] - plane[0], normal = cross(u, v);
        const double size_u = largest(u), size_v = largest(v);
        int sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 w = corners[i] - plane[0];
            const double size_w = largest(w);
            if (!products_in_range(std::min({size_u, size_v, size_w}), std::max({size_u, size_v, size_w})))
                return false;
            heights[i] = height_of(normal, size_u * size_v, w);
            if (!heights[i].is_certain()) return false;
            sum += heights[i].sign();
        }
        return sum == 1 || sum == -1;
    }
};

enum class Piercing { no, yes, doubtful };

// Decides if the line through two points passes through the interior of a triangle.
Piercing pierces(const Vec3& from, const Vec3& to, const std::array<Vec3, 3>& triangle) {
    const Vec3 direction = to - from;
    std::array<Vec3, 3> off;
    for (std::size_t k = 0; k < 3; ++k) off[k] = triangle[k] - from;
    const double size = largest(direction);
    int side = 0;
    bool outside = false;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 &x = off[k], &y = off[(k + 1) % 3];
        const double size_x = largest(x), size_y = largest(y);
        if (!products_in_range(std::min({size, size_x, size_y}), std::max({size, size_x, size_y})))
            return Piercing::doubtful;
        const Height turn = height_of(cross(direction, x), size * size_x, y);
        if (!turn.is_certain()) return Piercing::doubtful;
        outside = outside || turn.sign() * side < 0;
        side = turn.sign();
    }
    return outside ? Piercing::no : Piercing::yes;
}

struct Edge {
    std::size_t from, to;
    Features features;
};
constexpr std::array<Edge, 3> triangle_edges{
    {{0, 1, Features{1} << 3}, {1, 2, Features{1} << 6}, {0, 2, Features{1} << 5}}};

// Adds the points in which edges of `mine` pass through `other`. Returns false if rounding leaves a doubt.
bool add_piercings(const Side& mine, const std::array<Vec3, 3>& other, bool mine_is_a,
                   TriangleIntersection& out) {
    for (const Edge& edge : triangle_edges) {
        const Height &above = mine.heights[edge.from], &below = mine.heights[edge.to];
        if (above.sign() == below.sign()) continue;
        const Vec3 &from = mine.corners[edge.from], &to = mine.corners[edge.to];
        const Piercing piercing = pierces(from, to, other);
        if (piercing == Piercing::doubtful) return false;
        if (piercing == Piercing::no) continue;
        const double height = above.value - below.value, fraction = above.value / height;
        // The error of the fraction moves the point along the edge.
        const double shift = (above.error + below.error) / std::abs(height) * largest(to - from);
        if (!(shift <= 10 * 0x1p-53 * std::max(largest(from), largest(to)))) return false;
        const auto coordinate = [&](double x, double y) { return (1 - fraction) * x + fraction * y; };
        const Vec3 point{coordinate(from.x, to.x), coordinate(from.y, to.y), coordinate(from.z, to.z)};
        out.corners.push_back(
            {point, mine_is_a ? edge.features : feature(7), mine_is_a ? feature(7) : edge.features});
    }
    return true;
}

}  // namespace

std::optional<TriangleIntersection> certain_crossing(const std::array<Vec3, 3>& a,
                                                     const std::array<Vec3, 3>& b) {
    Side side_a{a}, side_b{b};
    if (!side_a.set_heights(b) || !side_b.set_heights(a)) return std::nullopt;
    TriangleIntersection out;
    out.corners.reserve(2);
    if (!add_piercings(side_a, b, true, out) || !add_piercings(side_b, a, false, out)) return std::nullopt;
    // Two triangles that cross have exactly two such points. With any other number, nothing is proven.
    return out.corners.size() == 2 ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace allide::kernel
