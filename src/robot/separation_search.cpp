#include "robot/separation_search.hpp"

#include "kernel/triangle/closest_features.hpp"
#include "robot/node_tests.hpp"
#include "robot/triangle_tests.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// The resolution of the times at which triangles may touch, as a share of the interval.
constexpr double finest = 0x1p-16;
// The largest number of directions that are tried for two triangles.
constexpr int most_directions = 5;

// The rounding of all steps of a test of boxes, relative to the coordinates.
constexpr double box_test_rounding = 0x1p-46;

// The sum of the magnitudes of the terms of the product n·x.
double terms_of(const Vec3& n, const Vec3& x) {
    return std::abs(n.x * x.x) + std::abs(n.y * x.y) + std::abs(n.z * x.z);
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
            // The Taylor coefficients at `at`, with `step` as the unit of time.
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
    const double end = first > -1 && first < 1 ? first : 1;
    // Returns the time up to which a plane perpendicular to n separates the triangles from `from` on.
    const auto separated_until = [&](const Vec3& n, double from) {
        const double length = std::sqrt(dot(n, n)) * up;
        const double limit = std::max({dot(n, other[0]), dot(n, other[1]), dot(n, other[2])});
        const double terms = std::max({terms_of(n, other[0]), terms_of(n, other[1]), terms_of(n, other[2])});
        double until = 2;
        for (const auto& s : series) {
            Cubic gap{dot(n, s[0]) - limit, dot(n, s[1]), dot(n, s[2]), dot(n, s[3])};
            gap.c0 -= trees.margin * length + product_rounding * (terms + terms_of(n, s[0])) +
                      polynomial_rounding * (std::abs(gap.c1) + std::abs(gap.c2) + std::abs(gap.c3));
            until = std::min(until, gap.positive_until(from, std::min(end, until)));
        }
        return until;
    };
    double from = -1;
    if (dot(across, across) > shortest_square) {
        from = separated_until(across, -1);
        if (from > 1) return end == 1 ? 2 : end;
    }
    Vec3 n = direction_at(0.5 * (from + end));
    if (dot(n, n) > shortest_square) {
        from = std::max(from, separated_until(n, from));
        if (from > 1) return end == 1 ? 2 : end;
    }
    for (int i = 0; i < most_directions; ++i) {
        n = direction_at(from);
        if (!(dot(n, n) > shortest_square)) break;
        const double next = separated_until(n, from);
        if (next > 1) return end == 1 ? 2 : end;
        if (next < from + 0x1p-20) break;
        from = next;
    }
    return from;
}

}  // namespace

// Divides the larger of two nodes.
void SeparationSearch::divide(const OpenNodes& now, const BoxTree::Node& a, const BoxTree::Node& b) {
    if (b.is_leaf() || (!a.is_leaf() && a.radius > b.radius)) {
        next_.push_back({now.trees, {a.children, now.nodes.b}, -1});
        next_.push_back({now.trees, {a.children + 1, now.nodes.b}, -1});
    } else {
        next_.push_back({now.trees, {now.nodes.a, b.children}, -1});
        next_.push_back({now.trees, {now.nodes.a, b.children + 1}, -1});
    }
}

// Tests the pairs of leaves of a level. Pairs that eight tests at once do not certify are tested alone.
void SeparationSearch::test_leaves(const std::vector<MovingTrees>& trees, double& first) {
    for (std::size_t begin = 0, end; begin < leaves_.size(); begin = end) {
        const MovingTrees& pair = trees[leaves_[begin].pair.trees];
        TrianglePairs triangles;
        std::size_t count = 0;
        for (end = begin;
             end < leaves_.size() && count < node_tests_width && &trees[leaves_[end].pair.trees] == &pair;
             ++end, ++count) {
            const NodePair& nodes = leaves_[end].pair.nodes;
            triangles.a[count] = &pair.a->corners[pair.a->nodes[nodes.a].triangle];
            triangles.b[count] = &pair.b->corners[pair.b->nodes[nodes.b].triangle];
            const Vec3& across = leaves_[end].across;
            triangles.across[0][count] = across.x;
            triangles.across[1][count] = across.y;
            triangles.across[2][count] = across.z;
        }
        for (std::size_t lane = count; lane < node_tests_width; ++lane) {
            triangles.a[lane] = triangles.a[0];
            triangles.b[lane] = triangles.b[0];
            for (auto& row : triangles.across) row[lane] = row[0];
        }
        // Nothing has to be certified if a shorter interval is needed anyway.
        const double until = first > -1 && first < 1 ? first : 1;
        const std::uint32_t apart =
            first == -1 ? 0 : test_triangles({&pair.motion, pair.margin, until}, triangles, count);
        for (std::size_t lane = 0; lane < count; ++lane) {
            const auto& [now, across] = leaves_[begin + lane];
            if (apart >> lane & 1) {
                if (until < 1) done_.push_back({now.trees, now.nodes, until});
                continue;
            }
            const double free_until = first == -1 ? -1 : triangles_until(pair, now.nodes, across, first);
            if (free_until > 1) continue;
            done_.push_back({now.trees, now.nodes, free_until});
            first = std::min(first, free_until);
        }
    }
    leaves_.clear();
}

double SeparationSearch::run(const std::vector<MovingTrees>& trees, std::vector<OpenNodes>& open,
                             double first) {
    done_.clear();
    while (!open.empty()) {
        next_.clear();
        for (std::size_t begin = 0, end; begin < open.size(); begin = end) {
            const MovingTrees& pair = trees[open[begin].trees];
            NodePairs nodes;
            std::size_t count = 0;
            for (end = begin;
                 end < open.size() && count < node_tests_width && &trees[open[end].trees] == &pair; ++end) {
                nodes.a[count] = &pair.a->nodes[open[end].nodes.a];
                nodes.b[count++] = &pair.b->nodes[open[end].nodes.b];
            }
            std::fill(nodes.a.begin() + count, nodes.a.end(), nodes.a[0]);
            std::fill(nodes.b.begin() + count, nodes.b.end(), nodes.b[0]);
            // Times after the earliest possible contact found so far are not searched.
            const double until = first > -1 && first < 1 ? first : 1;
            const NodeVerdicts found = test_nodes(
                {&pair.motion, pair.margin + box_test_rounding * pair.b->largest, until}, nodes, count);
            for (std::size_t lane = 0; lane < count; ++lane) {
                const OpenNodes& now = open[begin + lane];
                if (found.apart >> lane & 1) {
                    if (until < 1) done_.push_back({now.trees, now.nodes, until});
                } else if (found.undivided >> lane & 1 || first == -1) {
                    done_.push_back({now.trees, now.nodes, -1});
                    first = -1;
                } else if (!nodes.a[lane]->is_leaf() || !nodes.b[lane]->is_leaf()) {
                    divide(now, *nodes.a[lane], *nodes.b[lane]);
                } else {
                    leaves_.push_back({now, found.direction(lane)});
                }
            }
        }
        test_leaves(trees, first);
        open.swap(next_);
    }
    open.swap(done_);
    return first;
}

}  // namespace allide::robot
