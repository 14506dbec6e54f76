// Compares depths in convex parts at rest, which are found from their planes, with those of the same parts at
// a pose, which are found by dividing pieces of surface. Also tests depths next to surfaces that are not
// flat.
#include "support/effort.hpp"

#include <allide/query.hpp>
#include <allide/scene.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace allide::convex_depth_test {
namespace {

Model model_from(MeshData data) {
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

class RandomParts {
  public:
    explicit RandomParts(unsigned seed) : random_(seed) {}

    double between(double from, double to) {
        return std::uniform_real_distribution<double>(from, to)(random_);
    }
    std::size_t below(std::size_t count) { return random_() % count; }

    // A prism over a polygon, convex unless `dented`. Coordinates are multiples of 2⁻³⁰, so that translations
    // by small integers are exact.
    MeshData prism(bool dented) {
        MeshData data;
        const auto n = static_cast<std::uint32_t>(3 + below(10));
        const double radius = between(0.3, 1.5), low = between(-1, 0.5), high = low + between(0.2, 2);
        const Vec3 centre{between(-0.8, 0.8), between(-0.8, 0.8), 0};
        for (std::uint32_t i = 0; i < n; ++i) {
            const double t = 2 * std::numbers::pi * (i + between(0, 0.3)) / n;
            const double r = dented && i == 1 ? 0.2 * radius : radius;
            for (const double z : {low, high})
                data.vertices.push_back(
                    {rounded(centre.x + r * std::cos(t)), rounded(centre.y + r * std::sin(t)), rounded(z)});
        }
        data.vertices.push_back({rounded(centre.x), rounded(centre.y), rounded(low)});
        data.vertices.push_back({rounded(centre.x), rounded(centre.y), rounded(high)});
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t j = (i + 1) % n;
            data.triangles.push_back({2 * i, 2 * j, 2 * i + 1});
            data.triangles.push_back({2 * i + 1, 2 * j, 2 * j + 1});
            data.triangles.push_back({2 * n, 2 * j, 2 * i});
            data.triangles.push_back({2 * n + 1, 2 * i + 1, 2 * j + 1});
        }
        tilt(data);
        return data;
    }
    // Moves all vertices by at most `most`.
    void shake(MeshData& data, double most) {
        for (Vec3& x : data.vertices) {
            x.x = rounded(x.x + between(-most, most));
            x.y = rounded(x.y + between(-most, most));
            x.z = rounded(x.z + between(-most, most));
        }
    }

  private:
    static double rounded(double x) { return std::ldexp(std::round(std::ldexp(x, 30)), -30); }
    void tilt(MeshData& data) {
        const Pose turn = Pose::rotation({between(-1, 1), between(-1, 1), 1}, degrees(between(-180, 180)));
        for (Vec3& x : data.vertices) {
            x = turn.apply(x);
            x = {rounded(x.x), rounded(x.y), rounded(x.z)};
        }
    }

    std::mt19937 random_;
};

void expect_agreement(const LocalDepth& one, const LocalDepth& other, double error) {
    EXPECT_LE(one.lower, other.upper * (1 + 1e-9) + 1e-12);
    EXPECT_LE(other.lower, one.upper * (1 + 1e-9) + 1e-12);
    EXPECT_LE(one.upper - one.lower, error * one.upper + 1e-9);
}

// The faces of a tilted prism are flat up to rounding; a prism with displaced vertices is convex up to the
// displacement.
TEST(ConvexDepth, AgreesWithTheSearchByPieces) {
    RandomParts random(11);
    const int rounds = test::effort(150, 3000);
    int deep = 0;
    for (int round = 0; round < rounds; ++round) {
        MeshData one = random.prism(false), two = random.prism(round % 3 == 0);
        if (round % 4 == 1) random.shake(one, 1e-6);
        if (round % 4 == 2) random.shake(one, 1e-4);
        const Model a = model_from(std::move(one)), b = model_from(std::move(two));
        const Pose away = Pose::translation({8, -4, 2});
        const double error = round % 5 == 0 ? 1e-3 : 0.1;
        const Interference at_rest = interference(a.at_rest(), b.at_rest(), {.depth_error = error}),
                           moved = interference(a.at(away), b.at(away), {.depth_error = error});
        SCOPED_TRACE("round " + std::to_string(round));
        ASSERT_TRUE(at_rest.depth && moved.depth);
        expect_agreement(*at_rest.depth, *moved.depth, error);
        if (at_rest.depth->lower > 0) ++deep;
        if (HasFailure()) return;
    }
    EXPECT_GT(deep, rounds / 3);
}

// A bar through a convex body has two regions of contact.
TEST(ConvexDepth, OfRegionsAgreesWithTheSearchByPieces) {
    RandomParts random(12);
    for (int round = 0; round < test::effort(60, 1000); ++round) {
        const double r = random.between(0.05, 0.2);
        MeshData bar;
        for (int i = 0; i < 8; ++i)
            bar.vertices.push_back({i % 2 ? r : -r, i / 2 % 2 ? r : -r, i / 4 ? 4.0 : -4.0});
        bar.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                         {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
        const Model a = model_from(std::move(bar)), b = model_from(random.prism(round % 4 == 0));
        const auto regions_at = [&](const Pose& pose) {
            Scene scene;
            scene.add(a, pose, {.name = "bar"});
            scene.add(b, pose, {.name = "body"});
            const Clashes found = scene.clashes({.detail = ClashDetail::regions});
            return found.list.empty() ? std::vector<ClashRegion>{} : found.list[0].regions;
        };
        const auto at_rest = regions_at(Pose::identity()), moved = regions_at(Pose::translation({8, -4, 2}));
        SCOPED_TRACE("round " + std::to_string(round));
        ASSERT_EQ(at_rest.size(), moved.size());
        for (std::size_t i = 0; i < at_rest.size(); ++i) {
            ASSERT_EQ(at_rest[i].depth.has_value(), moved[i].depth.has_value());
            if (at_rest[i].depth) expect_agreement(*at_rest[i].depth, *moved[i].depth, 0.11);
        }
        if (HasFailure()) return;
    }
}

// The upper face of the plate is a grid of triangles that deviate from a plane by rounding to single
// precision. They deviate from any common plane by more than the depth of the other part, so the planes of
// single triangles must be used.
TEST(ConvexDepth, IsAccurateNextToFacesThatAreNotFlat) {
    RandomParts random(13);
    for (int round = 0; round < test::effort(10, 100); ++round) {
        MeshData plate;
        constexpr std::uint32_t n = 4;
        const double size = 300;
        for (std::uint32_t i = 0; i <= n; ++i)
            for (std::uint32_t j = 0; j <= n; ++j)
                for (const double z : {-20.0, 0.0})
                    plate.vertices.push_back(
                        {size * i / n, size * j / n, z + (z == 0 ? random.between(-2e-5, 2e-5) : 0)});
        const auto at = [&](std::uint32_t i, std::uint32_t j, std::uint32_t top) {
            return 2 * (i * (n + 1) + j) + top;
        };
        const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
            plate.triangles.push_back({a, b, c});
            plate.triangles.push_back({a, c, d});
        };
        for (std::uint32_t i = 0; i < n; ++i) {
            for (std::uint32_t j = 0; j < n; ++j) {
                quad(at(i, j, 1), at(i + 1, j, 1), at(i + 1, j + 1, 1), at(i, j + 1, 1));
                quad(at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0));
            }
            quad(at(i, 0, 0), at(i + 1, 0, 0), at(i + 1, 0, 1), at(i, 0, 1));
            quad(at(i, n, 0), at(i, n, 1), at(i + 1, n, 1), at(i + 1, n, 0));
            quad(at(0, i, 0), at(0, i, 1), at(0, i + 1, 1), at(0, i + 1, 0));
            quad(at(n, i, 0), at(n, i + 1, 0), at(n, i + 1, 1), at(n, i, 1));
        }
        MeshData block = random.prism(true);
        double lowest = 100;
        for (const Vec3& x : block.vertices) lowest = std::min(lowest, x.z);
        const double depth = 1e-4;
        for (Vec3& x : block.vertices) x = {x.x + 140, x.y + 160, x.z - lowest - depth};
        const Model a = model_from(std::move(plate)), b = model_from(std::move(block));
        const Interference found = interference(a.at_rest(), b.at_rest());
        SCOPED_TRACE("round " + std::to_string(round));
        ASSERT_TRUE(found.depth);
        EXPECT_GT(found.depth->upper, depth - 3e-5);
        EXPECT_LT(found.depth->lower, depth + 3e-5);
        EXPECT_LE(found.depth->upper - found.depth->lower, 0.1 * found.depth->upper + 1e-9);
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace allide::convex_depth_test
