// Compares the local depth and the common volume of two parts with closed forms and with points sampled on
// the surfaces.
#include "support/effort.hpp"

#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace allide::interference_test {
namespace {

Model model_from(MeshData data) {
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

Model box(const Vec3& lo, const Vec3& hi) {
    MeshData data;
    for (int i = 0; i < 8; ++i)
        data.vertices.push_back({i % 2 ? hi.x : lo.x, i / 2 % 2 ? hi.y : lo.y, i / 4 ? hi.z : lo.z});
    data.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return model_from(std::move(data));
}

// A prism along z over a convex polygon.
Model prism(const std::vector<std::array<double, 2>>& ground, double from, double to) {
    MeshData data;
    const auto n = static_cast<std::uint32_t>(ground.size());
    for (const auto& [x, y] : ground) {
        data.vertices.push_back({x, y, from});
        data.vertices.push_back({x, y, to});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t j = (i + 1) % n;
        data.triangles.push_back({2 * i, 2 * j, 2 * i + 1});
        data.triangles.push_back({2 * i + 1, 2 * j, 2 * j + 1});
        if (i == 0 || j == 0) continue;
        data.triangles.push_back({0, 2 * j, 2 * i});
        data.triangles.push_back({1, 2 * i + 1, 2 * j + 1});
    }
    return model_from(std::move(data));
}
std::vector<std::array<double, 2>> circle(int sides, double radius) {
    std::vector<std::array<double, 2>> out;
    for (int i = 0; i < sides; ++i) {
        const double t = 2 * std::numbers::pi * i / sides;
        out.push_back({radius * std::cos(t), radius * std::sin(t)});
    }
    return out;
}

void expect_depth(const Interference& found, double depth, double error = 0.1) {
    ASSERT_TRUE(found.depth);
    EXPECT_LE(found.depth->lower, depth * (1 + 1e-12));
    EXPECT_GE(found.depth->upper, depth * (1 - 1e-12));
    EXPECT_LE(found.depth->upper - found.depth->lower, error * found.depth->upper * (1 + 1e-9));
}
void expect_volume(const Interference& found, double volume) {
    ASSERT_TRUE(found.volume);
    EXPECT_LE(found.volume->lower, volume * (1 + 1e-12));
    EXPECT_GE(found.volume->upper, volume * (1 - 1e-12));
    EXPECT_LE(found.volume->upper - found.volume->lower, 1e-6 * volume);
}

// The depth of two axis-aligned boxes that overlap at one corner of each, in a box of size `over`. A point of
// a face has a fixed coordinate along the face's normal; the other two are chosen such that the depth is
// largest.
double depth_of_corner(const Vec3& over, const Vec3& size_a, const Vec3& size_b) {
    const std::array<double, 3> o{over.x, over.y, over.z}, a{size_a.x, size_a.y, size_a.z},
        b{size_b.x, size_b.y, size_b.z};
    double deepest = 0;
    for (const auto& size : {a, b})
        for (std::size_t face = 0; face < 3; ++face) {
            double depth = std::min(o[face], size[face] - o[face]);
            for (std::size_t k = 0; k < 3; ++k)
                if (k != face) depth = std::min(depth, std::min(o[k], size[k] / 2));
            deepest = std::max(deepest, depth);
        }
    return deepest;
}

TEST(Interference, OfRandomBoxesIsWithinItsBounds) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> any(0, 1);
    const int rounds = test::effort(300, 3000);
    for (int round = 0; round < rounds; ++round) {
        const Vec3 lo{-4 * any(random), -4 * any(random), -4 * any(random)};
        const Vec3 hi{lo.x + 2 + 6 * any(random), lo.y + 2 + 6 * any(random), lo.z + 2 + 6 * any(random)};
        const auto between = [&](double from, double to) {
            return from + 0.05 + (to - from - 0.1) * any(random);
        };
        const Vec3 from{between(lo.x, hi.x), between(lo.y, hi.y), between(lo.z, hi.z)};
        const Vec3 to{hi.x + 0.5 + 2 * any(random), hi.y + 0.5 + 2 * any(random),
                      hi.z + 0.5 + 2 * any(random)};
        const Model a = box(lo, hi), b = box(from, to);
        const Vec3 over{hi.x - from.x, hi.y - from.y, hi.z - from.z};
        const Interference found = interference(a.at_rest(), b.at_rest());
        expect_depth(found, depth_of_corner(over, {hi.x - lo.x, hi.y - lo.y, hi.z - lo.z},
                                            {to.x - from.x, to.y - from.y, to.z - from.z}));
        expect_volume(found, over.x * over.y * over.z);
        if (HasFailure()) FAIL() << "round " << round;
    }
}

TEST(Interference, OfKnownCases) {
    const Model wall = box({-1000, -1000, -100}, {1000, 1000, 100});
    const Model pipe = prism(circle(32, 25), -600, 600);
    const Interference through = interference(pipe.at_rest(), wall.at_rest());
    expect_depth(through, 100);
    expect_volume(through, 200 * 16 * 625 * std::sin(2 * std::numbers::pi / 32));
    const Model plate = box({0, 0, 0}, {100, 100, 10}), pressed = box({50, 50, 9.9}, {150, 150, 20});
    const Interference shallow = interference(plate.at_rest(), pressed.at_rest());
    EXPECT_NEAR(shallow.depth->lower, 0.1, 1e-9);
    EXPECT_NEAR(shallow.depth->upper, 0.1, 1e-9);
    const Model cube = box({0, 0, 0}, {10, 10, 10}), nearly = box({0.01, 0.01, 0.01}, {10.01, 10.01, 10.01});
    const Interference same = interference(cube.at_rest(), nearly.at_rest());
    expect_depth(same, 0.01);
    EXPECT_NEAR(same.volume->fraction, 0.997, 1e-3);
    // The boxes interpenetrate along x by 0.05; their other faces are flush.
    const Model first = box({0, 0, 0}, {4, 1, 3}), second = box({3.95, 0, 0}, {8, 1, 3});
    expect_depth(interference(first.at_rest(), second.at_rest()), 0.05);
}

TEST(Interference, OfPartsThatDoNotOverlap) {
    const Model cube = box({0, 0, 0}, {1, 1, 1}), beside = box({1, 0, 0}, {2, 1, 1}),
                far = box({5, 5, 5}, {6, 6, 6});
    for (const Model* other : {&beside, &far}) {
        const Interference none = interference(cube.at_rest(), other->at_rest());
        ASSERT_TRUE(none.depth && none.volume);
        EXPECT_EQ(none.depth->upper, 0);
        EXPECT_EQ(none.volume->upper, 0);
    }
    EXPECT_NEAR(find_clash(cube.at_rest(), beside.at_rest())->contact_area, 1, 1e-12);
}

TEST(Interference, OfOpenParts) {
    const Model cube = box({0, 0, 0}, {1, 1, 1});
    const Model sheet = model_from(
        {.vertices = {{-1, 0.25, 0.25}, {2, 0.25, 0.25}, {0.5, 0.75, 0.25}}, .triangles = {{0, 1, 2}}});
    const Interference one_open = interference(sheet.at_rest(), cube.at_rest());
    expect_depth(one_open, 0.25);
    EXPECT_FALSE(one_open.volume);
    const Model across =
        model_from({.vertices = {{0, 0.3, -1}, {1, 0.3, -1}, {0.5, 0.3, 1}}, .triangles = {{0, 1, 2}}});
    const Interference both_open = interference(sheet.at_rest(), across.at_rest());
    EXPECT_FALSE(both_open.depth);
    EXPECT_FALSE(both_open.volume);
}

// Neither the orientation of triangles nor repeated shells change the solid.
TEST(Interference, DoesNotDependOnOrientationAndRepetition) {
    const Model a = prism(circle(12, 1), -2, 2), b = box({0.2, -3, -0.5}, {3, 3, 0.5});
    MeshData turned{.vertices = {a.mesh().vertices().begin(), a.mesh().vertices().end()}};
    std::mt19937 random(3);
    for (TriangleIndices t : a.mesh().triangles()) {
        if (random() % 2 == 0) std::swap(t[0], t[1]);
        turned.triangles.push_back(t);
        turned.triangles.push_back({t[1], t[0], t[2]});
    }
    const Model any = model_from(std::move(turned));
    const Interference plain = interference(a.at_rest(), b.at_rest()),
                       other = interference(any.at_rest(), b.at_rest());
    EXPECT_NEAR(plain.depth->lower, other.depth->lower, 1e-9);
    EXPECT_NEAR(plain.volume->lower, other.volume->lower, 1e-9);
    EXPECT_GT(plain.volume->lower, 0);
}

// The largest depth of many sample points on a surface. It must not exceed the upper bound, and is close to
// the lower one.
double deepest_sample(const Model& inner, const Pose& pose, const Placed& outer, std::mt19937& random) {
    std::uniform_real_distribution<double> any(0, 1);
    double deepest = 0;
    for (std::uint32_t t = 0; t < inner.mesh().triangles().size(); ++t)
        for (int k = 0; k < 60; ++k) {
            const auto [p, q, r] = inner.mesh().corners(t);
            double u = any(random), v = any(random);
            if (u + v > 1) u = 1 - u, v = 1 - v;
            const Vec3 x = pose.apply(p + u * (q - p) + v * (r - p));
            if (contains(outer, x) == PointLocation::inside)
                deepest = std::max(deepest, nearest(outer, x)->distance);
        }
    return deepest;
}

TEST(Interference, BoundsSampledDepths) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    const int rounds = test::effort(40, 400);
    for (int round = 0; round < rounds; ++round) {
        const Model a = prism(circle(3 + int(random() % 12), 1), -1, 1);
        const Model b =
            round % 2 == 0 ? box({-1, -0.4, -0.7}, {1, 0.4, 0.7}) : prism(circle(7, 0.8), -1.5, 0.3);
        const Pose pose = Pose::rotation({any(random), any(random), 1}, degrees(180 * any(random)))
                              .translated({any(random), any(random), any(random)});
        const Interference found = interference(a.at(pose), b.at_rest());
        const Interference swapped = interference(b.at_rest(), a.at(pose));
        const double sampled = std::max(deepest_sample(a, pose, b.at_rest(), random),
                                        deepest_sample(b, Pose::identity(), a.at(pose), random));
        EXPECT_LE(sampled, found.depth->upper * (1 + 1e-9));
        EXPECT_GE(sampled, 0.7 * found.depth->lower);
        EXPECT_LE(found.depth->lower, swapped.depth->upper * (1 + 1e-9));
        EXPECT_LE(swapped.depth->lower, found.depth->upper * (1 + 1e-9));
        EXPECT_LE(found.depth->upper - found.depth->lower, 0.1 * found.depth->upper + 1e-9);
        EXPECT_NEAR(found.volume->lower, swapped.volume->lower, 1e-9);
        EXPECT_LE(found.depth->lower, penetration(a.at(pose), b.at_rest()).upper * (1 + 1e-9));
        if (HasFailure()) FAIL() << "round " << round;
    }
}

TEST(Interference, NarrowsItsBounds) {
    const Model a = prism(circle(24, 1), -1, 1), b = prism(circle(24, 0.9), -0.8, 3);
    const Pose pose = Pose::rotation({1, 2, 3}, degrees(50)).translated({0.4, 0.3, 0.2});
    const Interference wide = interference(a.at_rest(), b.at(pose)),
                       narrow = interference(a.at_rest(), b.at(pose), {.depth_error = 1e-3});
    EXPECT_LE(narrow.depth->upper - narrow.depth->lower, 1e-3 * narrow.depth->upper * (1 + 1e-9));
    EXPECT_LE(wide.depth->lower, narrow.depth->upper);
    EXPECT_LE(narrow.depth->lower, wide.depth->upper);
    EXPECT_THROW(interference(a.at_rest(), b.at(pose), {.depth_error = 1e-4}), PreconditionError);
}

TEST(Interference, ScalesWithTheParts) {
    for (const int exponent : {-1000, -400, 400, 900}) {
        const auto at = [&](double x) { return std::ldexp(x, exponent); };
        const Model a = box({0, 0, 0}, {at(4), at(4), at(4)}),
                    b = box({at(3), at(1), at(1)}, {at(9), at(3), at(3)});
        const Interference found = interference(a.at_rest(), b.at_rest());
        ASSERT_TRUE(found.depth);
        EXPECT_LE(found.depth->lower, at(1) * (1 + 1e-12)) << exponent;
        EXPECT_GE(found.depth->upper, at(1) * (1 - 1e-12)) << exponent;
        EXPECT_LE(found.depth->upper, at(1.12)) << exponent;
    }
}

// A bolt in its hole: if the sag of both is given, a bolt of the nominal size is a touch, and one that is too
// thick is not.
TEST(Interference, DecidesBetweenTouchAndHardBySag) {
    const auto ring = [](double radius) {
        MeshData data;  // a plate with a round hole
        constexpr std::uint32_t sides = 24;
        for (std::uint32_t i = 0; i < sides; ++i)
            for (const double r : {radius, 30.0})
                for (const double z : {0.0, 10.0}) {
                    const double t = 2 * std::numbers::pi * i / sides;
                    data.vertices.push_back({r * std::cos(t), r * std::sin(t), z});
                }
        for (std::uint32_t i = 0; i < sides; ++i) {
            const std::uint32_t p = 4 * i, q = 4 * ((i + 1) % sides);
            const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
                data.triangles.push_back({a, b, c});
                data.triangles.push_back({a, c, d});
            };
            face(p, p + 1, q + 1, q);          // the hole
            face(p + 2, q + 2, q + 3, p + 3);  // the outside
            face(p, q, q + 2, p + 2);
            face(p + 1, p + 3, q + 3, q + 1);
        }
        return model_from(std::move(data));
    };
    const Model hole = ring(5);
    const Model bolt = prism(circle(17, 5), -5, 15), thick = prism(circle(17, 5.1), -5, 15);
    const double sag =
        5 * (1 - std::cos(std::numbers::pi / 24)) + 5.1 * (1 - std::cos(std::numbers::pi / 17));
    const auto exact = find_clash(bolt.at_rest(), hole.at_rest());
    ASSERT_TRUE(exact);
    EXPECT_EQ(exact->kind, ClashKind::hard);
    const auto fit = find_clash(bolt.at_rest(), hole.at_rest(), {.sag = sag});
    EXPECT_EQ(fit->kind, ClashKind::touch);
    EXPECT_EQ(fit->exact_kind, ClashKind::hard);
    EXPECT_TRUE(fit->within_facets);
    EXPECT_LE(fit->depth->upper, sag);
    const auto too_thick = find_clash(thick.at_rest(), hole.at_rest(), {.sag = sag});
    EXPECT_EQ(too_thick->kind, ClashKind::hard);
    EXPECT_FALSE(too_thick->within_facets);
    EXPECT_GT(too_thick->depth->lower, 0.09);
}

}  // namespace
}  // namespace allide::interference_test
