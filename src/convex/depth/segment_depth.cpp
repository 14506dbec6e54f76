#include "convex/depth/segment_depth.hpp"

#include "base/infinity.hpp"
#include "kernel/number/double_double.hpp"
#include "kernel/number/number_vectors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::DoubleDouble;
using Point = kernel::NumberPoint<DoubleDouble>;

// A core with one or two vertices, in the pair's frame; a point has two equal ends.
using Segment = std::array<Vec3, 2>;

template <typename Place>
std::optional<Segment> segment_of(const PlacedBody& placed, const Place& place) {
    const detail::BodyData& body = data_of(placed);
    if (!is_rounded_polytope(body) || body.vertices.empty() || body.vertices.size() > 2) return std::nullopt;
    return Segment{place(body.vertices.front()), place(body.vertices.back())};
}

Vec3 rounded(const Point& x) {
    return {x[0].rounded(), x[1].rounded(), x[2].rounded()};
}
// The unit vector along x; zero if x has no length. x is scaled before it is rounded, since it may be as
// short as a product of rounding errors.
Vec3 unit(const Point& x) {
    const double size = kernel::largest(rounded(x));
    if (!(size > 0)) return {};
    const int exponent = -std::ilogb(size);
    const auto about_one = [&](const DoubleDouble& c) { return std::ldexp(c.rounded(), exponent); };
    const Vec3 v{about_one(x[0]), about_one(x[1]), about_one(x[2])};
    return (1 / std::sqrt(dot(v, v))) * v;
}
DoubleDouble clamped(const DoubleDouble& share) {
    if (share.negative()) return 0;
    return DoubleDouble(1) < share ? DoubleDouble(1) : share;
}

// The point start + s u − t v of the difference, for s and t between 0 and 1, that is nearest to the origin.
class NearestDifference {
  public:
    NearestDifference(const Segment& a, const Segment& b)
        : start_(difference(a[0], b[0])), u_(difference(a[1], a[0])), v_(difference(b[1], b[0])) {
        normal_ = kernel::cross_of(u_, v_);
        // The nearest point is among these: the foot of the perpendicular from the origin on the
        // parallelogram's plane, and the nearest points of the four edges.
        const DoubleDouble square = kernel::dot_of(normal_, normal_);
        if (square.high > 0) {
            const auto share = [&](const Point& edge) {
                return clamped(kernel::dot_of(kernel::cross_of(edge, start_), normal_) / square);
            };
            try_at(share(v_), share(u_));
        }
        for (const double end : {0.0, 1.0}) {
            try_at(end, best_t(end));
            try_at(best_s(end), end);
        }
    }

    const Point& point() const { return nearest_; }
    const Point& normal() const { return normal_; }
    double s() const { return s_.rounded(); }
    double t() const { return t_.rounded(); }

  private:
    static Point difference(const Vec3& p, const Vec3& q) {
        return {kernel::two_sum(p.x, -q.x), kernel::two_sum(p.y, -q.y), kernel::two_sum(p.z, -q.z)};
    }
    Point at(const DoubleDouble& s, const DoubleDouble& t) const {
        Point x;
        for (std::size_t k = 0; k < 3; ++k) x[k] = start_[k] + s * u_[k] - t * v_[k];
        return x;
    }
    void try_at(const DoubleDouble& s, const DoubleDouble& t) {
        const Point x = at(s, t);
        const DoubleDouble square = kernel::dot_of(x, x);
        if (has_any_ && !(square < least_)) return;
        has_any_ = true;
        least_ = square;
        nearest_ = x;
        s_ = s;
        t_ = t;
    }
    // The best value of one coordinate while the other is fixed.
    DoubleDouble best_t(double s) const {
        const DoubleDouble square = kernel::dot_of(v_, v_);
        return square.high > 0 ? clamped(kernel::dot_of(at(s, 0), v_) / square) : DoubleDouble(0);
    }
    DoubleDouble best_s(double t) const {
        const DoubleDouble square = kernel::dot_of(u_, u_);
        return square.high > 0 ? clamped(-kernel::dot_of(at(0, t), u_) / square) : DoubleDouble(0);
    }

    Point start_, u_, v_, normal_, nearest_{};
    DoubleDouble s_, t_, least_;
    bool has_any_ = false;
};

Vec3 direction_across(const Vec3& v) {
    const Vec3 other = std::abs(v.x) < 0.6 * kernel::largest(v) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 across = cross(v, other);
    return (1 / std::sqrt(dot(across, across))) * across;
}

}  // namespace

std::optional<CoreDepth> segment_depth(const BodyPair& pair) {
    const auto a = segment_of(pair.placed_a(), [&](const Vec3&x) { return pair.place_a(x); }),
               b = segment_of(pair.placed_b(), [&](const Vec3&x) { return pair.place_b(x); });
    if (!a || !b) return std::nullopt;
    const NearestDifference nearest(*a, *b);
    const Vec3 w = rounded(nearest.point()), u = (*a)[1] - (*a)[0], v = (*b)[1] - (*b)[0];
    const double error = depth_error(pair);
    CoreDepth depth;
    depth.lower = -pair.longest(w) - error;
    depth.upper = base::infinity;
    // Every direction gives an upper bound. That of the nearest point is the best. If this point is at the
    // origin, the best direction is the normal of the parallelogram or, for parallel segments, any direction
    // perpendicular to them.
    const auto try_direction = [&](const Vec3& direction) {
        if (direction == Vec3{}) return;
        const double height = pair.support(direction).height + error;
        if (!(height < depth.upper)) return;
        depth.upper = height;
        depth.normal = direction;
    };
    const Vec3 away = unit(nearest.point()), normal = unit(nearest.normal());
    try_direction(-1 * away);
    if (depth.upper - depth.lower > depth_tolerance(pair)) {
        try_direction(normal);
        try_direction(-1 * normal);
        const Vec3& longer = dot(u, u) < dot(v, v) ? v : u;
        try_direction(longer == Vec3{} ? Vec3{0, 0, 1} : direction_across(longer));
    }
    depth.a = (*a)[0] + nearest.s() * u;
    depth.b = (*b)[0] + nearest.t() * v;
    depth.has_points = true;
    return depth;
}

}  // namespace allide::convex
