// Queries with rays, points and regions, compared with exact rationals for triangles and poses of every kind.
#include "kernel/probe/point_tester.hpp"
#include "kernel/probe/ray_tester.hpp"
#include "kernel/probe/region_tester.hpp"
#include "kernel/triangle/evidence_support.hpp"
#include "oracle/probe.hpp"
#include "support/effort.hpp"

namespace allide::test {
namespace {

Vec3 to_vec(const oracle::Point& p) {
    return {p[0], p[1], p[2]};
}
oracle::Point minus(const oracle::Point& p, const oracle::Point& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}

oracle::Pair any_pair(oracle::Dice& dice) {
    const oracle::Kind kind = oracle::all_kinds[dice.below(oracle::all_kinds.size())];
    return oracle::lattice_pair(dice, kind, oracle::any_side(dice));
}

// Chooses a random `pose` and returns the lattice triangle t in local coordinates: usually mapped back, so
// that the pose maps it close to its lattice position, sometimes unchanged.
oracle::Triangle placed(oracle::Dice& dice, const oracle::Triangle& t, oracle::Matrix& pose) {
    pose = oracle::random_pose(dice, oracle::all_pose_kinds[dice.below(oracle::all_pose_kinds.size())]);
    if (dice.one_in(4)) pose = oracle::strained(pose, 4e-7, dice);
    if (!Pose::from_matrix(pose)) pose = oracle::identity;
    return dice.one_in(8) ? t : oracle::back_from_world(t, pose);
}

TEST(ProbeEvidence, RayHitsEqualRationals) {
    oracle::Dice dice(4100);
    int hits = 0, doubtful = 0;
    const int count = effort(6000, 200000);
    for (int n = 0; n < count; ++n) {
        const oracle::Pair pair = any_pair(dice);
        oracle::Matrix pose = oracle::identity;
        const oracle::Triangle t = dice.one_in(2) ? pair.a : placed(dice, pair.a, pose);
        const oracle::Point o = pair.b[0];
        oracle::Point d = minus(pair.b[1], pair.b[0]);
        if (d == oracle::Point{0, 0, 0}) d = {1, 0, 0};
        const bool segment = dice.one_in(3);
        kernel::RaySource source{.origin = to_vec(o), .direction = to_vec(d)};
        if (segment) source.max_t = dice.one_in(2) ? 1 : 0.5;
        const kernel::RayTester tester(to_pose(pose), source);
        auto truth = oracle::least_t(oracle::rational(o), oracle::rational(d), oracle::in_world(t, pose));
        if (truth && segment && *truth > oracle::rational(*source.max_t)) truth.reset();
        hits += truth ? 1 : 0;

        const auto exact = tester.exact(to_kernel(t));
        ASSERT_EQ(truth.has_value(), exact.has_value()) << text({t, pair.b, pose});
        if (truth) {
            const double value = truth->get_d();
            ASSERT_NEAR(quotient(exact->numerator, exact->denominator), value, 1e-14 * value);
        }
        kernel::RayTime time;
        const auto verdict = tester.rounded(to_kernel(t), time);
        if (verdict == kernel::RayTester::Verdict::doubtful) {
            ++doubtful;
            continue;
        }
        ASSERT_EQ(truth.has_value(), verdict == kernel::RayTester::Verdict::hit) << text({t, pair.b, pose});
        if (!truth) continue;
        ASSERT_LE(oracle::rational(time.low), *truth);
        ASSERT_GE(oracle::rational(time.high), *truth);
    }
    EXPECT_GT(hits, count / 20);
    EXPECT_LT(hits, count * 19 / 20);
    EXPECT_LT(doubtful, count * 3 / 4);
}

TEST(ProbeEvidence, SegmentIsExactWhereItsDirectionIsNotADouble) {
    // 1 − (2⁵³ + 2) is not a double: with a direction computed as the rounded difference, the ray would miss
    // the point (1, 0, 0).
    const kernel::Triangle point{Vec3{1, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 0, 0}};
    const kernel::RayTester to_end(Pose::identity(),
                                   {.origin = {0x1p53 + 2, 0x1p53, 0}, .end = Vec3{1, 0, 0}, .max_t = 1});
    ASSERT_TRUE(to_end.exact(point));
    EXPECT_EQ(quotient(to_end.exact(point)->numerator, to_end.exact(point)->denominator), 1);
}

TEST(ProbeEvidence, DistancesEqualRationals) {
    oracle::Dice dice(4200);
    int zeros = 0;
    for (int n = 0; n < effort(4000, 100000); ++n) {
        const oracle::Pair pair = any_pair(dice);
        oracle::Matrix pose = oracle::identity;
        const oracle::Triangle t = dice.one_in(2) ? pair.a : placed(dice, pair.a, pose);
        const oracle::Point p = pair.b[0];
        const kernel::PointTester tester(to_pose(pose), to_vec(p));
        const oracle::Rational truth =
            oracle::squared_distance(oracle::rational(p), oracle::in_world(t, pose));
        zeros += truth == 0 ? 1 : 0;
        const auto [numerator, denominator] = tester.exact(to_kernel(t));
        ASSERT_EQ(truth == 0, numerator.sign() == 0) << text({t, pair.b, pose});
        if (truth != 0) {
            ASSERT_NEAR(quotient(numerator, denominator) / truth.get_d(), 1, 1e-14)
                << text({t, pair.b, pose});
        }
        ASSERT_LE(oracle::rational(tester.least(to_kernel(t))), truth) << text({t, pair.b, pose});
        Vec3 near;
        const kernel::SquaredDistance rounded = tester.rounded(to_kernel(t), near);
        ASSERT_LE(oracle::rational(rounded.low), truth) << text({t, pair.b, pose});
        if (std::isfinite(rounded.high)) {
            ASSERT_GE(oracle::rational(rounded.high), truth) << text({t, pair.b, pose});
        }
        const Vec3 foot = tester.exact_nearest(to_kernel(t));
        const oracle::Rational off =
            oracle::squared_distance(oracle::rational({foot.x, foot.y, foot.z}), oracle::in_world(t, pose));
        const double largest = std::max({std::abs(foot.x), std::abs(foot.y), std::abs(foot.z)});
        ASSERT_LE(off.get_d(), 0x1p-98 * largest * largest) << text({t, pair.b, pose});
    }
    EXPECT_GT(zeros, effort(50));
}

// If a nearest feature is reported, its distance from the point must be that of the whole triangle.
TEST(ProbeEvidence, NearestFeaturesAreAsFarAsTheTriangle) {
    oracle::Dice dice(4300);
    int decided = 0;
    for (int n = 0; n < effort(3000, 50000); ++n) {
        const oracle::Pair pair = any_pair(dice);
        const oracle::Point p = pair.b[1];
        const kernel::PointTester tester(Pose::identity(), to_vec(p));
        const auto feature = tester.feature(to_kernel(pair.a));
        if (!feature) continue;
        ++decided;
        const oracle::Point first = pair.a[feature->corner[0]],
                            last = pair.a[feature->corner[feature->count - 1]];
        const auto at = [&](const oracle::Triangle& t) {
            return oracle::squared_distance(oracle::rational(p), oracle::in_world(t, oracle::identity));
        };
        ASSERT_EQ(at(pair.a), at({first, last, last})) << text({pair.a, pair.b});
    }
    EXPECT_GT(decided, effort(500));
}

TEST(ProbeEvidence, RegionVerdictsEqualRationals) {
    oracle::Dice dice(4400);
    int met = 0;
    const int count = effort(3000, 60000);
    for (int n = 0; n < count; ++n) {
        const oracle::Pair pair = any_pair(dice);
        oracle::Matrix pose = oracle::identity;
        const oracle::Triangle t = dice.one_in(2) ? pair.a : placed(dice, pair.a, pose);
        std::vector<kernel::Plane> planes;
        std::vector<oracle::RationalPlane> exact;
        // The planes go through a corner of either triangle, or are shifted from it by 1 in the offset.
        const std::size_t how_many = 1 + dice.below(6);
        for (std::size_t i = 0; i < how_many; ++i) {
            const oracle::Point normal = oracle::integer_point(dice, dice.one_in(2) ? 1 : 5);
            const oracle::Point through = dice.one_in(2) ? pair.b[dice.below(3)] : pair.a[dice.below(3)];
            const double offset = normal[0] * through[0] + normal[1] * through[1] + normal[2] * through[2] +
                                  static_cast<double>(dice.between(std::int64_t{-1}, std::int64_t{1}));
            planes.push_back({to_vec(normal), offset});
            exact.push_back({oracle::rational(normal), oracle::rational(offset)});
        }
        const bool truth = oracle::meets(oracle::in_world(t, pose), exact);
        met += truth ? 1 : 0;
        const kernel::RegionTester tester(to_pose(pose), planes);
        ASSERT_EQ(truth, tester.meets(to_kernel(t))) << text({t, pair.b, pose});
    }
    EXPECT_GT(met, count / 20);
    EXPECT_LT(met, count * 19 / 20);
}

}  // namespace
}  // namespace allide::test
