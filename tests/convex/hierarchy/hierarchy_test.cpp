// Outer boxes contain the body, inner boxes lie inside it, and the detector is exact at every tree depth.
#include "convex/bodies.hpp"
#include "support/effort.hpp"

#include <allide/extra/double_hierarchy.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;

double along(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

constexpr std::array<Vec3, 3> plain_axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

ConvexBody shape_body(GeneratedShape shape) {
    return ConvexBody::from_mesh(generate(shape).value()).value();
}

// A centred box with half sides x, y, z in the octahedron |x| + |y| + |z| ≤ 1 has its corner on x + y + z = 1
// at best, so the largest one has half sides of 1/3.
TEST(InscribedBox, OfKnownBodies) {
    const ConvexBody octahedron = shape_body(GeneratedShape::octahedron),
                     cube = shape_body(GeneratedShape::cube);
    const InscribedBox in_octahedron = largest_box(octahedron.planes(), {0.1, 0.05, 0}, plain_axes);
    for (const double half : in_octahedron.box.half) EXPECT_NEAR(half, 1.0 / 3, 1e-4);
    EXPECT_NEAR(std::log(in_octahedron.box.volume()), std::log(8.0 / 27), 2e-9);
    EXPECT_LE(in_octahedron.log_volume_gap, 1e-9);
    const InscribedBox in_cube = largest_box(cube.planes(), {0.3, 0.2, -0.5}, plain_axes);
    EXPECT_NEAR(std::log(in_cube.box.volume()), std::log(8.0), 2e-9);
    EXPECT_LE(in_cube.log_volume_gap, 1e-9);
}

// A dual bound limits how much larger another box could be. A random search does not find a larger box
// either.
TEST(InscribedBox, NoOtherBoxIsLarger) {
    Dice dice(31);
    for (int i = 0; i < 40; ++i) {
        const ConvexBody body = random_hull(dice, HullKind::cloud).body();
        Vec3 middle;
        for (const Vec3& v : body.vertices()) {
            const double share = 1 / static_cast<double>(body.vertices().size());
            middle = {middle.x + share * v.x, middle.y + share * v.y, middle.z + share * v.z};
        }
        const InscribedBox best = largest_box(body.planes(), middle, plain_axes);
        EXPECT_LE(best.log_volume_gap, 1e-9);
        const auto fits = [&](const Vec3& center, const std::array<double, 3>& half) {
            for (const HalfSpace& plane : body.planes())
                if (along(plane.normal, center) + std::abs(plane.normal.x) * half[0] +
                        std::abs(plane.normal.y) * half[1] + std::abs(plane.normal.z) * half[2] >
                    plane.offset)
                    return false;
            return true;
        };
        EXPECT_TRUE(fits(best.box.center, best.box.half));
        for (int trial = 0; trial < 2000; ++trial) {
            const double wide = std::pow(10, dice.between(-5.0, -1.0));
            const auto jitter = [&] { return wide * dice.between(-1.0, 1.0); };
            const Vec3 center{best.box.center.x + jitter(), best.box.center.y + jitter(),
                              best.box.center.z + jitter()};
            const std::array<double, 3> half{std::abs(best.box.half[0] + jitter()),
                                             std::abs(best.box.half[1] + jitter()),
                                             std::abs(best.box.half[2] + jitter())};
            const double volume = 8 * half[0] * half[1] * half[2];
            EXPECT_TRUE(!fits(center, half) || volume <= best.box.volume() * (1 + 1e-9));
        }
    }
}

bool in_box(const OrientedBox& box, const Vec3& x, double slack) {
    const Vec3 off{x.x - box.center.x, x.y - box.center.y, x.z - box.center.z};
    for (std::size_t k = 0; k < 3; ++k)
        if (std::abs(along(box.axes[k], off)) > box.half[k] + slack) return false;
    return true;
}

TEST(DoubleHierarchy, OuterBoxesCoverTheBodyAndInnerBoxesLieInIt) {
    Dice dice(32);
    for (int i = 0; i < 30; ++i) {
        const ConvexBody body =
            i < 4 ? shape_body(std::array{GeneratedShape::cube, GeneratedShape::octahedron,
                                          GeneratedShape::icosahedron,
                                          GeneratedShape::antiprism}[static_cast<std::size_t>(i)])
                  : random_hull(dice, HullKind::cloud).body();
        const DoubleHierarchy tree = DoubleHierarchy::build(body, {.depth = 4}).value();
        for (const DoubleNode& node : tree.nodes()) {
            EXPECT_LE(node.log_volume_gap, 1e-9);
            EXPECT_EQ(node.piece == Piece::interior, node.faces.empty());
            EXPECT_TRUE(node.piece == Piece::exterior || node.is_leaf());
            for (unsigned corner = 0; corner < 8; ++corner) {
                Vec3 x = node.inner.center;
                for (unsigned k = 0; k < 3; ++k) {
                    const double half = (corner >> k & 1u) != 0 ? node.inner.half[k] : -node.inner.half[k];
                    x = {x.x + half * node.inner.axes[k].x, x.y + half * node.inner.axes[k].y,
                         x.z + half * node.inner.axes[k].z};
                }
                if (node.inner.half[0] == 0) continue;
                for (const HalfSpace& plane : body.planes())
                    EXPECT_LE(along(plane.normal, x), plane.offset + 4e-16 * (1 + std::abs(plane.offset)));
            }
        }
        // Every random point of the body must lie in the outer box of some leaf.
        for (int trial = 0; trial < 300; ++trial) {
            Vec3 x;
            double sum = 0;
            for (const Vec3& v : body.vertices()) {
                const double weight = -std::log(1 - dice.unit());
                x = {x.x + weight * v.x, x.y + weight * v.y, x.z + weight * v.z};
                sum += weight;
            }
            x = {x.x / sum, x.y / sum, x.z / sum};
            bool covered = false;
            for (const DoubleNode& node : tree.nodes())
                covered = covered || (node.is_leaf() && in_box(node.outer, x, 0));
            EXPECT_TRUE(covered);
        }
    }
}

class DetectorComparison {
  public:
    void compare(const Hull& a, const oracle::Matrix& pose_a, const Hull& b, const oracle::Matrix& pose_b) {
        const ConvexBody body_a = a.body(), body_b = b.body();
        if (body_a.faces().empty() || body_b.faces().empty()) return;
        const bool share = oracle::hulls_touch(a.points, pose_a, b.points, pose_b);
        for (const std::uint32_t depth : {0u, 1u, 2u, 4u}) {
            const auto tree_a = DoubleHierarchy::build(body_a, {.depth = depth}).value();
            const auto tree_b = DoubleHierarchy::build(body_b, {.depth = depth}).value();
            for (const InnerBoxes inner : {InnerBoxes::used, InnerBoxes::ignored}) {
                const auto answer = overlap_solid(tree_a, pose_of(pose_a), tree_b, pose_of(pose_b), inner);
                ASSERT_EQ(answer.share, share) << "depth " << depth << " pair " << pairs;
                ++decided[static_cast<std::size_t>(answer.decided_by)];
            }
        }
        ++pairs;
    }
    int pairs = 0;
    std::array<int, 4> decided{};
};

TEST(DoubleHierarchy, TheDetectorIsExactAtEveryDepth) {
    Dice dice(33);
    DetectorComparison all;
    for (int i = 0; i < effort(150, 20'000); ++i) {
        const auto kind = [&] {
            return std::array{HullKind::cloud, HullKind::lattice, HullKind::box,
                              HullKind::needle}[dice.below(4)];
        };
        const Hull a = random_hull(dice, kind());
        const Hull b = random_hull(dice, kind(), dice.one_in(4) ? 0.1 : 1);
        const auto pose_a = oracle::random_pose(dice, oracle::all_pose_kinds[dice.below(6)]);
        oracle::Matrix pose_b = dice.one_in(3) ? pose_a : oracle::rotation(dice);
        for (const std::size_t k : {3, 7, 11})
            pose_b[k] =
                pose_a[k] + (dice.one_in(2) ? dice.between(-1.2, 1.2) : static_cast<double>(dice.below(3)));
        ASSERT_NO_FATAL_FAILURE(all.compare(a, pose_a, b, pose_b));
    }
    for (const int count : all.decided) EXPECT_GT(count, 0);
}

TEST(DoubleHierarchy, NearlyTouchingBodies) {
    Dice dice(34);
    DetectorComparison all;
    for (int i = 0; i < effort(60, 10'000); ++i) {
        const Hull a = random_hull(dice, HullKind::cloud), b = random_hull(dice, HullKind::box);
        const auto pose_a = oracle::rotation(dice);
        const auto pose_b = oracle::shifted(oracle::rotation(dice), {4, 0.2, 0.1});
        const ConvexBody body_a = a.body(), body_b = b.body();
        const BodyDistance gap = distance(body_a.at(pose_of(pose_a)), body_b.at(pose_of(pose_b)));
        const double share = 1 + (dice.one_in(2) ? 1 : -1) * std::pow(10, dice.between(-16.0, -2.0));
        ASSERT_NO_FATAL_FAILURE(all.compare(
            a, pose_a, b,
            moved(pose_b, {share * (gap.point_a.x - gap.point_b.x), share * (gap.point_a.y - gap.point_b.y),
                           share * (gap.point_a.z - gap.point_b.z)})));
    }
}

// A cube is its own inner box, so inner boxes decide all collisions that are not extremely shallow.
TEST(DoubleHierarchy, CubesCollideByInnerBoxes) {
    Dice dice(35);
    const auto cube = DoubleHierarchy::build(shape_body(GeneratedShape::cube)).value();
    for (int i = 0; i < 500; ++i) {
        const auto at = oracle::shifted(oracle::rotation(dice), oracle::random_point(dice, 2));
        const DoubleAnswer answer = overlap_solid(cube, Pose(), cube, pose_of(at));
        EXPECT_TRUE(!answer.share || answer.decided_by == DecidedBy::inner_boxes);
    }
}

TEST(DoubleHierarchy, FlatBodiesAreRefused) {
    const ConvexBody flat = ConvexBody::box({1, 1, 0}).value(), ball = ConvexBody::sphere(1).value();
    EXPECT_FALSE(DoubleHierarchy::build(flat).has_value());
    EXPECT_FALSE(DoubleHierarchy::build(ball).has_value());
}

}  // namespace
}  // namespace allide::test
