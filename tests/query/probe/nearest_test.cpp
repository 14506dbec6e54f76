#include "probe_support.hpp"
#include "support/effort.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

// Points above a face, next to an edge, beyond a corner, and on the surface of a box.
TEST(Nearest, IsTheClosestPointOfTheBox) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const auto above = nearest(box.at_rest(), {1.5, 0.5, 5}).value();
    EXPECT_EQ(above.distance, 3);
    EXPECT_EQ(above.point, (Vec3{1.5, 0.5, 2}));
    EXPECT_EQ(above.triangle, 2u);
    const auto beyond = nearest(box.at_rest(), {3, 4, 4}).value();
    EXPECT_EQ(beyond.distance, 3);
    EXPECT_EQ(beyond.point, (Vec3{2, 2, 2}));
    EXPECT_EQ(beyond.triangle, 2u);  // the first of the triangles at that corner
    const auto on = nearest(box.at_rest(), {2, 1.5, 0.25}).value();
    EXPECT_EQ(on.distance, 0);
    EXPECT_EQ(on.upper, 0);
    EXPECT_EQ(on.point, (Vec3{2, 1.5, 0.25}));
    const auto aside = nearest(box.at_rest(), {-3, -4, 1}).value();
    EXPECT_EQ(aside.distance, 5);
    const Model empty;
    EXPECT_FALSE(nearest(empty.at_rest(), {0, 0, 0}));
    EXPECT_THROW(nearest(box.at_rest(), {NAN, 0, 0}), PreconditionError);
}

// At the centre of a cube all six faces are equally near.
TEST(Nearest, TiesGoToTheSmallestNumber) {
    const Model box = build(box_mesh({-1, -1, -1}, {1, 1, 1}));
    const auto all = nearest_triangles(box.at_rest(), {0, 0, 0}, 100);
    ASSERT_EQ(all.size(), 12u);
    for (std::uint32_t i = 0; i < 12; ++i) {
        EXPECT_EQ(all[i].triangle, i);
        EXPECT_EQ(all[i].distance, 1);
    }
    EXPECT_EQ(nearest_triangles(box.at_rest(), {0, 0, 0}, 5).size(), 5u);
    EXPECT_TRUE(nearest_triangles(box.at_rest(), {0, 0, 0}, 0).empty());
    EXPECT_EQ(nearest_triangles(box.at_rest(), {0, 0, 0x1p-60}, 1).front().triangle, 2u);
}

TEST(Nearest, IsZeroOnlyOnTheSurface) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const auto near = nearest(box.at_rest(), {0.5, 1, -0x1p-1074}).value();
    EXPECT_EQ(near.distance, 0x1p-1074);
    EXPECT_GT(near.upper, 0);
    const auto far = nearest(box.at_rest(), {0.5, 1, 1e300}).value();
    EXPECT_NEAR(far.distance / 1e300, 1, 1e-12);
}

void expect_good(const Nearest& found, const Mesh& mesh, const Pose& pose, const Vec3& point) {
    ASSERT_LE(found.lower, found.distance);
    ASSERT_LE(found.distance, found.upper);
    ASSERT_LE(found.upper - found.lower, 1e-12 * found.upper + 0x1p-1072);
    const auto corners = mesh.corners(found.triangle);
    double largest = 0;
    for (const Vec3& c : corners) {
        const Vec3 x = mapped(pose, c);
        largest = std::max({largest, std::abs(x.x), std::abs(x.y), std::abs(x.z)});
    }
    largest = std::max({largest, std::abs(point.x), std::abs(point.y), std::abs(point.z)});
    const Vec3 arm = minus(found.point, point);
    ASSERT_NEAR(std::hypot(arm.x, arm.y, arm.z), found.distance,
                1e-12 * found.distance + 64 * 0x1p-53 * largest);
}

TEST(Nearest, AgreesWithTheBruteForce) {
    base::Random random(601);
    for (const auto& [name, mesh] : probe_meshes(random)) {
        const Extent extent = extent_of(mesh);
        for (const Volume volume : some_volumes()) {
            SCOPED_TRACE(name + ' ' + std::string(name_of(volume)));
            const Model model = build(mesh, volume);
            const int rounds = volume == Volume::automatic ? 60 : 15;
            for (int n = 0; n < rounds; ++n) {
                const Pose pose = any_pose(random, n, extent.size);
                Vec3 point = mapped(pose, telling_point(random, mesh, extent));
                if (n % 3 == 0)
                    point = about(point, random, n % 2 == 0 ? 1e-3 * extent.size : 100 * extent.size);
                const auto found = nearest(model.at(pose), point),
                           truth = nearest(model.at(pose), point, brute);
                ASSERT_EQ(found, truth);
                ASSERT_EQ(found.has_value(), !mesh.triangles().empty());
                if (found) expect_good(*found, mesh, pose, point);
                ASSERT_EQ(nearest_triangles(model.at(pose), point, 7),
                          nearest_triangles(model.at(pose), point, 7, brute));
                if (HasFatalFailure()) return;
            }
        }
    }
}

// A deep tree, whose smallest boxes are thousands of times smaller than the body.
TEST(Nearest, AgreesWithTheBruteForceOnManyTriangles) {
    base::Random random(603);
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 20'000, .seed = 2}).value();
    const Model model = build(mesh);
    for (int n = 0; n < effort(200, 5000); ++n) {
        const Pose pose = any_pose(random, n, 1);
        Vec3 point = mapped(pose, telling_point(random, mesh, {{}, 1}));
        if (n % 2 == 0) point = about(point, random, 1e-4);
        ASSERT_EQ(nearest_triangles(model.at(pose), point, 4),
                  nearest_triangles(model.at(pose), point, 4, brute));
    }
}

TEST(Nearest, BatchesAnswerInOrder) {
    base::Random random(602);
    const Model model = build(generate(GeneratedShape::noisy_torus, {.triangles = 2000}).value());
    std::vector<Vec3> points;
    for (int n = 0; n < 500; ++n) points.push_back(random_point(random, 2));
    const auto found = nearest_many(model.at_rest(), points, {.threads = 2});
    const auto more = nearest_triangles_many(model.at_rest(), points, 3);
    for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_EQ(found[i], nearest(model.at_rest(), points[i]));
        ASSERT_EQ(more[i], nearest_triangles(model.at_rest(), points[i], 3));
        ASSERT_EQ(more[i].front(), *found[i]);
    }
}

}  // namespace
}  // namespace allide::test
