// Separation along a direction: known boxes, comparison with brute force and with the definition.
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"

#include <allide/extra/shapes.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace allide {
namespace {

Model cube() {
    return Model::build(generate(GeneratedShape::cube).value()).value();
}

// The side length of a model of a cube.
double side_of(const Model& model) {
    double lo = 1e9, hi = -1e9;
    for (const Vec3& x : model.mesh().vertices()) {
        lo = std::min(lo, x.x);
        hi = std::max(hi, x.x);
    }
    return hi - lo;
}

TEST(Separation, OfTwoCubes) {
    const Model model = cube();
    const double side = side_of(model);
    const Pose half = Pose::translation({0.5 * side, 0.25 * side, 0});
    const auto expect_exactly = [](const Separation& found, double s) {
        EXPECT_LE(found.lower, s);
        EXPECT_GE(found.upper, s);
        EXPECT_LE(found.upper - found.lower, 1e-14 * s);
        EXPECT_TRUE(found.last);
    };
    // A leaves B along −x after half a side; along x it must pass through B.
    expect_exactly(separation_along(model.at_rest(), model.at(half), {-1, 0, 0}), 0.5 * side);
    expect_exactly(separation_along(model.at_rest(), model.at(half), {1, 0, 0}), 1.5 * side);
    expect_exactly(separation_along(model.at_rest(), model.at(half), {0, 4, 0}), 1.25 * side / 4);
    // Translations of A that pass B without contact, and that move away from B.
    EXPECT_FALSE(
        separation_along(model.at_rest(), model.at(Pose::translation({3 * side, 0, 0})), {0, 1, 0}).last);
    const Separation away =
        separation_along(model.at_rest(), model.at(Pose::translation({3 * side, 0, 0})), {-1, 0, 0});
    EXPECT_FALSE(away.last);
    EXPECT_EQ(away.lower, 0);
    EXPECT_EQ(away.upper, 0);
    // They do not touch at the start but do so later: the last contact counts.
    expect_exactly(
        separation_along(model.at_rest(), model.at(Pose::translation({3 * side, 0, 0})), {1, 0, 0}),
        4 * side);
    // Flush faces: the cubes touch at the start, and no longer after any translation away.
    const Separation flush =
        separation_along(model.at_rest(), model.at(Pose::translation({side, 0, 0})), {-1, 0, 0});
    EXPECT_TRUE(flush.last);
    EXPECT_EQ(flush.lower, 0);
    EXPECT_EQ(flush.upper, 0);
    const Model nothing;
    EXPECT_FALSE(separation_along(nothing.at_rest(), model.at_rest(), {1, 0, 0}).last);
}

TEST(Separation, RefusesAZeroDirection) {
    const Model model = cube();
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();
    for (const Vec3& bad : {Vec3{0, 0, 0}, Vec3{nan, 0, 1}, Vec3{0, infinity, 0}})
        EXPECT_THROW((void)separation_along(model.at_rest(), model.at_rest(), bad), PreconditionError);
}

TEST(Separation, EqualsTheBruteForce) {
    base::Random random(3);
    int found = 0;
    const int rounds = test::effort(25, 600);
    for (int round = 0; round < rounds; ++round) {
        const Volume volume = round % 4 == 1   ? Volume::obb
                              : round % 4 == 2 ? Volume::kdop14
                                               : Volume::automatic;
        const double size = round % 3 == 0 ? 1 : std::pow(10.0, random.between(-9, 9));
        const auto small = [&] {
            return generate(GeneratedShape::noisy_torus,
                            {.triangles = 60 + random.below(60), .seed = random.bits()})
                .value();
        };
        const Mesh mesh_a = round % 5 == 0 ? test::scattered(60, random, 0.2) : small();
        const Mesh mesh_b = round % 7 == 0 ? test::zero_area(60, random) : small();
        const Model a = Model::build(test::moved(mesh_a, size, {}), {.volume = volume}).value();
        const Model b = Model::build(test::moved(mesh_b, size, {})).value();
        const Pose pose_a = test::random_pose(random, size),
                   pose_b = round % 2 == 0 ? Pose() : test::random_pose(random, size);
        const Vec3 direction = round % 4 == 0 ? Vec3{0, 0, 1} : test::random_point(random, size);
        const Separation fast = separation_along(a.at(pose_a), b.at(pose_b), direction);
        const Separation all =
            separation_along(a.at(pose_a), b.at(pose_b), direction, {.search = Search::brute_force});
        EXPECT_EQ(fast.lower, all.lower);
        EXPECT_EQ(fast.upper, all.upper);
        EXPECT_EQ(fast.last.has_value(), all.last.has_value());
        found += fast.last ? 1 : 0;
    }
    EXPECT_GT(found, rounds / 3);
}

// Translated farther than the separation, the bodies do not touch; translated slightly less, they do.
TEST(Separation, IsTheLastContact) {
    base::Random random(5);
    int checked = 0;
    for (int round = 0; round < 60; ++round) {
        const Model a = Model::build(test::random_body(random)).value(),
                    b = Model::build(test::random_body(random)).value();
        const Pose pose_a = test::random_pose(random, 0.5), pose_b = test::random_pose(random, 0.5);
        const Vec3 d = test::random_point(random, 1);
        const Separation found = separation_along(a.at(pose_a), b.at(pose_b), d);
        const auto touch_at = [&](double s) {
            return collides(a.at(pose_a.translated({s * d.x, s * d.y, s * d.z})), b.at(pose_b));
        };
        for (const double factor : {1 + 1e-12, 1.0001, 1.01, 1.1, 1.5, 2.0, 5.0})
            EXPECT_FALSE(touch_at(factor * found.upper + 1e-12));
        if (!found.last || found.lower < 1e-3) continue;
        ++checked;
        EXPECT_TRUE(touch_at((1 - 1e-10) * found.lower));
        EXPECT_LE(found.lower, found.upper);
    }
    EXPECT_GT(checked, 30);
}

TEST(Separation, HoldsFarFromTheOriginAndAtTheEndsOfTheRange) {
    const Mesh rest = generate(GeneratedShape::icosahedron).value();
    for (const double size : {1e-320, 1e-300, 1e-12, 1e12, 1e300, 4e307}) {
        const Model model = Model::build(test::moved(rest, size, {})).value();
        const Pose shift = Pose::translation({0.25 * size, 0, 0});
        const Separation fast = separation_along(model.at_rest(), model.at(shift), {size, 0, 0});
        const Separation all =
            separation_along(model.at_rest(), model.at(shift), {size, 0, 0}, {.search = Search::brute_force});
        EXPECT_EQ(fast.lower, all.lower) << size;
        EXPECT_EQ(fast.upper, all.upper) << size;
        EXPECT_TRUE(fast.last);
        EXPECT_GT(fast.lower, 0.5);
    }
    const Model model = Model::build(rest).value();
    const Pose far_a = Pose::translation({1e8, -1e7, 1e6}), far_b = far_a.translated({0.25, 0, 0});
    const Separation near =
        separation_along(model.at_rest(), model.at(Pose::translation({0.25, 0, 0})), {1, 2, 3});
    const Separation far = separation_along(model.at(far_a), model.at(far_b), {1, 2, 3});
    EXPECT_EQ(near.lower, far.lower);
    EXPECT_EQ(near.upper, far.upper);
}

}  // namespace
}  // namespace allide
