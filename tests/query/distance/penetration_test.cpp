// Penetration depths: the bounds hold, are equal for convex bodies, and the given translations separate them.
#include "support/models.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide {
namespace {

using test::model_of;

Pose moved(const Pose& pose, const Vec3& direction, double by) {
    return pose.translated({by * direction.x, by * direction.y, by * direction.z});
}

TEST(Penetration, OfTwoCubes) {
    // Cubes from -1 to 1, translated such that they overlap in a slab of thickness 0.25.
    const Model cube = model_of(generate(GeneratedShape::cube).value());
    double reach = 0;
    for (const Vec3& v : cube.mesh().vertices()) reach = std::max(reach, v.x);
    const Penetration found =
        penetration(cube.at_rest(), cube.at(Pose::translation({2 * reach - 0.25, 0.5 * reach, 0.1})));
    EXPECT_EQ(found.kind, Penetration::Kind::convex);
    EXPECT_NEAR(found.lower, 0.25, 1e-12);
    EXPECT_NEAR(found.upper, 0.25, 1e-12);
    EXPECT_NEAR(found.direction.x, -1, 1e-12);  // A leaves B along −x
    EXPECT_EQ(penetration(cube.at_rest(), cube.at(Pose::translation({2 * reach + 0.1, 0, 0}))).kind,
              Penetration::Kind::none);
}

TEST(Penetration, OfConvexBodiesHasTightBounds) {
    base::Random random(91);
    const GeneratedShape shapes[] = {GeneratedShape::cube, GeneratedShape::octahedron,
                                     GeneratedShape::icosahedron, GeneratedShape::antiprism,
                                     GeneratedShape::sphere};
    int deep = 0;
    for (int round = 0; round < 60; ++round) {
        const Model a = model_of(generate(shapes[random.below(4)]).value()),
                    b = model_of(round % 5 == 0 ? generate(GeneratedShape::sphere, {.triangles = 800}).value()
                                                : generate(shapes[random.below(4)]).value());
        const Pose pose_a = test::random_pose(random, 0.5), pose_b = test::random_pose(random, 0.8);
        const Penetration found = penetration(a.at(pose_a), b.at(pose_b));
        if (found.kind == Penetration::Kind::none) continue;
        ++deep;
        ASSERT_EQ(found.kind, Penetration::Kind::convex) << round;
        EXPECT_LE(found.upper - found.lower, 1e-9 * found.upper + 1e-12) << round;
        // Moved slightly farther than the depth, the bodies are separated; moved less, in this or any other
        // direction, they still overlap.
        EXPECT_EQ(overlap_solid(a.at(moved(pose_a, found.direction, found.upper * (1 + 1e-9) + 1e-11)),
                                b.at(pose_b)),
                  SolidOverlap::no);
        for (int k = 0; k < 20; ++k) {
            Vec3 d = k == 0 ? found.direction : test::random_point(random, 1);
            const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
            d = {d.x / length, d.y / length, d.z / length};
            EXPECT_EQ(overlap_solid(a.at(moved(pose_a, d, found.lower * (1 - 1e-9) - 1e-12)), b.at(pose_b)),
                      SolidOverlap::yes)
                << round;
        }
        const Penetration reverse = penetration(b.at(pose_b), a.at(pose_a));
        EXPECT_NEAR(reverse.upper, found.upper, 1e-9 * found.upper + 1e-11);
    }
    EXPECT_GT(deep, 20);
}

TEST(Penetration, OfOtherSolidsIsBounded) {
    base::Random random(92);
    int deep = 0;
    for (int round = 0; round < 20; ++round) {
        const Model a = model_of(generate(GeneratedShape::torus, {.triangles = 300}).value()),
                    b = model_of(
                        generate(round % 2 == 0 ? GeneratedShape::noisy_torus : GeneratedShape::sphere,
                                 {.triangles = 400})
                            .value());
        const Pose pose_a = test::random_pose(random, 0.3), pose_b = test::random_pose(random, 0.6);
        const Penetration found = penetration(a.at(pose_a), b.at(pose_b));
        if (found.kind == Penetration::Kind::none) continue;
        ++deep;
        ASSERT_EQ(found.kind, Penetration::Kind::solid);
        EXPECT_LE(found.lower, found.upper);
        EXPECT_EQ(overlap_solid(a.at(moved(pose_a, found.direction, found.upper * (1 + 1e-9))), b.at(pose_b)),
                  SolidOverlap::no);
        // Computes the depth of every vertex of A inside B.
        double clearance = 0;
        const auto& m = pose_a.matrix();
        for (const Vec3& v : a.mesh().vertices()) {
            const Vec3 p{m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3],
                         m[4] * v.x + m[5] * v.y + m[6] * v.z + m[7],
                         m[8] * v.x + m[9] * v.y + m[10] * v.z + m[11]};
            if (contains(b.at(pose_b), p) == PointLocation::inside)
                clearance = std::max(clearance, nearest(b.at(pose_b), p)->distance);
        }
        EXPECT_GE(found.lower, clearance - 1e-12);
        // No translation shorter than the lower bound separates the bodies.
        for (int k = 0; k < 10; ++k) {
            Vec3 d = test::random_point(random, 1);
            const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
            EXPECT_EQ(overlap_solid(a.at(moved(pose_a, d, found.lower * (1 - 1e-9) / length)), b.at(pose_b)),
                      SolidOverlap::yes);
        }
    }
    EXPECT_GT(deep, 5);
}

// A two-sided quad, inside a cube or as part of a body, has no inside of its own, hence no lower bound.
TEST(Penetration, OfASheetWithTwoSidesHasNoLowerBound) {
    MeshData data;
    data.vertices = {{-0.25, -0.25, 0}, {0.25, -0.25, 0}, {0.25, 0.25, 0}, {-0.25, 0.25, 0}};
    data.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}};
    const Model sheet = model_of(Mesh::from(data).value());
    data.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    const Model other_way = model_of(Mesh::from(data).value());
    const Mesh cube = generate(GeneratedShape::cube).value();
    for (const Vec3& x : cube.vertices()) data.vertices.push_back({x.x + 4, x.y, x.z});
    data.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}};
    for (const auto& [p, q, r] : cube.triangles()) data.triangles.push_back({p + 4, q + 4, r + 4});
    const Model with_body = model_of(Mesh::from(std::move(data)).value());
    const Model around = model_of(cube);
    for (const Model& thin : {sheet, other_way, with_body}) {
        EXPECT_EQ(penetration(around.at_rest(), thin.at_rest()).lower, 0);
        EXPECT_EQ(penetration(thin.at_rest(), around.at_rest()).lower, 0);
    }
    // A cube in the same mesh as the sheet still has a lower bound of its depth.
    EXPECT_GT(penetration(around.at(Pose::translation({3.5, 0.25, 0.125})), with_body.at_rest()).lower, 0.1);
}

// At these sizes, products of edges overflow or underflow.
TEST(Penetration, OfHugeAndTinySolidsIsBounded) {
    const Mesh plain = generate(GeneratedShape::torus, {.triangles = 200}).value();
    for (const int power : {0, -1000, -500, 500, 1000, 1020}) {
        const auto scaled = [power](double x) { return std::ldexp(x, power); };
        MeshData data;
        for (const Vec3& x : plain.vertices())
            data.vertices.push_back({scaled(x.x), scaled(x.y), scaled(x.z)});
        data.triangles.assign(plain.triangles().begin(), plain.triangles().end());
        const Model torus = model_of(Mesh::from(std::move(data)).value());
        const Penetration found = penetration(
            torus.at_rest(), torus.at(Pose::translation({scaled(0.1), scaled(0.05), scaled(0.07)})));
        EXPECT_EQ(found.kind, Penetration::Kind::solid) << power;
        EXPECT_LE(found.lower, found.upper) << power;
        EXPECT_GT(found.lower, power < 900 ? 0 : -1) << power;
    }
}

TEST(Penetration, OfOpenSurfacesIsMarkedOpen) {
    const Model sheet = model_of(
        Mesh::from({.vertices = {{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}, .triangles = {{0, 1, 2}}}).value());
    const Model cube = model_of(generate(GeneratedShape::cube).value());
    const Penetration found = penetration(sheet.at_rest(), cube.at_rest());
    EXPECT_EQ(found.kind, Penetration::Kind::open);
    EXPECT_EQ(found.lower, 0);
    EXPECT_GT(found.upper, 0);
    EXPECT_FALSE(collides(sheet.at(moved(Pose::identity(), found.direction, found.upper * (1 + 1e-9))),
                          cube.at_rest()));
    EXPECT_EQ(penetration(sheet.at(Pose::translation({0, 0, 9})), cube.at_rest()).upper, 0);
    const Model empty;
    EXPECT_EQ(penetration(empty.at_rest(), cube.at_rest()).kind, Penetration::Kind::none);
}

}  // namespace
}  // namespace allide
