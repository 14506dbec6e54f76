#include "robot/separation_search.hpp"

#include "kernel/triangle/closest_features.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Nodes are divided while their sizes exceed this multiple of the distance that they move. Smaller nodes need
// shorter intervals of time.
constexpr double size_per_way = 2;
// The resolution of the times at which triangles may touch, as a share of the interval.
constexpr double finest = 0x1p-16;
// The largest number of directions that are tried for two triangles.
constexpr int most_directions = 5;
// A direction shorter than this counts as zero.
constexpr double shortest = 0x1p-400;

// The rounding of a polynomial's values, relative to its coefficients.
constexpr double polynomial_rounding = 0x1p-43;
// The rounding of a difference of two products of vectors, relative to their terms, and that of all steps of
// a test of boxes, relative to the coordinates.
constexpr double product_rounding = 0x1p-49, box_test_rounding = 0x1p-46;

// The sum of the magnitudes of the terms of the product n·x.
double terms_of(const Vec3& n, const Vec3& x) {
    return std::abs(n.x * x.x) + std::abs(n.y * x.y) + std::abs(n.z * x.z);
}
// The point of a box about the origin that is closest to x.
Vec3 closest_in(const std::array<Vec3, 3>& axis, const std::array<double, 3>& half, const Vec3& x) {
    Vec3 out;
    for (std::size_t k = 0; k < 3; ++k) out = out + std::clamp(dot(axis[k], x), -half[k], half[k]) * axis[k];
    return out;
}
// The largest product of n with a point of a box about the origin.
double support(const Vec3& n, const std::array<Vec3, 3>& axis, const std::array<double, 3>& half) {
    return std::abs(dot(n, axis[0])) * half[0] + std::abs(dot(n, axis[1])) * half[1] +
           std::abs(dot(n, axis[2])) * half[2];
}

// A cubic polynomial that bounds a gap from below.
struct Cubic {
    double c0, c1, c2, c3;
    // Returns a time up to which the polynomial is positive from `from` on, or 2 if it is positive up to
    // `end`. Pieces are tested by their Bernstein coefficients.
    double positive_until(double from, double end) const {
        double step = end - from, at = from;
        while (at < end) {
            step = std::min(step, end - at);
            // The Taylor coefficients at `at`, for steps as units.
            const double t0 = c0 + at * (c1 + at * (c2 + at * c3));
            const double t1 = step * (c1 + at * (2 * c2 + at * 3 * c3)),
                         t2 = step * step * (c2 + 3 * at * c3), t3 = step * step * step * c3;
            const double b1 = t0 + t1 * (1.0 / 3), b2 = t0 + (2 * t1 + t2) * (1.0 / 3),
                         b3 = t0 + t1 + t2 + t3;
            if (t0 > 0 && b1 > 0 && b2 > 0 && b3 > 0) {
                at += step;
                continue;
            }
            step *= 0.5;
            if (!(t0 > 0) || step < finest) return at;
        }
        return 2;
    }
};

// Returns the time before which two triangles certainly do not touch. Tries planes perpendicular to the given
// direction and to others. Times after `first` are not searched.
double triangles_until(const MovingTrees& trees, NodePair leaves, const Vec3& across, double first) {
    const auto& own = trees.a->corners[trees.a->nodes[leaves.a].triangle];
    const kernel::Triangle& other = trees.b->corners[trees.b->nodes[leaves.b].triangle];
    std::array<std::array<Vec3, 4>, 3> series;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 4; ++k) series[i][k] = trees.motion.coefficient(k, own[i]);
    const auto at = [&](double u) {
        kernel::Triangle out;
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = series[i][0] + u * (series[i][1] + u * (series[i][2] + u * series[i][3]));
        return out;
    };
    const auto direction_at = [&](double u) {
        const kernel::Triangle placed = at(u);
        const auto features = kernel::closest_features(placed, other);
        const auto weighted = [](const kernel::Triangle& t, const std::array<double, 3>& w) {
            return w[0] * t[0] + w[1] * t[1] + w[2] * t[2];
        };
        return weighted(placed, features.weights_a) - weighted(other, features.weights_b);
    };
    // Returns the time up to which a plane perpendicular to n separates the triangles from `from` on.
    const double end = first > -1 && first < 1 ? first : 1;
    const auto separated_until = [&](const Vec3& n, double from) {
        const double length = std::sqrt(dot(n, n)) * up;
        const double limit = std::max({dot(n, other[0]), dot(n, other[1]), dot(n, other[2])});
        const double terms = std::max({terms_of(n, other[0]), terms_of(n, other[1]), terms_of(n, other[2])});
        double until = 2;
        for (const auto& s : series) {
            Cubic gap{dot(n, s[0]) - limit, dot(n, s[1]), dot(n, s[2]), dot(n, s[3])};
            gap.c0 -= trees.margin * length + product_rounding * (terms + terms_of(n, s[0])) +
                      polynomial_rounding * (std::abs(gap.c1) + std::abs(gap.c2) + std::abs(gap.c3));
            until = std::min(until, gap.positive_until(from, end));
        }
        return until;
    };
    if (dot(across, across) > shortest && separated_until(across, -1) > 1) return end == 1 ? 2 : end;
    Vec3 n = direction_at(0);
    double from = -1;
    if (dot(n, n) > shortest) {
        from = separated_until(n, -1);
        if (from > 1) return end == 1 ? 2 : end;
    }
    for (int i = 0; i < most_directions; ++i) {
        n = direction_at(from);
        if (!(dot(n, n) > shortest)) break;
        const double next = separated_until(n, from);
        if (next > 1) return end == 1 ? 2 : end;
        if (next < from + 0x1p-20) break;
        from = next;
    }
    return from;
}

}  // namespace

SeparationSearch::Boxes SeparationSearch::test(const MovingTrees& trees, const BoxTree::Node& a,
                                               const BoxTree::Node& b, double until, Vec3& n) {
    const PointSeries& motion = trees.motion;
    // The middle and half the length of the times from −1 to `until`.
    const double c = 0.5 * (until - 1), r = 0.5 * (until + 1);
    Vec3 between = motion.coefficient(0, a.center) - b.center, p1, p2, p3;
    if (c != 0) {
        p1 = motion.coefficient(1, a.center);
        p2 = motion.coefficient(2, a.center);
        p3 = motion.coefficient(3, a.center);
        between = between + c * (p1 + c * (p2 + c * p3));
    }
    // A few projections find points of the two boxes that are close to each other at the middle of the
    // interval.
    const std::array<Vec3, 3> axis{motion.turned(0, a.axis[0]), motion.turned(0, a.axis[1]),
                                   motion.turned(0, a.axis[2])};
    const Vec3 first_b = closest_in(b.axis, b.half, between);
    const Vec3 point_a = between + closest_in(axis, a.half, first_b - between);
    n = point_a - closest_in(b.axis, b.half, point_a);
    const double size = a.radius + b.radius, squared = dot(n, n), length = std::sqrt(squared) * up;
    const double gap = dot(n, between) - support(n, b.axis, b.half) - support(n, axis, a.half) -
                       (trees.margin + box_test_rounding * trees.b->largest) * length;
    if (!(squared > shortest && gap > 0))
        return size > size_per_way * motion.way ? Boxes::near : Boxes::undivided;
    if (c == 0) {
        p1 = motion.coefficient(1, a.center);
        p2 = motion.coefficient(2, a.center);
        p3 = motion.coefficient(3, a.center);
    }
    // The polynomial's coefficients about the middle, for steps of r.
    const double g1 = dot(n, p1), g2 = dot(n, p2), g3 = dot(n, p3);
    const double s1 = r * (g1 + c * (2 * g2 + c * 3 * g3)), s2 = r * r * (g2 + 3 * c * g3),
                 s3 = r * r * r * g3;
    const auto& t1 = motion.turn[1];
    const Vec3 back{dot(n, t1[0]), dot(n, t1[1]), dot(n, t1[2])};
    const double loss = (std::abs(s1) + std::max(0.0, -s2) + std::abs(s3) +
                         polynomial_rounding * (std::abs(g1) + std::abs(g2) + std::abs(g3)) +
                         support(back, a.axis, a.half) + length * motion.late_turn * a.radius) *
                        long_up;
    if (gap > loss) return Boxes::apart;
    return size * length > size_per_way * loss ? Boxes::near : Boxes::undivided;
}

double SeparationSearch::run(const std::vector<MovingTrees>& trees, std::vector<OpenNodes>& open,
                             double first) {
    done_.clear();
    while (!open.empty()) {
        next_.clear();
        for (const OpenNodes& now : open) {
            const MovingTrees& pair = trees[now.trees];
            const BoxTree::Node &a = pair.a->nodes[now.nodes.a], &b = pair.b->nodes[now.nodes.b];
            // Times after the earliest possible contact found so far are not searched.
            Vec3 across;
            const Boxes found = test(pair, a, b, first > -1 && first < 1 ? first : 1, across);
            if (found == Boxes::apart) {
                if (first > -1 && first < 1) done_.push_back({now.trees, now.nodes, first});
                continue;
            }
            if (found == Boxes::undivided || first == -1) {
                done_.push_back({now.trees, now.nodes, -1});
                first = -1;
            } else if (a.is_leaf() && b.is_leaf()) {
                const double until = triangles_until(pair, now.nodes, across, first);
                if (until > 1) continue;
                done_.push_back({now.trees, now.nodes, until});
                first = std::min(first, until);
            } else if (b.is_leaf() || (!a.is_leaf() && a.radius > b.radius)) {
                next_.push_back({now.trees, {a.children, now.nodes.b}, -1});
                next_.push_back({now.trees, {a.children + 1, now.nodes.b}, -1});
            } else {
                next_.push_back({now.trees, {now.nodes.a, b.children}, -1});
                next_.push_back({now.trees, {now.nodes.a, b.children + 1}, -1});
            }
        }
        open.swap(next_);
    }
    open.swap(done_);
    return first;
}

}  // namespace allide::robot
