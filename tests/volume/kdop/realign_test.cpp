#include "realign_support.hpp"
#include "support/effort.hpp"

#include <gtest/gtest.h>

namespace allide::volume {
namespace {

// Counts over all nodes how often one strategy was looser than another.
struct Comparison {
    int nodes = 0;
    int zachmann_looser_than_vertices = 0;
    int major_axes_looser_than_zachmann = 0;
};

template <int K>
double looseness(const Kdop<K>& a, const Kdop<K>& b) {
    double most = 0;
    for (std::size_t i = 0; i < K / 2; ++i) most = std::max({most, a.hi(i) - b.hi(i), b.lo(i) - a.lo(i)});
    return most;
}

// Expects that strategy `tight` is never looser than `loose`, up to the margins that both claim for rounding.
template <int K>
void expect_no_looser(const RealignedNode<K>& node, std::size_t tight, std::size_t loose) {
    ASSERT_LE(looseness(node.realigned[tight], node.realigned[loose]),
              node.margin[tight] + node.margin[loose])
        << name_of(strategies[tight]) << " against " << name_of(strategies[loose]);
}

template <int K>
void check_node(base::Random& random, int round, Comparison& comparison) {
    const double size = round % 4 == 3 ? std::pow(10.0, random.between(-9, 9)) : 1;
    const double place = round % 8 == 7 ? 1e4 : round % 8 == 5 ? size : 0;
    const std::vector<Vec3> points = random_node(random, size, place);
    const auto pose = [&] {
        return round % 3 == 0 ? test::barely_rigid_pose(random, size) : test::random_pose(random, size);
    };
    const Pose pose_a = round % 2 == 0 ? Pose::identity() : pose(), pose_b = pose();
    const RealignedNode<K> node(points, pose_a, pose_b);
    const auto extents = true_extents<K>(points, pose_a, pose_b);
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        for (std::size_t i = 0; i < K / 2; ++i) {
            ASSERT_LE(node.realigned[s].lo(i), extents[i][0])
                << name_of(strategies[s]) << ", round " << round;
            ASSERT_GE(node.realigned[s].hi(i), extents[i][1])
                << name_of(strategies[s]) << ", round " << round;
        }
    }
    ASSERT_GE(node.margin[1], node.margin[0]);  // zachmann_multi tries more bases: no smaller margin
    expect_no_looser(node, 1, 0);
    expect_no_looser(node, 2, 1);
    for (std::size_t s = 0; s < strategies.size(); ++s) expect_no_looser(node, 5, s);
    ++comparison.nodes;
    const double clear = 1e-6 * size;
    comparison.zachmann_looser_than_vertices += looseness(node.realigned[0], node.realigned[2]) > clear;
    comparison.major_axes_looser_than_zachmann += looseness(node.realigned[3], node.realigned[0]) > clear;
}

template <int K>
Comparison check_nodes(int count) {
    base::Random random(100 + K);
    Comparison comparison;
    for (int round = 0; round < count && !testing::Test::HasFatalFailure(); ++round)
        check_node<K>(random, round, comparison);
    return comparison;
}

TEST(Realign, NoPointIsLeftOutAndTheOrderOfTightnessHoldsFor14Dops) {
    const Comparison c = check_nodes<14>(100000);
    // The strategies must really differ, on at least a tenth of the nodes.
    EXPECT_GE(10 * c.zachmann_looser_than_vertices, c.nodes);
    EXPECT_GE(10 * c.major_axes_looser_than_zachmann, c.nodes);
}

TEST(Realign, TheSameHoldsForAllOtherKdops) {
    check_nodes<6>(test::effort(4000, 100000));
    check_nodes<8>(test::effort(4000, 100000));
    check_nodes<12>(test::effort(4000, 100000));
    check_nodes<18>(test::effort(4000, 100000));
    check_nodes<26>(test::effort(3000, 100000));
    check_nodes<50>(test::effort(1000, 100000));
}

template <int K>
void check_extremes() {
    base::Random random(200 + K);
    for (const double size : {1e-310, 1e-322, 1e-150, 1e150, 1e290, 1e305}) {
        for (int round = 0; round < 40; ++round) {
            const std::vector<Vec3> points = random_node(random, size, 0);
            const Pose pose_a = test::barely_rigid_pose(random, size),
                       pose_b = test::random_pose(random, size);
            const RealignedNode<K> node(points, pose_a, pose_b);
            const auto extents = true_extents<K>(points, pose_a, pose_b);
            for (std::size_t s = 0; s < strategies.size(); ++s) {
                for (std::size_t i = 0; i < K / 2; ++i) {
                    // A NaN is accepted, since it separates nothing.
                    ASSERT_FALSE(node.realigned[s].lo(i) > extents[i][0]) << name_of(strategies[s]) << size;
                    ASSERT_FALSE(node.realigned[s].hi(i) < extents[i][1]) << name_of(strategies[s]) << size;
                }
            }
        }
    }
}

TEST(Realign, FromSubnormalToHugeCoordinates) {
    check_extremes<6>();
    check_extremes<8>();
    check_extremes<14>();
    check_extremes<26>();
}

TEST(Realign, IdentityPoseLosesNoTightness) {
    base::Random random(7);
    const std::vector<Vec3> points = random_node(random, 1, 0);
    const RealignedNode<14> node(points, Pose::identity(), Pose::identity());
    for (const std::size_t s :
         {0u, 1u, 2u, 5u})  // all but major_axes and occupancy, which drop or scale directions
        EXPECT_LE(looseness(node.realigned[s], node.dop), 2 * node.margin[s]) << name_of(strategies[s]);
}

TEST(Realign, MultiplicationsAreThoseOfThePapers) {
    base::Random random(9);
    const Pose pose_b = test::random_pose(random, 1);
    const RealignedNode<14> node(random_node(random, 1, 0), Pose::identity(), pose_b);
    EXPECT_EQ(node.multiplications[0], 3u * 14);
    EXPECT_EQ(node.multiplications[1], 4u * 3 * 14);
    EXPECT_EQ(node.multiplications[3], 3u * 14);
    EXPECT_EQ(node.multiplications[4], 2u * 14 + 3 * 7);
    EXPECT_GT(node.multiplications[2], 3u * 8 * 7);
}

// Hulls with so many corners (more than 32) that hill climbing is used: it finds the same support height as a
// scan of all points.
TEST(NodeHulls, ClimbingFindsTheFarthestPoint) {
    base::Random random(31);
    for (int round = 0; round < 300; ++round) {
        std::vector<Vec3> points;
        const bool flat = round % 3 == 0, lattice = round % 3 == 1;
        for (int i = 0; i < 400; ++i) {
            const double angle = random.between(0, 6.3), height = random.between(-1, 1);
            const double ring = std::sqrt(1 - height * height);
            Vec3 p{ring * std::cos(angle), ring * std::sin(angle), height};
            if (flat) p = {std::cos(angle), std::sin(angle), 0};
            if (lattice)
                p = {std::round(8 * p.x), std::round(8 * p.y), std::round(8 * p.z)};  // gives coplanar facets
            points.push_back(p);
        }
        NodeHulls hulls(1, directions<14>());
        hulls.set(0, points);
        NodeHulls::Climber climber(hulls, 0, norm_of(points));
        for (int turn = 0; turn < 20; ++turn) {
            const Vec3 d = turn < 3 ? Vec3{turn == 0 ? 1.0 : 0, turn == 1 ? 1.0 : 0, turn == 2 ? 1.0 : 0}
                                    : test::random_point(random, 1);
            double farthest = -1e9;
            for (const Vec3& p : points) farthest = std::max(farthest, kernel::dot(d, p));
            EXPECT_EQ(climber.support(d, nearest_direction_to<14>(d)), farthest);
            EXPECT_EQ(climber.support(d, random.below(14)), farthest);
        }
        EXPECT_LT(climber.multiplications(), 40u * 3 * points.size());
    }
}

}  // namespace
}  // namespace allide::volume
