// Bodies with many vertices: hill climbing finds the support vertex, as checked in rational arithmetic, and
// overlap verdicts and distances equal those of exact arithmetic.
#include "convex/body/support_search.hpp"

#include "convex/bodies.hpp"
#include "convex/body/body_data.hpp"
#include "convex/gjk/exact_closest.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;

enum class Round { ball, prism, lattice, pancake, far_off };
constexpr std::array<Round, 5> all_rounds{Round::ball, Round::prism, Round::lattice, Round::pancake,
                                          Round::far_off};

// The vertices lie, depending on `kind`, on a sphere; on two circles; on a grid, many of them coplanar; on a
// nearly flat ellipsoid; or on a sphere whose centre is far from the body's origin.
ConvexBody round_body(Dice& dice, Round kind, int corners) {
    Hull hull;
    for (int i = 0; i < corners; ++i) {
        oracle::Point p = oracle::random_point(dice, 1);
        const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + 1e-9;
        for (double& x : p) x /= length;
        if (kind == Round::prism) {
            const double turn = 0.1 * i;
            p = {std::cos(turn), std::sin(turn), i % 2 == 0 ? 0.5 : -0.5};
        }
        if (kind == Round::lattice)
            for (double& x : p) x = std::round(x * 16) / 16;
        if (kind == Round::pancake) p[2] *= 1e-9;
        if (kind == Round::far_off)
            for (double& x : p) x += 1e6;
        hull.points.push_back(p);
    }
    return hull.body();
}

mpq_class exact_height(const Vec3& d, const Vec3& p) {
    return mpq_class(d.x) * p.x + mpq_class(d.y) * p.y + mpq_class(d.z) * p.z;
}

Vec3 any_direction(Dice& dice) {
    const oracle::Point p = dice.one_in(4) ? oracle::integer_point(dice, 2) : oracle::random_point(dice, 1);
    return {p[0], p[1], p[2]};
}

TEST(Climb, FindsTheFarthestOfAllCornersOrNone) {
    Dice dice(81);
    for (const Round kind : all_rounds) {
        int asked = 0, found = 0;
        for (int i = 0; i < 6; ++i) {
            const ConvexBody body = round_body(dice, kind, 100 + 60 * i);
            const detail::BodyData& data = data_of(body);
            if (!data.graph.available()) continue;
            for (int j = 0; j < 60; ++j) {
                const Vec3 d = any_direction(dice);
                ++asked;
                const auto top = convex::climb(data.graph, data.vertices, d);
                if (!top) continue;
                ++found;
                const mpq_class height = exact_height(d, data.vertices[*top]);
                for (std::size_t k = 0; k < data.vertices.size(); ++k)
                    ASSERT_TRUE(k == *top || exact_height(d, data.vertices[k]) < height);
            }
        }
        EXPECT_GT(asked, 200);
        EXPECT_GT(found, asked / 2);
    }
}

TEST(Climb, FewCornersAndFlatBodiesHaveNoSlopes) {
    Dice dice(82);
    EXPECT_FALSE(data_of(round_body(dice, Round::ball, 64)).graph.available());
    EXPECT_TRUE(data_of(round_body(dice, Round::ball, 65)).graph.available());
    Hull flat;
    for (int i = 0; i < 100; ++i) flat.points.push_back({std::cos(0.1 * i), std::sin(0.1 * i), 0});
    EXPECT_FALSE(data_of(flat.body()).graph.available());
}

TEST(Climb, BodiesWithManyCornersAnswerAsExactArithmetic) {
    Dice dice(83);
    int touching = 0, apart = 0;
    for (int i = 0; i < 200; ++i) {
        const ConvexBody body_a = round_body(dice, all_rounds[dice.below(4)], 70 + 3 * (i % 50));
        const ConvexBody body_b = i % 3 == 0 ? random_hull(dice, random_kind(dice)).body()
                                             : round_body(dice, all_rounds[dice.below(4)], 150);
        const PlacedBody a = body_a.at(pose_of(oracle::rotation(dice)));
        const PlacedBody b =
            body_b.at(pose_of(oracle::shifted(oracle::rotation(dice), oracle::random_point(dice, 1.8))));
        const convex::BodyPair pair(a, b);
        const convex::ExactClosest exact = convex::exact_closest(pair, {});
        const BodyDistance found = distance(a, b);
        EXPECT_EQ(overlap_solid(a, b).verdict == BodyVerdict::yes, exact.touching);
        EXPECT_EQ(found.upper == 0, exact.touching);
        ++(exact.touching ? touching : apart);
        if (exact.touching) continue;
        const double length = convex::length_beyond(exact.squared, convex::sum_of_radii(pair));
        EXPECT_LE(found.lower, length * (1 + 1e-14));
        EXPECT_GE(found.upper, length * (1 - 1e-14));
        EXPECT_LE(found.upper - found.lower, 1e-12 * found.upper);
    }
    EXPECT_GT(touching, 30);
    EXPECT_GT(apart, 30);
}

}  // namespace
}  // namespace allide::test
