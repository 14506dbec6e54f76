// Trees of boxes, convex bodies around shapes, and planes that separate moving triangles, compared with all
// corners and with dense samples of time.
#include "kernel/triangle/closest_features.hpp"
#include "oracle/types.hpp"
#include "robot/node_tests.hpp"
#include "robot/outer_body.hpp"
#include "robot/point_series.hpp"
#include "robot/separation_search.hpp"
#include "robot/triangle_tests.hpp"
#include "support/effort.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/query.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

using robot::BoxTree;

Mesh random_soup(oracle::Dice& dice, std::size_t triangles, double size) {
    MeshData data;
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const Vec3 at{dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)};
        for (int k = 0; k < 3; ++k)
            data.vertices.push_back(
                at + size * Vec3{dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)});
        data.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh::from(std::move(data)).value();
}

// A motion that follows its polynomials exactly.
robot::PointSeries random_motion(oracle::Dice& dice, double speed) {
    robot::PointSeries motion;
    const Vec3 axis =
        normalized(Vec3{dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(0.1, 1.0)});
    const robot::Frame turn = robot::rotation_about(axis, {dice.between(-3.0, 3.0), 0});
    for (std::size_t j = 0; j < 3; ++j)
        motion.turn[0][j] = {turn.turn[j], turn.turn[3 + j], turn.turn[6 + j]};
    const auto random = [&](double size) {
        return size * Vec3{dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)};
    };
    motion.shift[0] = random(3);
    for (std::size_t k = 1; k < 4; ++k) {
        motion.shift[k] = random(speed);
        double squared = 0;
        for (Vec3& column : motion.turn[k]) {
            column = random(0.3 * speed);
            squared += dot(column, column);
        }
        if (k > 1) motion.late_turn += std::sqrt(squared) * (1 + 1e-12);
        motion.way += length(motion.shift[k]) + 3 * std::sqrt(squared);
    }
    motion.error = 1e-12;
    return motion;
}

std::array<Vec3, 3> moved(const robot::PointSeries& motion, const std::array<Vec3, 3>& corners, double u) {
    std::array<Vec3, 3> out;
    for (std::size_t i = 0; i < 3; ++i) {
        double power = 1;
        for (std::size_t k = 0; k < 4; ++k, power *= u)
            out[i] = out[i] + power * motion.coefficient(k, corners[i]);
    }
    return out;
}

Model model_of(const std::vector<std::array<Vec3, 3>>& triangles) {
    MeshData data;
    for (const auto& t : triangles) {
        const auto first = static_cast<std::uint32_t>(data.vertices.size());
        data.vertices.insert(data.vertices.end(), t.begin(), t.end());
        data.triangles.push_back({first, first + 1, first + 2});
    }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

void expect_contained(const BoxTree& tree) {
    std::vector<int> seen(tree.corners.size());
    // The corners below a node are those of its leaves.
    const auto check = [&](const auto& self, std::size_t number) -> std::vector<std::uint32_t> {
        const BoxTree::Node& node = tree.nodes[number];
        std::vector<std::uint32_t> below;
        if (node.is_leaf()) {
            below = {node.triangle};
            ++seen[node.triangle];
        } else {
            for (const std::size_t child : {node.children, node.children + 1}) {
                const auto more = self(self, child);
                below.insert(below.end(), more.begin(), more.end());
            }
        }
        for (const std::uint32_t triangle : below)
            for (const Vec3& x : tree.corners[triangle])
                for (std::size_t k = 0; k < 3; ++k)
                    EXPECT_LE(std::abs(dot(node.axis[k], x - node.center)), node.half[k]);
        EXPECT_GE(node.radius, length({node.half[0], node.half[1], node.half[2]}));
        return below;
    };
    if (!tree.nodes.empty()) check(check, 0);
    for (const int count : seen) EXPECT_EQ(count, 1);
}

TEST(BoxTree, ContainsAllCornersOnce) {
    oracle::Dice dice(31);
    for (const std::size_t count : {1u, 2u, 3u, 17u, 200u, 5000u})
        expect_contained(robot::box_tree(random_soup(dice, count, 0.1)));
    expect_contained(robot::box_tree(generate(GeneratedShape::torus, {.triangles = 500}).value()));
    // One point, one line and coinciding triangles.
    MeshData flat;
    flat.vertices = {{1, 2, 3}, {2, 3, 4}};
    flat.triangles = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 1, 1}};
    expect_contained(robot::box_tree(Mesh::from(std::move(flat)).value()));
    EXPECT_TRUE(robot::box_tree(Mesh{}).nodes.empty());
}

TEST(OuterBody, BoundsAllPoints) {
    oracle::Dice dice(32);
    for (const std::size_t count : {1u, 4u, 60u, 400u}) {
        const Mesh mesh = random_soup(dice, count, 0.3);
        const robot::OuterBody body = robot::outer_body(mesh.vertices());
        ASSERT_TRUE(body.body);
        for (int i = 0; i < 200; ++i) {
            const Vec3 n{dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)};
            double most = -1e9;
            for (const Vec3& x : mesh.vertices()) most = std::max(most, dot(n, x));
            EXPECT_GE(body.height(n) + body.rounding * length(n), most);
            EXPECT_EQ(body.heights({n, n, n, n})[2], body.height(n));
        }
    }
}

std::array<Vec3, 8> corners_of(const BoxTree::Node& node) {
    std::array<Vec3, 8> out;
    for (std::size_t i = 0; i < 8; ++i) {
        out[i] = node.center;
        for (std::size_t k = 0; k < 3; ++k)
            out[i] = out[i] + (i >> k & 1 ? node.half[k] : -node.half[k]) * node.axis[k];
    }
    return out;
}

// Random pairs of nodes: where two boxes are called apart, the plane across their gap separates all sampled
// places of their corners. The verdict of a pair is the same in every lane.
TEST(NodeTests, PlanesSeparateTheBoxesThroughout) {
    oracle::Dice dice(34);
    int apart = 0, undivided = 0, near = 0;
    const int cases = test::effort(2'000, 200'000);
    for (int i = 0; i < cases; ++i) {
        const double size = std::exp2(-dice.between(0.0, 6.0));
        const BoxTree a = robot::box_tree(random_soup(dice, 40, size)),
                      b = robot::box_tree(random_soup(dice, 40, size));
        const robot::PointSeries series = random_motion(dice, std::exp2(-dice.between(0.0, 8.0)));
        const robot::NodeMotion motion{&series, i % 3 == 0 ? 0.05 : 0,
                                       i % 2 == 0 ? 1 : dice.between(-0.9, 1.0)};
        robot::NodePairs pairs;
        for (std::size_t lane = 0; lane < robot::node_tests_width; ++lane) {
            pairs.a[lane] = &a.nodes[dice.below(static_cast<std::uint32_t>(a.nodes.size()))];
            pairs.b[lane] = &b.nodes[dice.below(static_cast<std::uint32_t>(b.nodes.size()))];
        }
        const robot::NodeVerdicts found = robot::test_nodes(motion, pairs, robot::node_tests_width);
        for (std::size_t lane = 0; lane < robot::node_tests_width; ++lane) {
            robot::NodePairs alone;
            alone.a.fill(pairs.a[lane]);
            alone.b.fill(pairs.b[lane]);
            const robot::NodeVerdicts same = robot::test_nodes(motion, alone, 1);
            EXPECT_EQ(same.apart, found.apart >> lane & 1);
            EXPECT_EQ(same.undivided, found.undivided >> lane & 1);
            EXPECT_EQ(same.direction(0), found.direction(lane));
            undivided += static_cast<int>(same.undivided);
            if (same.apart == 0) {
                near += same.undivided == 0 ? 1 : 0;
                continue;
            }
            ++apart;
            EXPECT_EQ(same.undivided, 0u);
            const Vec3 n = found.direction(lane);
            double limit = -1e300;
            for (const Vec3& x : corners_of(*pairs.b[lane])) limit = std::max(limit, dot(n, x));
            for (int k = 0; k <= 16; ++k) {
                const double u = -1 + (motion.until + 1) * k / 16;
                for (const Vec3& corner : corners_of(*pairs.a[lane]))
                    EXPECT_GT(dot(n, moved(series, {corner, corner, corner}, u)[0]),
                              limit + motion.margin * length(n));
            }
        }
    }
    EXPECT_GT(apart, cases);
    EXPECT_GT(undivided, cases / 10);
    EXPECT_GT(near, cases / 10);
}

// Random pairs of triangles: those called apart keep their distance at all sampled times, most that keep it
// are called apart, and the verdict of a pair is the same in every lane.
TEST(TriangleTests, TrianglesCalledApartDoNotTouch) {
    oracle::Dice dice(35);
    int apart = 0, separate = 0;
    const int cases = test::effort(2'000, 200'000);
    for (int i = 0; i < cases; ++i) {
        const double size = std::exp2(-dice.between(0.0, 6.0));
        const BoxTree a = robot::box_tree(random_soup(dice, robot::node_tests_width, size)),
                      b = robot::box_tree(random_soup(dice, robot::node_tests_width, size));
        const robot::PointSeries series = random_motion(dice, std::exp2(-dice.between(0.0, 8.0)));
        const robot::NodeMotion motion{&series, i % 3 == 0 ? 0.05 : 0,
                                       i % 2 == 0 ? 1 : dice.between(-0.9, 1.0)};
        robot::TrianglePairs pairs;
        for (std::size_t lane = 0; lane < robot::node_tests_width; ++lane) {
            pairs.a[lane] = &a.corners[lane];
            pairs.b[lane] = &b.corners[lane];
            for (auto& row : pairs.across) row[lane] = i % 4 == 0 ? 0 : dice.between(-1.0, 1.0);
        }
        const std::uint32_t found = robot::test_triangles(motion, pairs, robot::node_tests_width);
        for (std::size_t lane = 0; lane < robot::node_tests_width; ++lane) {
            robot::TrianglePairs alone;
            alone.a.fill(pairs.a[lane]);
            alone.b.fill(pairs.b[lane]);
            for (std::size_t k = 0; k < 3; ++k) alone.across[k].fill(pairs.across[k][lane]);
            EXPECT_EQ(robot::test_triangles(motion, alone, 1), found >> lane & 1);
            double least = 1e300;
            for (int k = 0; k <= 32; ++k) {
                const std::array<Vec3, 3> placed =
                    moved(series, *pairs.a[lane], -1 + (motion.until + 1) * k / 32);
                const auto [on_a, on_b] = kernel::closest_features(placed, *pairs.b[lane]);
                Vec3 gap;
                for (std::size_t c = 0; c < 3; ++c)
                    gap = gap + on_a[c] * placed[c] - on_b[c] * (*pairs.b[lane])[c];
                least = std::min(least, length(gap));
            }
            separate += least > motion.margin ? 1 : 0;
            apart += static_cast<int>(found >> lane & 1);
            if (found >> lane & 1) {
                EXPECT_GT(least, motion.margin) << i;
            }
        }
    }
    EXPECT_GT(apart, separate / 2);
    EXPECT_LT(separate, 8 * cases);
}

// Random sets of triangles: no sample before the time found shows a contact, pairs certified for the whole
// interval never touch, and most pairs that stay apart are certified.
TEST(SeparationSearch, NoContactBeforeTheTimeFound) {
    oracle::Dice dice(33);
    int apart = 0, certified = 0, partly = 0, planes = 0;
    const int cases = test::effort(300, 20'000);
    for (int i = 0; i < cases; ++i) {
        const BoxTree a = robot::box_tree(random_soup(dice, 1 + dice.below(12), 0.3)),
                      b = robot::box_tree(random_soup(dice, 1 + dice.below(12), 0.3));
        const robot::PointSeries motion = random_motion(dice, std::exp2(-dice.between(0.0, 8.0)));
        const double clearance = i % 3 == 0 ? 0.05 : 0;
        std::vector<robot::OpenNodes> open{{0, {0, 0}, -1}};
        robot::SeparationSearch search;
        const double first =
            search.run({{&a, &b, motion, motion.error + clearance}}, open, i % 4 == 0 ? 0.25 : 2);
        const Model still = model_of(b.corners);
        constexpr int samples = 64;
        bool touched = false;
        const double found = open.empty() ? 2 : first;
        for (int k = -samples; k <= samples; ++k) {
            const double u = static_cast<double>(k) / samples;
            std::vector<std::array<Vec3, 3>> placed;
            for (const auto& t : a.corners) placed.push_back(moved(motion, t, u));
            const Model mover = model_of(placed);
            if (!distance_within(mover.at_rest(), still.at_rest(), clearance).within) continue;
            touched = true;
            EXPECT_GE(u, found) << i;
        }
        apart += touched ? 0 : 1;
        certified += open.empty() ? 1 : 0;
        partly += found > -1 && found < 1 && !open.empty() ? 1 : 0;

        std::vector<Vec3> points_a, points_b;
        for (const auto& t : a.corners) points_a.insert(points_a.end(), t.begin(), t.end());
        for (const auto& t : b.corners) points_b.insert(points_b.end(), t.begin(), t.end());
        const robot::PlaneTest plane =
            robot::plane_test(robot::outer_body(points_a), robot::outer_body(points_b), motion,
                              motion.shift[0], motion.error + clearance);
        planes += plane.until > 1 ? 1 : 0;
        if (plane.until <= 1) continue;
        EXPECT_FALSE(touched) << i;
    }
    EXPECT_GT(apart, cases / 4);
    EXPECT_GT(2 * certified, apart);
    EXPECT_GT(partly, 0);
    EXPECT_GT(planes, cases / 20);
}

}  // namespace
}  // namespace allide
