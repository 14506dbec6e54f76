// The eight-lane filter, symmetries of the first contact, and contacts with a clearance.
#include "kernel/deform/motion_filter.hpp"

#include "kernel/deform/first_contact.hpp"
#include "kernel/deform/query_classes.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

using deform_test::Query;
using deform_test::QueryClass;
using deform_test::QueryMaker;

constexpr auto class_count = static_cast<std::size_t>(QueryClass::count);

EightPoints as_points(const Query& q) {
    EightPoints x;
    for (std::size_t i = 0; i < 8; ++i) x[i] = {q[i][0], q[i][1], q[i][2]};
    return x;
}

EightPoints reordered(const EightPoints& x, const std::array<std::size_t, 4>& order) {
    EightPoints y;
    for (std::size_t i = 0; i < 4; ++i) y[i] = x[order[i]], y[4 + i] = x[4 + order[i]];
    return y;
}

// The filter never reports a contact as clear. It recognises every query whose features stay strictly ordered
// along an axis.
TEST(MotionFilter, IsCertain) {
    QueryMaker maker(99);
    std::size_t filtered = 0;
    const int rounds = test::effort(4000, 100'000);
    for (int round = 0; round < rounds; ++round)
        for (const FeatureKind kind : {FeatureKind::vertex_face, FeatureKind::edge_edge}) {
            const std::size_t count = 1 + static_cast<std::size_t>(round) % 8;
            MotionQueries queries{};
            std::array<EightPoints, 8> x;
            for (std::size_t i = 0; i < count; ++i) {
                x[i] = as_points(
                    maker.make(static_cast<QueryClass>((static_cast<std::size_t>(round) + i) % class_count),
                               kind == FeatureKind::edge_edge));
                queries.set(i, x[i]);
            }
            const MotionFilterVerdicts verdicts = filter_motions(kind, queries, count);
            ASSERT_EQ(verdicts.clear >> count, 0u);
            for (std::size_t i = 0; i < count; ++i) {
                const MotionContact contact = first_feature_contact(kind, x[i]);
                ASSERT_EQ((verdicts.ordered >> i & 1) != 0, strictly_ordered(kind, x[i]));
                if ((verdicts.clear >> i & 1) == 0) continue;
                ++filtered;
                ASSERT_EQ(contact.verdict, MotionVerdict::clear);
            }
        }
    EXPECT_GT(filtered, static_cast<std::size_t>(rounds));
}

// Exchanging edges, reversing an edge, permuting a face's corners and mirroring an axis change no verdict,
// and the brackets of the time overlap. A contact remains a contact if time is reversed.
TEST(FirstFeatureContactSymmetry, AnswersDoNotDependOnTheOrder) {
    constexpr std::array<std::array<std::size_t, 4>, 3> of_face{{{0, 2, 3, 1}, {0, 1, 3, 2}, {0, 3, 2, 1}}};
    constexpr std::array<std::array<std::size_t, 4>, 3> of_edges{{{2, 3, 0, 1}, {1, 0, 2, 3}, {0, 1, 3, 2}}};
    QueryMaker maker(123);
    for (int round = 0; round < test::effort(6000, 200'000); ++round) {
        const bool edges = round % 2 == 1;
        const FeatureKind kind = edges ? FeatureKind::edge_edge : FeatureKind::vertex_face;
        const EightPoints x = as_points(
            maker.make(static_cast<QueryClass>(static_cast<std::size_t>(round / 2) % class_count), edges));
        const MotionContact found = first_feature_contact(kind, x);
        const auto same = [&](const EightPoints& y) {
            const MotionContact other = first_feature_contact(kind, y);
            return other.verdict == found.verdict && other.t_lo <= found.t_hi && found.t_lo <= other.t_hi;
        };
        for (const auto& order : edges ? of_edges : of_face) ASSERT_TRUE(same(reordered(x, order)));
        EightPoints mirrored = x;
        for (Vec3& p : mirrored) p = {p.y, -p.z, p.x};
        ASSERT_TRUE(same(mirrored));
        EightPoints reversed;
        for (std::size_t i = 0; i < 8; ++i) reversed[i] = x[(i + 4) % 8];
        ASSERT_EQ(first_feature_contact(kind, reversed).verdict, found.verdict);
    }
}

TEST(FirstFeatureContactWeights, GiveTheContactPoint) {
    QueryMaker maker(5);
    for (int round = 0; round < test::effort(2000, 20'000); ++round) {
        const bool edges = round % 2 == 1;
        const EightPoints x = as_points(maker.make(QueryClass::crossing, edges));
        const MotionContact found =
            first_feature_contact(edges ? FeatureKind::edge_edge : FeatureKind::vertex_face, x);
        ASSERT_EQ(found.verdict, MotionVerdict::impact);
        const std::size_t split = edges ? 2 : 1;
        double gap[3] = {}, sums[2] = {};
        for (std::size_t i = 0; i < 4; ++i) {
            const double w = found.weights[i], t = found.t_hi, side = i < split ? 1 : -1;
            sums[i < split ? 0 : 1] += w;
            gap[0] += side * w * ((1 - t) * x[i].x + t * x[4 + i].x);
            gap[1] += side * w * ((1 - t) * x[i].y + t * x[4 + i].y);
            gap[2] += side * w * ((1 - t) * x[i].z + t * x[4 + i].z);
        }
        EXPECT_NEAR(sums[0], 1, 1e-12);
        EXPECT_NEAR(sums[1], 1, 1e-12);
        EXPECT_LT(std::hypot(gap[0], gap[1], gap[2]), 1e-8);
    }
}

// A vertex falls onto a face at rest, so the distance is its height.
TEST(FirstFeatureApproach, FindsTheTimeOfTheClearance) {
    const EightPoints falls{
        {{0.2, 0.2, 2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 0.5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const MotionContact found = first_feature_approach(FeatureKind::vertex_face, falls, 1);
    ASSERT_EQ(found.verdict, MotionVerdict::impact);
    EXPECT_LE(found.t_lo, 2.0 / 3);
    EXPECT_GE(found.t_hi, 2.0 / 3);
    EXPECT_LE(found.t_hi - found.t_lo, 1e-9);
    EXPECT_EQ(first_feature_approach(FeatureKind::vertex_face, falls, 0.49).verdict, MotionVerdict::clear);
    const MotionContact graze = first_feature_approach(FeatureKind::vertex_face, falls, 0.5);
    ASSERT_EQ(graze.verdict, MotionVerdict::impact);
    EXPECT_EQ(graze.t_lo, 1);
}

// Features come within a clearance no later than they touch, and within a smaller clearance no earlier than
// within a larger one.
TEST(FirstFeatureApproach, AgreesWithContactsAndIsMonotone) {
    QueryMaker maker(17);
    const int rounds = test::effort(3000, 60'000);
    for (int round = 0; round < rounds; ++round) {
        const bool edges = round % 2 == 1;
        const FeatureKind kind = edges ? FeatureKind::edge_edge : FeatureKind::vertex_face;
        const auto what = round % 3 == 0   ? QueryClass::crossing
                          : round % 3 == 1 ? QueryClass::uniform
                                           : QueryClass::lattice;
        const EightPoints x = as_points(maker.make(what, edges));
        const MotionContact touch = first_feature_contact(kind, x);
        const MotionContact near = first_feature_approach(kind, x, 0.05),
                            nearer = first_feature_approach(kind, x, 0.01);
        if (touch.verdict == MotionVerdict::impact) {
            ASSERT_NE(nearer.verdict, MotionVerdict::clear);
            ASSERT_LE(nearer.t_lo, touch.t_hi);
        }
        if (nearer.verdict == MotionVerdict::impact) {
            ASSERT_NE(near.verdict, MotionVerdict::clear);
            ASSERT_LE(near.t_lo, nearer.t_hi);
        }
    }
}

}  // namespace
}  // namespace allide::kernel
