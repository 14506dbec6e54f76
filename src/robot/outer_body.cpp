#include "robot/outer_body.hpp"

#include "base/infinity.hpp"
#include "convex/body/body_data.hpp"
#include "convex/body/body_pair.hpp"
#include "kernel/number/sin_cos.hpp"
#include "robot/point_series.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Sets of up to this many points are used completely.
constexpr std::size_t most_points = 64;
// The number of directions in which the extreme points of larger sets are used.
constexpr int directions = 64;
// Times of separation are found up to 2^−deepest of the interval.
constexpr int deepest = 6;

// Returns direction i of a set that is spread evenly along a spiral.
Vec3 direction_of(int i) {
    const double z = 1 - (2 * i + 1.0) / directions, across = std::sqrt(1 - z * z);
    constexpr double golden_angle = 2.399963229728653;
    const kernel::SinCos turn = kernel::sin_cos(i * golden_angle);
    return {across * turn.cos, across * turn.sin, z};
}

bool is_curved(const detail::BodyData& data) {
    return data.kind != BodyKind::polytope && data.kind != BodyKind::half_space;
}

// A cubic polynomial by its Bernstein coefficients.
using Bernstein = std::array<double, 4>;

// Returns a time before which the polynomial is positive, or 2 if it is positive up to `hi`.
double positive_until(const Bernstein& b, double lo, double hi, int depth) {
    if (!(b[0] > 0)) return lo;
    if (b[1] > 0 && b[2] > 0 && b[3] > 0) return 2;
    if (depth == 0) return lo;
    const double ab = 0.5 * (b[0] + b[1]), bc = 0.5 * (b[1] + b[2]), cd = 0.5 * (b[2] + b[3]);
    const double abc = 0.5 * (ab + bc), bcd = 0.5 * (bc + cd), all = 0.5 * (abc + bcd), mid = 0.5 * (lo + hi);
    const double until = positive_until({b[0], ab, abc, all}, lo, mid, depth - 1);
    return until <= 1 ? until : positive_until({all, bcd, cd, b[3]}, mid, hi, depth - 1);
}

// The Bernstein coefficients on [−1, 1] of a polynomial with these coefficients.
template <typename T>
std::array<T, 4> bernstein(const std::array<T, 4>& c) {
    constexpr double third = 1.0 / 3;
    const T odd = third * c[1], even = c[0] - third * c[2];
    return {(c[0] + c[2]) - (c[1] + c[3]), (even - odd) + c[3], (even + odd) - c[3],
            (c[0] + c[2]) + (c[1] + c[3])};
}

}  // namespace

double OuterBody::height(const Vec3& n) const {
    const detail::BodyData& data = data_of(*body);
    if (!is_curved(data))
        return convex::BodyPair::local_support(data, n).height + (offset + data.radius) * length_up(n);
    return convex::BodyPair::local_support(data, place.direction_back(n)).height + dot(n, place.place) +
           (offset + data.radius) * length_up(n);
}

std::array<double, 4> OuterBody::heights(const std::array<Vec3, 4>& n) const {
    const detail::BodyData& data = data_of(*body);
    if (is_curved(data) || data.vertices.size() > most_points)
        return {height(n[0]), height(n[1]), height(n[2]), height(n[3])};
    std::array<double, 4> x, y, z, most;
    for (std::size_t i = 0; i < 4; ++i) {
        x[i] = n[i].x, y[i] = n[i].y, z[i] = n[i].z;
        most[i] = -base::infinity;
    }
    for (const Vec3& v : data.vertices)
        for (std::size_t i = 0; i < 4; ++i) {
            const double at = x[i] * v.x + y[i] * v.y + z[i] * v.z;
            most[i] = most[i] > at ? most[i] : at;
        }
    if (offset + data.radius > 0)
        for (std::size_t i = 0; i < 4; ++i) most[i] += (offset + data.radius) * length_up(n[i]);
    return most;
}

OuterBody outer_body(std::span<const Vec3> points) {
    OuterBody out;
    std::vector<Vec3> extreme(points.begin(), points.end());
    if (points.size() > most_points) {
        std::vector<std::size_t> chosen;
        for (int i = 0; i < directions; ++i) {
            const Vec3 n = direction_of(i);
            std::size_t best = 0;
            for (std::size_t k = 1; k < points.size(); ++k)
                if (dot(n, points[k]) > dot(n, points[best])) best = k;
            chosen.push_back(best);
        }
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        extreme.clear();
        for (const std::size_t k : chosen) extreme.push_back(points[k]);
    }
    Result<ConvexBody> body = ConvexBody::from_points(extreme);
    if (!body) return out;
    out.body = std::move(body).value();
    const PlacedBody placed = out.body->at(Pose::identity());
    double norm = 0;
    for (const Vec3& x : points) {
        norm = std::max(norm, kernel::norm_1(x));
        if (points.size() <= most_points) continue;
        const ConvexBody point = ConvexBody::from_points(std::span(&x, 1)).value();
        out.offset = std::max(out.offset, distance(point.at(Pose::identity()), placed).upper);
    }
    out.rounding = 0x1p-47 * norm;
    return out;
}

OuterBody outer_body(const LinkShape& shape) {
    if (shape.is_mesh()) return outer_body(shape.model.mesh().vertices());
    OuterBody out;
    out.body = shape.body;
    out.place = shape.origin;
    const detail::BodyData& data = data_of(*shape.body);
    out.rounding = 0x1p-45 * (data.norm + data.radius + kernel::norm_1(shape.origin.place));
    return out;
}

// While the mover turns, the vector −n seen from its frame is a cubic polynomial of time, too. Support
// functions are convex, so the heights in the directions of the polynomial's Bernstein coefficients bound the
// height at all times.
PlaneTest plane_test(const OuterBody& a, const OuterBody& b, const PointSeries& motion, const Vec3& n,
                     double margin) {
    std::array<Vec3, 4> back;
    std::array<double, 4> shift;
    for (std::size_t k = 0; k < 4; ++k) {
        const auto& t = motion.turn[k];
        back[k] = {-dot(n, t[0]), -dot(n, t[1]), -dot(n, t[2])};
        shift[k] = dot(n, motion.shift[k]);
    }
    const double length = length_up(n);
    const double limit = b.height(n) + (margin + 2 * a.rounding + 2 * b.rounding) * length;
    const std::array<Vec3, 4> directions_back = bernstein(back);
    Bernstein gap = bernstein(shift);
    const std::array<double, 4> heights = a.heights(directions_back);
    for (std::size_t i = 0; i < 4; ++i) gap[i] -= heights[i] + limit;
    PlaneTest out;
    out.until = positive_until(gap, -1, 1, deepest);
    out.gap = 0.125 * (gap[0] + gap[3] + 3 * (gap[1] + gap[2]));
    out.loss = out.gap - *std::min_element(gap.begin(), gap.end());
    return out;
}

}  // namespace allide::robot
