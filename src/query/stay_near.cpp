#include "query/stay_near.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::cross_of;
using kernel::dot_of;
using kernel::DoubleDouble;
using kernel::FinePoint;
using kernel::minus;
using kernel::Turning;

using PlainPoint = kernel::NumberPoint<double>;
using FineCorners = kernel::NumberTriangle<DoubleDouble>;

PlainPoint plain(const FinePoint& x) {
    return {x[0].rounded(), x[1].rounded(), x[2].rounded()};
}
double length_of_plain(const PlainPoint& x) {
    return std::sqrt(dot_of(x, x));
}

// Two points, the second w away from the first, x, which moves with v: in the time τ they come no farther
// apart than |w| + (v along −w) τ + (v² / 2|w| + bend / 2) τ², as long as vτ ≤ |w|.
double points_stay_near(const Turning& turning, const PlainPoint& x, const PlainPoint& w, double spare) {
    const double far = length_of_plain(w), speed = turning.speed(x);
    if (!(far > 0)) return spare / speed;
    const double along = std::max(0.0, turning.speed_along({-w[0], -w[1], -w[2]}, x) / far);
    const double curve = speed * speed / far + turning.bend(x);
    return std::max(spare / speed, std::min(far / speed, kernel::time_for(spare, along, curve)));
}

// How far inside the triangle a point is that lies above it, or below; 0 or less outside.
double depth_inside(const FinePoint& x, const FineCorners& face, const PlainPoint& normal) {
    double least = 4;
    for (std::size_t k = 0; k < 3; ++k) {
        const PlainPoint edge = plain(minus(face[(k + 1) % 3], face[k])), v = plain(minus(x, face[k]));
        least = std::min(least, dot_of(cross_of(edge, v), normal) / length_of_plain(edge));
    }
    return least / length_of_plain(normal) - 0x1p-44;
}

// Corners above the inside of a face, and until one of them has left it or risen to the clearance.
double corners_stay_over(const Turning& turning, const FineCorners& corners, const FineCorners& face,
                         double clearance, double slack) {
    const FinePoint e = minus(face[1], face[0]), f = minus(face[2], face[0]), fine_normal = cross_of(e, f);
    const PlainPoint normal = plain(fine_normal);
    const double length = length_of_plain(normal);
    // The direction of a splinter is not known well enough.
    if (!(length > 0x1p-20 * length_of_plain(plain(e)) * length_of_plain(plain(f)))) return 0;
    const DoubleDouble fine_length = square_root(dot_of(fine_normal, fine_normal));
    double longest = 0;
    for (const FinePoint& corner : corners) {
        const DoubleDouble height = dot_of(fine_normal, minus(corner, face[0])) / fine_length;
        const double off = 64 * slack + 0x1p-90, side = height.high < 0 ? -1 : 1;
        const double spare = (DoubleDouble(clearance) - DoubleDouble(side) * height).rounded() - off;
        const double inside = depth_inside(corner, face, normal);
        if (!(spare > 0) || !(inside > 0)) continue;
        const PlainPoint x = plain(corner), up{side * normal[0], side * normal[1], side * normal[2]},
                         down{-up[0], -up[1], -up[2]};
        const double bend = turning.bend_along(normal, x) / length;
        longest = std::max(longest,
                           std::min({kernel::time_for(spare, turning.speed_along(up, x) / length, bend),
                                     kernel::time_for(clearance, turning.speed_along(down, x) / length, bend),
                                     inside / turning.speed(x)}));
    }
    return longest;
}

PlainPoint velocity(const Turning& turning, const PlainPoint& x) {
    return {-turning.angle * x[1], turning.angle * x[0], turning.advance};
}

// A corner beside an edge, w from it to its foot there; seen from the edge it moves with v, up to a bend. The
// foot slides along: only what is across the edge brings them apart.
struct BesideEdge {
    PlainPoint w, along_edge;
    double spare, inside, roundings;

    double lasts(const PlainPoint& v, double bend) const {
        const double far = length_of_plain(w), along = std::abs(dot_of(v, along_edge)) + roundings;
        const double across = length_of_plain(cross_of(v, along_edge)) + roundings;
        const double apart = std::max(0.0, -dot_of(v, w) / far) + roundings;
        return std::min(
            {kernel::time_for(spare, apart, across * across / far + bend), far / across, inside / along});
    }
};

// Either the corner is seen to move, or the edge, which turns meanwhile, to move backward.
double corner_stays_beside(const Turning& turning, const FinePoint& corner, const FinePoint& begin,
                           const FinePoint& end, const NearPair& pair) {
    const FinePoint edge = minus(end, begin), v = minus(corner, begin);
    const double length = length_of_plain(plain(edge));
    const double share = dot_of(plain(v), plain(edge)) / (length * length);
    if (!(share > 0 && share < 1)) return 0;
    FinePoint w;
    for (std::size_t k = 0; k < 3; ++k) w[k] = DoubleDouble(share) * edge[k] - v[k];
    const DoubleDouble far = square_root(dot_of(w, w));
    const double spare = (DoubleDouble(pair.clearance) - far).rounded() - 64 * pair.slack - 0x1p-90;
    const double inside = std::min(share, 1 - share) * length - 0x1p-44;
    if (!(spare > 0) || !(inside > 0) || !(far.high > 0)) return 0;
    const PlainPoint e = plain(edge), x = plain(corner), to = plain(w);
    const BesideEdge beside{to,
                            {e[0] / length, e[1] / length, e[2] / length},
                            spare,
                            inside,
                            0x1p-44 * (std::abs(turning.angle) + std::abs(turning.advance))};
    const PlainPoint foot{x[0] + to[0], x[1] + to[1], x[2] + to[2]};
    const PlainPoint of_foot = velocity(turning, foot);
    const double turns = std::abs(turning.angle) * (std::hypot(e[0], e[1]) / length + 0x1p-44);
    const double slides = std::abs(dot_of(of_foot, beside.along_edge)) + beside.roundings;
    return std::max(beside.lasts(velocity(turning, x), turning.bend(x)),
                    beside.lasts(of_foot, turning.bend(foot) + 2 * slides * turns));
}

double corners_stay_beside(const Turning& turning, const FineCorners& corners, const FineCorners& edges,
                           const NearPair& pair) {
    double longest = 0;
    for (const FinePoint& corner : corners)
        for (std::size_t k = 0; k < 3; ++k)
            longest =
                std::max(longest, corner_stays_beside(turning, corner, edges[k], edges[(k + 1) % 3], pair));
    return longest;
}

}  // namespace

double stay_near(const Turning& turning, const NearPair& pair, const kernel::FineGap& gap) {
    const double spare = -gap.upper;
    const PlainPoint& to_b = gap.to_b;
    const PlainPoint place_b{gap.place[0] + to_b[0], gap.place[1] + to_b[1], gap.place[2] + to_b[2]},
        to_a{-to_b[0], -to_b[1], -to_b[2]};
    const Turning back = turning.backward();
    double longest = std::max({points_stay_near(turning, gap.place, to_b, spare),
                               points_stay_near(back, place_b, to_a, spare),
                               corners_stay_over(turning, pair.a, pair.b, pair.clearance, pair.slack),
                               corners_stay_over(back, pair.b, pair.a, pair.clearance, pair.slack)});
    constexpr double long_enough = 0.01;
    if (longest < long_enough)
        longest = std::max({longest, corners_stay_beside(turning, pair.a, pair.b, pair),
                            corners_stay_beside(back, pair.b, pair.a, pair)});
    return longest * (1 - 0x1p-40);
}

}  // namespace allide::query
