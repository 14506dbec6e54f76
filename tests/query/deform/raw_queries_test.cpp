// Arrays of raw queries have the same answers as single queries, for every kind of features and order of
// points.
#include "oracle/types.hpp"
#include "support/effort.hpp"

#include <allide/extra/deform.hpp>
#include <allide/result.hpp>

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

// Random motions, half of them on a lattice, where most are degenerate.
std::vector<FeatureMotion> random_motions(std::size_t count, std::uint64_t seed) {
    oracle::Dice dice(seed);
    std::vector<FeatureMotion> motions(count);
    for (std::size_t i = 0; i < count; ++i)
        for (Vec3& x : motions[i]) {
            const auto coordinate = [&] {
                return i % 2 == 0 ? dice.between(-1.0, 1.0)
                                  : static_cast<double>(dice.between(std::int64_t{-2}, std::int64_t{2}));
            };
            x = {coordinate(), coordinate(), coordinate()};
        }
    return motions;
}

FeatureMotion with_vertex_last(const FeatureMotion& x) {
    return {x[1], x[2], x[3], x[0], x[5], x[6], x[7], x[4]};
}

TEST(RawQueries, ArraysGiveTheAnswersOfSingleQueries) {
    // The number is not a multiple of eight, and large enough for several threads.
    const auto motions = random_motions(static_cast<std::size_t>(test::effort(9'001, 100'003)), 3);
    std::size_t contacts = 0;
    for (const double clearance : {0.0, 0.05})
        for (const Features features : {Features::vertex_face, Features::edge_edge}) {
            const PredictOptions options{.clearance = clearance};
            const std::vector<FeatureContact> found = first_contacts(features, motions, options);
            ASSERT_EQ(found.size(), motions.size());
            for (std::size_t i = 0; i < motions.size(); ++i) {
                ASSERT_EQ(found[i], first_contact(features, motions[i], options)) << i;
                contacts += found[i].outcome == Outcome::impact ? 1 : 0;
            }
        }
    EXPECT_GT(contacts, motions.size() / 4);
}

TEST(RawQueries, TheVertexMayBeLast) {
    const auto motions = random_motions(1'003, 5);
    std::vector<FeatureMotion> turned;
    for (const FeatureMotion& x : motions) turned.push_back(with_vertex_last(x));
    const auto first = first_contacts(Features::vertex_face, motions),
               last = first_contacts(Features::face_vertex, turned);
    for (std::size_t i = 0; i < motions.size(); ++i) {
        ASSERT_EQ(first[i].outcome, last[i].outcome);
        ASSERT_EQ(first[i].t_lo, last[i].t_lo);
        ASSERT_EQ(first[i].t_hi, last[i].t_hi);
        for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(first[i].weights[(k + 1) % 4], last[i].weights[k]);
    }
}

TEST(RawQueries, EveryCoordinateMustBeFinite) {
    const auto motions = random_motions(19, 7);
    for (const double bad :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        for (std::size_t i = 0; i < 8 * motions.size(); ++i) {
            auto broken = motions;
            Vec3& x = broken[i / 8][i % 8];
            (i % 3 == 0 ? x.x : i % 3 == 1 ? x.y : x.z) = bad;
            for (const double clearance : {0.0, 0.1})
                EXPECT_THROW(first_contacts(Features::edge_edge, broken, {.clearance = clearance}),
                             PreconditionError);
        }
    EXPECT_TRUE(first_contacts(Features::edge_edge, {}).empty());
}

}  // namespace
}  // namespace allide
