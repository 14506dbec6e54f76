#include "probe_support.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
using Numbers = std::vector<std::uint32_t>;

TEST(Range, BallsTouchExactly) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    // The centre is (3, 4, 0) from the edge x = y = 0: a radius of 5 reaches it, any smaller one does not.
    EXPECT_FALSE(triangles_in(box.at_rest(), Ball{{-3, -4, 1}, 5}).empty());
    EXPECT_TRUE(triangles_in(box.at_rest(), Ball{{-3, -4, 1}, std::nextafter(5.0, 0.0)}).empty());
    EXPECT_EQ(triangles_in(box.at_rest(), Ball{{0.5, 1, 0}, 0}).size(), 1u);
    EXPECT_EQ(triangles_in(box.at_rest(), Ball{{1, 1, 1}, 1e200}).size(), 12u);
    EXPECT_TRUE(triangles_in(box.at_rest(), Ball{{1, 1, 1}, 0.5}).empty());
    EXPECT_THROW(triangles_in(box.at_rest(), Ball{{1, 1, 1}, -1}), PreconditionError);
}

TEST(Range, BoxesTouchExactly) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    EXPECT_EQ(triangles_in(box.at_rest(), Box{{2, 1, 0.5}, {3, 1.25, 0.75}}).size(), 1u);
    EXPECT_TRUE(triangles_in(box.at_rest(), Box{{std::nextafter(2.0, 3.0), 1, 1}, {3, 1.5, 1.5}}).empty());
    EXPECT_TRUE(triangles_in(box.at_rest(), Box{{0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}}).empty());
    EXPECT_TRUE(triangles_in(box.at_rest(), Box{{3, 0, 0}, {-3, 2, 2}}).empty());
    EXPECT_EQ(triangles_in(box.at_rest(), Box{{-infinite, 0.5, 0.5}, {infinite, 0.75, 0.7}}).size(), 4u);
    EXPECT_EQ(
        triangles_in(box.at_rest(), Box{{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}})
            .size(),
        12u);
}

TEST(Range, HalfSpacesNeedNoBound) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const auto in = [&](const std::vector<HalfSpace>& region) {
        return triangles_in(box.at_rest(), std::span<const HalfSpace>(region));
    };
    EXPECT_EQ(in({}).size(), 12u);
    EXPECT_EQ(in({{{0, 0, 1}, 0}}), (Numbers{0, 1, 4, 5, 6, 7, 8, 9, 10, 11}));
    EXPECT_EQ(in({{{0, 0, 1}, -0x1p-1074}}), Numbers{});
    EXPECT_EQ(in({{{1, 1, 1}, 0}}).size(), 6u);  // the triangles at the corner (0, 0, 0)
    EXPECT_TRUE(in({{{0, 0, 0}, -1}}).empty());
    EXPECT_EQ(in({{{0, 0, 0}, 0}}).size(), 12u);
    // Two half-spaces that each meet the box but have no common point.
    EXPECT_TRUE(in({{{1, 0, 0}, 0.5}, {{-1, 0, 0}, -1}}).empty());
    EXPECT_THROW(in({{{NAN, 0, 0}, 0}}), PreconditionError);
}

// A frustum along z with its apex at the origin, transformed by the pose.
std::vector<HalfSpace> frustum(const Pose& pose, double width, double near, double far) {
    const auto& m = pose.matrix();
    std::vector<HalfSpace> out;
    const auto add = [&](double x, double y, double z, double offset) {
        const Vec3 n{m[0] * x + m[1] * y + m[2] * z, m[4] * x + m[5] * y + m[6] * z,
                     m[8] * x + m[9] * y + m[10] * z};
        out.push_back({n, offset + n.x * m[3] + n.y * m[7] + n.z * m[11]});
    };
    add(1, 0, -width, 0);
    add(-1, 0, -width, 0);
    add(0, 1, -width, 0);
    add(0, -1, -width, 0);
    add(0, 0, -1, -near);
    add(0, 0, 1, far);
    return out;
}

TEST(Range, AgreesWithTheBruteForce) {
    base::Random random(701);
    std::size_t met = 0;
    for (const auto& [name, mesh] : probe_meshes(random)) {
        const Extent extent = extent_of(mesh);
        for (const Volume volume : some_volumes()) {
            SCOPED_TRACE(name + ' ' + std::string(name_of(volume)));
            const Model model = build(mesh, volume);
            const int rounds = volume == Volume::automatic ? 50 : 10;
            for (int n = 0; n < rounds; ++n) {
                const Pose pose = any_pose(random, n, extent.size);
                const Placed placed = model.at(pose);
                const Vec3 at = mapped(pose, telling_point(random, mesh, extent));
                const double size = extent.size * random.between(0, 0.6);
                const Ball ball{at, n % 6 == 0 ? 0 : size};
                const auto in_ball = triangles_in(placed, ball, brute);
                ASSERT_EQ(triangles_in(placed, ball), in_ball);
                met += in_ball.size();
                Box box{at, {at.x + size, at.y + 0.5 * size, at.z + size}};
                if (n % 4 == 0) box.lo.x = -infinite;
                if (n % 8 == 0) box.hi.y = infinite;
                ASSERT_EQ(triangles_in(placed, box), triangles_in(placed, box, brute));
                auto region = frustum(random_rotation(random).translated(at), random.between(0.05, 1), size,
                                      extent.size * random.between(1, 3));
                if (n % 3 == 0) region.resize(random.below(7));
                const std::span<const HalfSpace> planes(region);
                ASSERT_EQ(triangles_in(placed, planes), triangles_in(placed, planes, brute));
            }
        }
    }
    EXPECT_GT(met, 10000u);
}

// A ball meets exactly those triangles whose distance from its centre is at most the radius.
TEST(Range, BallsAgreeWithDistances) {
    base::Random random(702);
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 900}).value();
    const Model model = build(mesh);
    for (int n = 0; n < 60; ++n) {
        const Vec3 point = random_point(random, 1.2);
        const auto all = nearest_triangles(model.at_rest(), point, mesh.triangles().size());
        ASSERT_EQ(all.size(), mesh.triangles().size());
        const double radius = random.between(0, 1);
        Numbers near;
        for (const Nearest& one : all)
            if (one.distance <= radius) near.push_back(one.triangle);
        std::sort(near.begin(), near.end());
        ASSERT_EQ(triangles_in(model.at_rest(), Ball{point, radius}), near);
    }
}

TEST(Range, BatchesAnswerInOrder) {
    base::Random random(703);
    const Model model = build(generate(GeneratedShape::sphere, {.triangles = 1000}).value());
    std::vector<Ball> balls;
    std::vector<Box> boxes;
    std::vector<std::vector<HalfSpace>> regions;
    for (int n = 0; n < 200; ++n) {
        const Vec3 at = random_point(random, 1);
        balls.push_back({at, random.unit()});
        boxes.push_back({at, {at.x + 0.3, at.y + 0.3, at.z + 0.3}});
        regions.push_back({{random_point(random, 1), random.between(-1, 1)}});
    }
    const auto in_balls = triangles_in_many(model.at_rest(), balls);
    const auto in_boxes = triangles_in_many(model.at_rest(), boxes);
    const auto in_regions = triangles_in_many(model.at_rest(), regions);
    for (std::size_t i = 0; i < balls.size(); ++i) {
        ASSERT_EQ(in_balls[i], triangles_in(model.at_rest(), balls[i]));
        ASSERT_EQ(in_boxes[i], triangles_in(model.at_rest(), boxes[i]));
        ASSERT_EQ(in_regions[i], triangles_in(model.at_rest(), std::span<const HalfSpace>(regions[i])));
    }
}

}  // namespace
}  // namespace allide::test
