#include "query/predict/near_duration.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace allide::query {
namespace {

using kernel::cross_of;
using kernel::dot_of;
using kernel::DoubleDouble;
using kernel::DoubleDoublePoint;
using kernel::minus;
using kernel::Turning;

using PlainPoint = kernel::NumberPoint<double>;
using DoubleDoubleCorners = kernel::NumberTriangle<DoubleDouble>;

// A duration this long makes further bounds unnecessary: a hundredth of the motion, or of a radian.
double long_enough(const Turning& turning) {
    return 0.01 / std::max(1.0, std::abs(turning.angle));
}

PlainPoint plain(const DoubleDoublePoint& x) {
    return {x[0].rounded(), x[1].rounded(), x[2].rounded()};
}
double length_of_plain(const PlainPoint& x) {
    return std::sqrt(dot_of(x, x));
}

// A point at x moves with velocity v, while a point at x + w rests. Returns a time for which their distance
// grows by at most `spare`. After a time τ with |v| τ ≤ |w|, the distance is at most |w| + v₋ τ + (|v|² / |w|
// + acceleration) τ² / 2, where v₋ is the component of v along −w.
double points_near_duration(const Turning& turning, const PlainPoint& x, const PlainPoint& w, double spare) {
    const double far = length_of_plain(w), speed = turning.speed(x);
    if (!(far > 0)) return spare / speed;
    const double along = std::max(0.0, turning.speed_along({-w[0], -w[1], -w[2]}, x) / far);
    const double curve = speed * speed / far + turning.acceleration(x);
    return std::max(spare / speed, std::min(far / speed, kernel::time_for(spare, along, curve)));
}

// Distance of the point's projection onto the face from the nearest edge; 0 or negative if it is outside.
double depth_inside(const DoubleDoublePoint& x, const DoubleDoubleCorners& face, const PlainPoint& normal) {
    double least = 4;
    for (std::size_t k = 0; k < 3; ++k) {
        const PlainPoint edge = plain(minus(face[(k + 1) % 3], face[k])), v = plain(minus(x, face[k]));
        least = std::min(least, dot_of(cross_of(edge, v), normal) / length_of_plain(edge));
    }
    return least / length_of_plain(normal) - 0x1p-44;
}

// Seen along the face's normal, the triangle covers a region of the face. Returns the points of the triangle
// over the region's centre and over the midpoints of its sides, up to rounding. Empty if nothing is covered.
std::vector<PlainPoint> covered_points(const DoubleDoubleCorners& corners, const DoubleDoubleCorners& face,
                                       const PlainPoint& normal) {
    std::vector<PlainPoint> covered{plain(corners[0]), plain(corners[1]), plain(corners[2])};
    for (std::size_t k = 0; k < 3 && !covered.empty(); ++k) {
        const PlainPoint from = plain(face[k]),
                         inward = cross_of(normal, minus(plain(face[(k + 1) % 3]), from));
        std::vector<PlainPoint> kept;
        for (std::size_t i = 0; i < covered.size(); ++i) {
            const PlainPoint &x = covered[i], &next = covered[(i + 1) % covered.size()];
            const double in = dot_of(inward, minus(x, from)), then = dot_of(inward, minus(next, from));
            if (in >= 0) kept.push_back(x);
            if ((in > 0 && then < 0) || (in < 0 && then > 0)) {
                const double part = in / (in - then);
                kept.push_back({x[0] + part * (next[0] - x[0]), x[1] + part * (next[1] - x[1]),
                                x[2] + part * (next[2] - x[2])});
            }
        }
        covered = std::move(kept);
    }
    if (covered.size() < 3) return {};
    std::vector<PlainPoint> out(1);
    for (std::size_t i = 0; i < covered.size(); ++i) {
        const PlainPoint &x = covered[i], &next = covered[(i + 1) % covered.size()];
        for (std::size_t k = 0; k < 3; ++k) out[0][k] += x[k] / static_cast<double>(covered.size());
        out.push_back({0.5 * (x[0] + next[0]), 0.5 * (x[1] + next[1]), 0.5 * (x[2] + next[2])});
    }
    return out;
}

// A face and points of the other triangle above its interior. Bounds the time until such a point is no longer
// above the interior, or rises to the clearance.
class PointsOverFace {
  public:
    PointsOverFace(const Turning& turning, const DoubleDoubleCorners& face, const NearPair& pair)
        : turning_(turning), face_(face), clearance_(pair.clearance), deviation_(pair.deviation) {
        const DoubleDoublePoint e = minus(face[1], face[0]), f = minus(face[2], face[0]);
        fine_normal_ = cross_of(e, f);
        normal_ = plain(fine_normal_);
        length_ = length_of_plain(normal_);
        // The normal of a sliver triangle is not accurate enough.
        if (!(length_ > 0x1p-20 * length_of_plain(plain(e)) * length_of_plain(plain(f)))) return;
        is_known_ = true;
        fine_length_ = square_root(dot_of(fine_normal_, fine_normal_));
        // off_ bounds how much the errors and the deviation of A's position change heights above the plane.
        // stays() makes sure that the foot point is also in the true face: it must be inside the computed
        // face by more than the deviation.
        const double axis_distance = std::hypot(normal_[0], normal_[1]) / length_ + 0x1p-44;
        off_ = 64 * pair.slack + 1.001 * (axis_distance * pair.deviation + pair.axial_deviation) + 0x1p-90;
    }

    double corners_duration(const DoubleDoubleCorners& corners) const {
        if (!is_known_) return 0;
        double longest = 0;
        for (const DoubleDoublePoint& corner : corners) longest = std::max(longest, stays(corner, 0));
        return longest;
    }
    double middles_duration(const DoubleDoubleCorners& corners) const {
        if (!is_known_) return 0;
        double longest = 0;
        for (const PlainPoint& x : covered_points(corners, face_, normal_))
            longest = std::max(longest, stays({x[0], x[1], x[2]}, 0x1p-44));
        return longest;
    }

  private:
    // Time for which a point, at most `rounded` away from the triangle, stays near the face; 0 if unknown.
    double stays(const DoubleDoublePoint& point, double rounded) const {
        const DoubleDouble height = dot_of(fine_normal_, minus(point, face_[0])) / fine_length_;
        const double off = off_ + rounded, side = height.high < 0 ? -1 : 1;
        const double spare = (DoubleDouble(clearance_) - DoubleDouble(side) * height).rounded() - off;
        const double inside = depth_inside(point, face_, normal_) - 2 * deviation_ - rounded;
        if (!(spare > 0) || !(inside > 0) || !(clearance_ > off)) return 0;
        const PlainPoint x = plain(point), up{side * normal_[0], side * normal_[1], side * normal_[2]},
                         down{-up[0], -up[1], -up[2]};
        const double acceleration = turning_.acceleration_along(normal_, x) / length_;
        return std::min(
            {kernel::time_for(spare, turning_.speed_along(up, x) / length_, acceleration),
             kernel::time_for(clearance_ - off, turning_.speed_along(down, x) / length_, acceleration),
             inside / turning_.speed(x)});
    }

    Turning turning_;
    const DoubleDoubleCorners& face_;
    double clearance_, deviation_;
    bool is_known_ = false;
    DoubleDoublePoint fine_normal_;
    PlainPoint normal_;
    double length_ = 0, off_ = 0;
    DoubleDouble fine_length_;
};

PlainPoint velocity(const Turning& turning, const PlainPoint& x) {
    return {-turning.angle * x[1], turning.angle * x[0], turning.advance};
}

// A corner near an edge; w points from the corner to its foot point on the edge. Relative to the edge, the
// corner starts with velocity v and has a bounded acceleration. The foot point slides along the edge, so only
// motion across the edge increases the distance.
struct CornerNearEdge {
    PlainPoint w, along_edge;
    double spare, inside, roundings;

    double lasts(const PlainPoint& v, double acceleration) const {
        const double far = length_of_plain(w), along = std::abs(dot_of(v, along_edge)) + roundings;
        const double across = length_of_plain(cross_of(v, along_edge)) + roundings;
        const double apart = std::max(0.0, -dot_of(v, w) / far) + roundings;
        return std::min({kernel::time_for(spare, apart, across * across / far + acceleration), far / across,
                         inside / along});
    }
};

// How long a corner certainly stays near an edge: the longer of two bounds. Seen from the edge, the corner
// moves; seen from the corner, the edge moves backward and also rotates.
double corner_near_edge_duration(const Turning& turning, const DoubleDoublePoint& corner,
                                 const DoubleDoublePoint& begin, const DoubleDoublePoint& end,
                                 const NearPair& pair) {
    const DoubleDoublePoint edge = minus(end, begin), v = minus(corner, begin);
    const double length = length_of_plain(plain(edge));
    const double share = dot_of(plain(v), plain(edge)) / (length * length);
    if (!(share > 0 && share < 1)) return 0;
    DoubleDoublePoint w;
    for (std::size_t k = 0; k < 3; ++k) w[k] = DoubleDouble(share) * edge[k] - v[k];
    const DoubleDouble far = square_root(dot_of(w, w));
    const double spare =
        (DoubleDouble(pair.clearance) - far).rounded() - 64 * (pair.slack + pair.deviation) - 0x1p-90;
    const double inside = std::min(share, 1 - share) * length - 0x1p-44;
    if (!(spare > 0) || !(inside > 0) || !(far.high > 0)) return 0;
    const PlainPoint e = plain(edge), x = plain(corner), to = plain(w);
    const CornerNearEdge axis_distance{to,
                                       {e[0] / length, e[1] / length, e[2] / length},
                                       spare,
                                       inside,
                                       0x1p-44 * (std::abs(turning.angle) + std::abs(turning.advance))};
    const PlainPoint foot{x[0] + to[0], x[1] + to[1], x[2] + to[2]};
    const PlainPoint of_foot = velocity(turning, foot);
    const double turns = std::abs(turning.angle) * (std::hypot(e[0], e[1]) / length + 0x1p-44);
    const double slides = std::abs(dot_of(of_foot, axis_distance.along_edge)) + axis_distance.roundings;
    return std::max(axis_distance.lasts(velocity(turning, x), turning.acceleration(x)),
                    axis_distance.lasts(of_foot, turning.acceleration(foot) + 2 * slides * turns));
}

double corners_near_edges_duration(const Turning& turning, const DoubleDoubleCorners& corners,
                                   const DoubleDoubleCorners& edges, const NearPair& pair) {
    double longest = 0;
    for (const DoubleDoublePoint& corner : corners)
        for (std::size_t k = 0; k < 3; ++k)
            longest = std::max(
                longest, corner_near_edge_duration(turning, corner, edges[k], edges[(k + 1) % 3], pair));
    return longest;
}

}  // namespace

double duration_over_face(const Turning& turning, const NearPair& pair) {
    const PointsOverFace over_b(turning, pair.b, pair), over_a(turning.backward(), pair.a, pair);
    double longest = std::max(over_b.corners_duration(pair.a), over_a.corners_duration(pair.b));
    if (longest < long_enough(turning))
        longest = std::max({longest, over_b.middles_duration(pair.a), over_a.middles_duration(pair.b)});
    return longest * (1 - 0x1p-40);
}

double near_duration(const Turning& turning, const NearPair& pair, const kernel::BoundedGap& gap) {
    const double spare = -gap.upper;
    const PlainPoint& to_b = gap.to_b;
    const PlainPoint place_b{gap.place[0] + to_b[0], gap.place[1] + to_b[1], gap.place[2] + to_b[2]},
        to_a{-to_b[0], -to_b[1], -to_b[2]};
    const Turning back = turning.backward();
    const double over = duration_over_face(turning, pair);
    double longest = std::max({points_near_duration(turning, gap.place, to_b, spare),
                               points_near_duration(back, place_b, to_a, spare), over});
    if (longest < long_enough(turning))
        longest = std::max({longest, corners_near_edges_duration(turning, pair.a, pair.b, pair),
                            corners_near_edges_duration(back, pair.b, pair.a, pair)});
    return longest * (1 - 0x1p-40);
}

}  // namespace allide::query
