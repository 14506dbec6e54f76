#include "query/clash/surface_piece.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::query {
namespace {

using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

Vec3 unit_or_zero(const Vec3& x) {
    const double size = length(x);
    return size > 0 ? (1 / size) * x : x;
}

// The side of a piece from one corner to the next.
struct Side {
    Vec3 from, direction;  // `direction` and `inward` have length 1
    Vec3 inward;
    double width;  // the distance of the piece's centre from the side
};

Side side_of(const SurfacePiece& piece, std::size_t corner, const Vec3& centre) {
    const Vec3 &x = piece[corner], &next = piece[corner + 1 < piece.size() ? corner + 1 : 0];
    const Vec3 direction = unit_or_zero(next - x), off = centre - x,
               across = off - dot(off, direction) * direction;
    return {x, direction, unit_or_zero(across), length(across)};
}

bool is_within(const Vec3& x, const std::array<Side, SurfacePiece::most_corners + 1>& sides,
               std::size_t count, double margin) {
    return std::all_of(sides.begin(), sides.begin() + count,
                       [&](const Side& side) { return dot(side.inward, x - side.from) >= margin; });
}

}  // namespace

// The inset is convex, so the distance to it is largest at a corner of the piece. There it is at most the
// corner's distance from any point of the inset. Two such points are tried: the one at twice the margin from
// both sides of the corner, unless it is close to another side; and the corner moved far enough towards the
// centre. The tip of a sharp corner gets a bound of its own: it is cut off by the plane through the first
// point perpendicular to the bisector. This plane meets the sides within 2 / cos 30° < 2.4 margins of that
// point. Corners closer than the margin to each other are merged first; every point of the piece stays within
// a margin of the result.
InsetDistance distance_to_inset(const SurfacePiece& whole, const Vec3& centre, double margin) {
    const SurfacePiece piece = whole.without_short_sides(margin);
    std::array<Side, SurfacePiece::most_corners + 1> sides;
    const std::size_t n = piece.size();
    double width = base::infinity;
    for (std::size_t i = 0; i < n; ++i) {
        sides[i] = side_of(piece, i, centre);
        width = std::min(width, sides[i].width);
    }
    InsetDistance out;
    if (n < 3 || !(width > 4 * margin)) {
        out.elsewhere = base::infinity;
        return out;
    }
    const double towards_centre = margin + 2 * margin * (1 + piece.radius_around(centre) / width);
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 &ahead = sides[i].direction, &behind = sides[i > 0 ? i - 1 : n - 1].direction;
        const Vec3 along = ahead - behind;  // along the bisector
        const double sine = length(cross(ahead, behind));
        const Vec3 step = sine > 0 ? (2 * margin / sine) * along : Vec3{};
        if (!(sine > 0) || !is_within(piece[i] + step, sides, n, 1.5 * margin)) {
            out.elsewhere = std::max(out.elsewhere, towards_centre);
            continue;
        }
        const double reach = std::min(towards_centre, margin + length(step));
        if (dot(ahead, behind) > -0.5) {
            out.elsewhere = std::max(out.elsewhere, reach);
            continue;
        }
        const Vec3 inward = unit_or_zero(along);
        out.elsewhere = std::max(out.elsewhere, 4.5 * margin);
        out.corners[out.count++] = {inward, dot(inward, piece[i] + step), reach};
    }
    return out;
}

}  // namespace allide::query
