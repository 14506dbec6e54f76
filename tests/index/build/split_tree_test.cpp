// SplitTrees: whatever the overlap is, no point of a surface is lost, and separable obstacles are separated.
#include "index/build/split_tree.hpp"

#include "base/random.hpp"
#include "index/file/axes.hpp"
#include "index/file/node_bytes.hpp"
#include "support/effort.hpp"

#include <array>
#include <functional>

#include <gmpxx.h>
#include <gtest/gtest.h>

namespace allide::index {
namespace {

using Cells = std::function<void(const Box&, Side)>;

void for_each_cell(const SplitTree& tree, std::size_t number, const Box& box, const Cells& tell) {
    const SplitNode& cell = tree[number];
    if (!cell.divided) return tell(box, cell.side);
    Box low = box, high = box;
    along(low.hi, cell.axis) = along(high.lo, cell.axis) = cell.at;
    for_each_cell(tree, cell.low, low, tell);
    for_each_cell(tree, cell.high, high, tell);
}

bool contains_point(const Box& box, const Vec3& p) {
    return boxes_meet(box, {p, p});
}

// True if the point lies in a closed cell that is labelled with `side`.
bool is_kept(const SplitTree& tree, const Box& overlap, const Vec3& p, Side side) {
    bool kept = false;
    for_each_cell(tree, 0, overlap, [&](const Box& cell, Side label) {
        const bool right_label = (static_cast<unsigned>(label) & static_cast<unsigned>(side)) != 0;
        kept = kept || (right_label && contains_point(cell, p));
    });
    return kept;
}

double volume_of_side(const SplitTree& tree, const Box& overlap, Side side) {
    double sum = 0;
    for_each_cell(tree, 0, overlap, [&](const Box& cell, Side label) {
        const Vec3 size{cell.hi.x - cell.lo.x, cell.hi.y - cell.lo.y, cell.hi.z - cell.lo.z};
        if (label == side) sum += size.x * size.y * size.z;
    });
    return sum;
}

// All coordinates are multiples of 1/4, so that the corners of triangles and the sampled points are exact.
TEST(IndexSplitTree, no_point_of_a_triangle_is_lost) {
    base::Random random(3);
    const Box overlap{{0, 0, 0}, {4, 4, 4}};
    for (int round = 0; round < test::effort(600, 20000); ++round) {
        std::vector<Obstacle> obstacles;
        const auto some = [&] { return std::floor(random.between(-4, 28)) / 4; };
        for (std::uint64_t i = random.below(12); i < 14; ++i)
            obstacles.push_back(obstacle_of(
                random.below(2) == 0 ? Side::left : Side::right,
                {{{some(), some(), some()}, {some(), some(), some()}, {some(), some(), some()}}}));
        const SplitTree tree = split_overlap(overlap, obstacles);
        ASSERT_LE(tree.size(), most_split_cells);
        ASSERT_LE(depth_of(tree), deepest_split);
        for (const Obstacle& obstacle : obstacles)
            for (int u = 0; u <= 8; ++u)
                for (int v = 0; u + v <= 8; ++v) {
                    const auto& [a, b, c] = obstacle.corners;
                    const double s = u / 8.0, t = v / 8.0, r = 1 - s - t;
                    const Vec3 p{r * a.x + s * b.x + t * c.x, r * a.y + s * b.y + t * c.y,
                                 r * a.z + s * b.z + t * c.z};
                    ASSERT_TRUE(!contains_point(overlap, p) || is_kept(tree, overlap, p, obstacle.side))
                        << round;
                }
    }
}

struct ExactPoint {
    std::array<mpq_class, 3> at;
};

// True if the exact point lies in a closed cell that is labelled with `side`.
bool is_kept_exactly(const SplitTree& tree, const Box& overlap, const ExactPoint& p, Side side) {
    const auto holds = [&](const Box& box) {
        for (unsigned i = 0; i < 3; ++i)
            if (p.at[i] < mpq_class(along(box.lo, i)) || p.at[i] > mpq_class(along(box.hi, i))) return false;
        return true;
    };
    if (!holds(overlap)) return true;
    bool kept = false;
    for_each_cell(tree, 0, overlap, [&](const Box& cell, Side label) {
        const bool right_label = (static_cast<unsigned>(label) & static_cast<unsigned>(side)) != 0;
        kept = kept || (right_label && holds(cell));
    });
    return kept;
}

// Coordinates with all bits, scenes far from the origin, slivers, and coordinates shared with planes of
// others. Points of triangles are computed in rationals.
TEST(IndexSplitTree, no_exact_point_of_a_triangle_is_lost) {
    base::Random random(31);
    for (int round = 0; round < test::effort(150, 6000); ++round) {
        const double shift = round % 3 == 0 ? 0 : round % 3 == 1 ? 1e6 : -1e12;
        const double flat = round % 4 == 0 ? 1e-9 : 1;
        std::vector<double> shared;
        const auto some = [&](double scale) {
            if (!shared.empty() && random.below(5) == 0) return shared[random.below(shared.size())];
            shared.push_back(shift + scale * random.between(-1, 5));
            return shared.back();
        };
        std::vector<Obstacle> obstacles;
        for (int i = 0; i < 24; ++i)
            obstacles.push_back(
                obstacle_of(i % 2 == 0 ? Side::left : Side::right, {{{some(1), some(1), some(flat)},
                                                                     {some(1), some(1), some(flat)},
                                                                     {some(1), some(1), some(flat)}}}));
        const Box overlap{{shift, shift, shift - 1}, {shift + 4, shift + 4, shift + 4}};
        const SplitTree tree = split_overlap(overlap, obstacles);
        for (const Obstacle& obstacle : obstacles)
            for (int i = 0; i < 20; ++i) {
                const auto u = static_cast<int>(random.below(65)), v = static_cast<int>(random.below(65 - u));
                const mpq_class weights[3] = {mpq_class(u, 64), mpq_class(v, 64), mpq_class(64 - u - v, 64)};
                ExactPoint p{};
                for (unsigned k = 0; k < 3; ++k)
                    for (unsigned axis = 0; axis < 3; ++axis)
                        p.at[axis] += weights[k] * mpq_class(along(obstacle.corners[k], axis));
                ASSERT_TRUE(is_kept_exactly(tree, overlap, p, obstacle.side)) << round;
            }
    }
}

void add_box(std::vector<Obstacle>& obstacles, Side side, const Box& box) {
    const auto corner = [&](unsigned n) {
        return Vec3{n & 1 ? box.hi.x : box.lo.x, n & 2 ? box.hi.y : box.lo.y, n & 4 ? box.hi.z : box.lo.z};
    };
    const unsigned quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                  {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& q : quads) {
        obstacles.push_back(obstacle_of(side, {{corner(q[0]), corner(q[1]), corner(q[2])}}));
        obstacles.push_back(obstacle_of(side, {{corner(q[0]), corner(q[2]), corner(q[3])}}));
    }
}

// Two hooks, seen along z, each of which reaches into the notch of the other:
//
//   left  [0,5]×[0,1] and [0,1]×[0,5], and a finger [4,5]×[0,3] that points up at its end
//   right [2,7]×[6,7] and [6,7]×[2,7], and a finger [2,3]×[2,7] that points down at its end
TEST(IndexSplitTree, interlocking_hooks_are_separated) {
    std::vector<Obstacle> obstacles;
    for (const Box& box : {Box{{0, 0, 0}, {5, 1, 1}}, Box{{0, 0, 0}, {1, 5, 1}}, Box{{4, 0, 0}, {5, 3, 1}}})
        add_box(obstacles, Side::left, box);
    for (const Box& box : {Box{{2, 6, 0}, {7, 7, 1}}, Box{{6, 2, 0}, {7, 7, 1}}, Box{{2, 2, 0}, {3, 7, 1}}})
        add_box(obstacles, Side::right, box);
    const Box overlap = overlap_of({{0, 0, 0}, {5, 5, 1}}, {{2, 2, 0}, {7, 7, 1}});
    const SplitTree tree = split_overlap(overlap, obstacles);
    EXPECT_FALSE(is_ambiguous(tree));
    EXPECT_TRUE(is_kept(tree, overlap, {4.5, 2.5, 1}, Side::left));
    EXPECT_FALSE(is_kept(tree, overlap, {4.5, 2.5, 1}, Side::right));
    EXPECT_TRUE(is_kept(tree, overlap, {2.5, 3, 1}, Side::right));
    EXPECT_FALSE(is_kept(tree, overlap, {2.5, 3, 1}, Side::left));
    EXPECT_EQ(volume_of_side(tree, overlap, Side::both), 0);
}

// Boxes with a stepped gap: every line along x meets left boxes first, but no single plane separates them.
TEST(IndexSplitTree, stepped_boxes_are_separated) {
    std::vector<Obstacle> obstacles;
    for (int i = 0; i < 4; ++i) {
        add_box(obstacles, Side::left, {{0, 1.0 * i, 0}, {1.0 + i, 0.9 + i, 1}});
        add_box(obstacles, Side::right, {{1.5 + i, 1.0 * i, 0}, {7, 0.9 + i, 1}});
    }
    const Box overlap{{1.5, 0, 0}, {4, 3.9, 1}};
    const SplitTree tree = split_overlap(overlap, obstacles);
    EXPECT_FALSE(is_ambiguous(tree));
    EXPECT_LE(depth_of(tree), 4u);
}

// Parts with flush faces are separated by the planes of these faces.
TEST(IndexSplitTree, flush_faces_are_separated) {
    std::vector<Obstacle> obstacles;
    add_box(obstacles, Side::left, {{0, 0, 0}, {2, 1, 1}});
    add_box(obstacles, Side::left, {{0, 1, 0}, {1, 2, 1}});
    add_box(obstacles, Side::right, {{2, 0, 0}, {3, 1, 1}});
    add_box(obstacles, Side::right, {{1, 1, 0}, {3, 2, 1}});
    const Box overlap{{1, 0, 0}, {2, 2, 1}};
    const SplitTree tree = split_overlap(overlap, obstacles);
    EXPECT_GT(volume_of_side(tree, overlap, Side::left), 0);
    EXPECT_GT(volume_of_side(tree, overlap, Side::right), 0);
    EXPECT_LE(volume_of_side(tree, overlap, Side::both), 0.1);
}

TEST(IndexSplitTree, crossing_objects_belong_to_both) {
    std::vector<Obstacle> obstacles;
    add_box(obstacles, Side::left, {{0, 0, 0}, {3, 3, 3}});
    add_box(obstacles, Side::right, {{0, 0, 0}, {3, 3, 3}});
    const Box overlap{{0, 0, 0}, {3, 3, 3}};
    const SplitTree tree = split_overlap(overlap, obstacles);
    EXPECT_TRUE(is_ambiguous(tree));
}

TEST(IndexSplitTree, boxes_represent_objects_with_many_triangles) {
    const SplitTree tree =
        split_overlap({{0, 0, 0}, {4, 4, 4}}, {obstacle_of(Side::left, Box{{-1, -1, -1}, {1, 5, 5}}),
                                               obstacle_of(Side::right, Box{{3, -1, -1}, {5, 5, 5}})});
    ASSERT_EQ(tree.size(), 3u);
    EXPECT_EQ(tree[0].at, 2);
    EXPECT_EQ(tree[1].side, Side::left);
    EXPECT_EQ(tree[2].side, Side::right);
    EXPECT_TRUE(split_overlap({{1, 0, 0}, {0, 4, 4}}, {}).empty());
    EXPECT_EQ(split_overlap({{0, 0, 0}, {4, 4, 4}}, {}).front().side, Side::nobody);
}

TEST(IndexSplitTree, works_at_any_scale) {
    const double huge = 0x1p1000, tiny = 0x1p-1060;
    for (const double s : {huge, tiny, 1.0}) {
        const Obstacle left = obstacle_of(Side::left, {{{0, 0, 0}, {s, 0, 0}, {0, s, 0}}});
        const Obstacle right = obstacle_of(Side::right, {{{0, 0, s}, {s, 0, s}, {0, s, s}}});
        const Box overlap{{0, 0, 0}, {s, s, s}};
        const SplitTree tree = split_overlap(overlap, {left, right});
        EXPECT_TRUE(is_kept(tree, overlap, {s, 0, 0}, Side::left));
        EXPECT_TRUE(is_kept(tree, overlap, {s, 0, s}, Side::right));
    }
}

}  // namespace
}  // namespace allide::index
