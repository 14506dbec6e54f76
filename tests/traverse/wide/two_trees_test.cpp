// The default engine's search misses no contact of millions of models that barely touch.
#include "traverse/wide/two_trees.hpp"

#include "support/barely_touching.hpp"
#include "support/effort.hpp"
#include "tree/wide/build.hpp"
#include "tree/wide/validate.hpp"

#include <allide/extra/shapes.hpp>

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

namespace allide::traverse {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;
using Kind = test::TouchingPlan::Kind;

// Contacts in the order in which the search finds them, as numbers of triangles in the meshes.
std::vector<Pair> found_by_search(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                                  Goal goal = Goal::up_to(~std::size_t{0})) {
    ContactList contacts(goal);
    WideCounters counters;
    find_contacts(a, b, tester, contacts, counters);
    std::vector<Pair> found;
    for (const auto& [i, j] : contacts.found()) found.emplace_back(a.tree.order[i], b.tree.order[j]);
    return found;
}

std::set<Pair> found_by_brute_force(const Mesh& a, const Mesh& b, const kernel::PairTester& tester) {
    std::set<Pair> found;
    kernel::PairCounters counters;
    for (std::uint32_t i = 0; i < a.triangles().size(); ++i)
        for (std::uint32_t j = 0; j < b.triangles().size(); ++j)
            if (tester.touch(a.corners(i), b.corners(j), counters)) found.emplace(i, j);
    return found;
}

struct TouchingTally {
    std::uint64_t made = 0, touching = 0, lost = 0;
};

// Counts the pairs that were made to touch, the pairs that really touch, and the touching pairs that the
// search lost.
void compare(const test::TouchingModels& models, const std::vector<Pair>& found,
             const kernel::PairTester& tester, TouchingTally& tally) {
    kernel::PairCounters counters;
    std::array<std::uint64_t, 64> reported{};  // indexed by A's triangle, one bit per triangle of B
    for (const auto& [i, j] : found) reported[i] |= std::uint64_t{1} << j;
    for (const auto& [i, j] : models.pairs) {
        ++tally.made;
        if ((reported[i] >> j & 1) != 0) {
            ++tally.touching;
        } else if (tester.touch(models.a.corners(i), models.b.corners(j), counters)) {
            ++tally.touching;
            ++tally.lost;
        }
    }
}

test::TouchingPlan random_plan(base::Random& random) {
    const auto count = [&] {
        return static_cast<std::uint32_t>(random.below(8) == 0 ? 1 + random.below(64) : 64);
    };
    constexpr double sizes[] = {1e-6, 1, 1e6};
    test::TouchingPlan plan{.count_a = static_cast<std::uint32_t>(1 + random.below(64)), .count_b = count()};
    plan.kind = static_cast<Kind>(random.below(4));
    if (random.below(2) == 0) {
        plan.size_a = sizes[random.below(3)];
        plan.size_b = sizes[random.below(3)];
    }
    return plan;
}

// Four million pairs on the best instruction set; a tenth with ALLIDE_TARGET, and fewer under sanitizers.
TEST(WidePairs, LoseNoneOfMillionsThatBarelyTouch) {
    const bool few = std::getenv("ALLIDE_TARGET") != nullptr;
    const std::uint64_t enough = test::sanitized() ? 5'000 : few ? 400'000 : 4'000'000;
    test::TouchingMaker maker(71);
    TouchingTally tally;
    for (int round = 0; tally.touching < enough; ++round) {
        const test::TouchingModels models = maker.make(random_plan(maker.random()));
        const auto a = tree::build_wide_tree(models.a), b = tree::build_wide_tree(models.b);
        if (round % 64 == 0) {
            ASSERT_FALSE(tree::validate(a, models.a));
            ASSERT_FALSE(tree::validate(b, models.b));
        }
        for (int motion = 0; motion < 12; ++motion) {
            const auto [pose_a, pose_b] = motion == 0       ? std::pair(models.pose_a, models.pose_b)
                                          : motion % 3 == 0 ? maker.shifted(models, 1e4)
                                                            : maker.turned(models);
            const kernel::PairTester tester(pose_a, pose_b);
            compare(models, found_by_search({a, models.a}, {b, models.b}, tester), tester, tally);
            if (motion == 0) {  // with A and B exchanged
                const kernel::PairTester back(pose_b, pose_a);
                auto found = found_by_search({b, models.b}, {a, models.a}, back);
                for (auto& [i, j] : found) std::swap(i, j);
                compare(models, found, tester, tally);
            }
        }
        ASSERT_EQ(tally.lost, 0u) << "round " << round;
    }
    RecordProperty("made", std::to_string(tally.made));
    EXPECT_GT(3 * tally.touching, tally.made) << "too few of the pairs that were made do touch";
}

TEST(WidePairs, AreThoseOfTheBruteForceEachOnce) {
    test::TouchingMaker maker(73);
    std::size_t touching = 0;
    const int rounds = test::effort(250, 5000);
    for (int round = 0; round < rounds; ++round) {
        const test::TouchingModels models = maker.make(random_plan(maker.random()));
        const auto a = tree::build_wide_tree(models.a), b = tree::build_wide_tree(models.b);
        const kernel::PairTester tester(models.pose_a, models.pose_b);
        const std::vector<Pair> found = found_by_search({a, models.a}, {b, models.b}, tester);
        const std::set<Pair> set(found.begin(), found.end());
        EXPECT_EQ(set.size(), found.size());
        EXPECT_EQ(set, found_by_brute_force(models.a, models.b, tester));
        touching += found.size();
    }
    EXPECT_GT(touching, 10 * static_cast<std::size_t>(rounds));
}

// Sizes and positions that do not fit into one frame of single precision, and others that just do.
TEST(WidePairs, AreThoseOfTheBruteForceAtEverySizeAndPlace) {
    base::Random random(79);
    // The first triangle of each body has a corner at the origin, where the two meet at every size.
    const auto body = [&] {
        test::MeshMaker maker;
        maker.add({0, 0, 0}, test::random_point(random, 1), test::random_point(random, 1));
        for (int i = 0; i < (test::sanitized() ? 7 : 23); ++i)
            maker.add(test::random_point(random, 1), test::random_point(random, 1),
                      test::random_point(random, 1));
        return std::move(maker).mesh();
    };
    const Mesh body_a = body(), body_b = body();
    std::size_t touching = 0;
    for (const int exponent : {-900, -200, -64, -46, -45, -44, -43, -30, 0, 30, 43, 44, 45, 46, 64, 900}) {
        for (const int base : {-40, 60}) {
            for (const double far : {0.0, 0x1p20, 0x1p55}) {
                const double size_a = std::ldexp(1.0, base), size_b = std::ldexp(1.0, base + exponent);
                const Vec3 shift{far * size_a, 0, 0};
                const Mesh a = test::moved(body_a, size_a, {}), b = test::moved(body_b, size_b, shift);
                // Boxes that are inflated far beyond the model lead to the largest possible numbers.
                const double inflation = random.below(2) == 0 ? 1e9 * size_b : 0;
                const auto tree_a = tree::build_wide_tree(a),
                           tree_b = tree::build_wide_tree(b, tree::Divide::surface_area, inflation);
                const Pose pose_a = test::barely_rigid_pose(random, 0);
                const Pose pose_b =
                    far == 0 ? test::barely_rigid_pose(random, 0) : Pose::translation({-shift.x, 0, 0});
                const kernel::PairTester tester(pose_a, pose_b);
                const std::vector<Pair> found = found_by_search({tree_a, a}, {tree_b, b}, tester);
                EXPECT_EQ(std::set(found.begin(), found.end()), found_by_brute_force(a, b, tester))
                    << "2^" << exponent << " from 2^" << base << " at " << far;
                EXPECT_EQ(std::count(found.begin(), found.end(), Pair(0, 0)), 1);
                touching += found.size();
            }
        }
    }
    EXPECT_GT(touching, test::sanitized() ? 96u : 1000u);
}

// If coordinates do not fit single precision, the trees are still used: not all pairs are tested.
TEST(WidePairs, OfATinyModelOnALargeOneAreFoundQuickly) {
    const std::uint64_t many = test::sanitized() ? 1000 : 3000, few = test::sanitized() ? 20 : 300;
    const Mesh ball = generate(GeneratedShape::sphere, {.triangles = many}).value();
    const Vec3 on_surface = ball.corners(100)[0];
    const Mesh tiny = test::moved(generate(GeneratedShape::sphere, {.triangles = few}).value(), 0x1p-46, {});
    const auto tree_a = tree::build_wide_tree(ball), tree_b = tree::build_wide_tree(tiny);
    const kernel::PairTester tester(Pose::identity(), Pose::translation(on_surface));
    const WideSide a{tree_a, ball}, b{tree_b, tiny};
    ContactList contacts(Goal::up_to(~std::size_t{0}));
    WideCounters counters;
    find_contacts(a, b, tester, contacts, counters);
    EXPECT_GT(contacts.found().size(), 10u);
    EXPECT_LT(counters.pairs.triangle_tests, many * few / 20);
    const std::vector<Pair> found = found_by_search(a, b, tester);
    EXPECT_EQ(std::set(found.begin(), found.end()), found_by_brute_force(ball, tiny, tester));
}

// A point on a plate, so far away that rounding errors may exceed the plate's size. In units of its own
// boxes, its position exceeds the range of a float.
TEST(WidePairs, FindAPointFarOut) {
    base::Random random(81);
    const int copies = test::sanitized() ? 5 : 20;
    const auto all = static_cast<std::size_t>(copies * copies);
    for (int place = 0; place <= 200; place += test::sanitized() ? 50 : 10) {
        for (const int size : {-60, -20, 0, 40, 59, 60, 100}) {
            const double far = std::ldexp(1.0, place), reach = std::ldexp(1.0, size);
            const Vec3 at = test::random_point(random, far);
            test::MeshMaker plate, point;
            for (int i = 0; i < copies; ++i)
                plate.add({-reach, -reach, 0}, {reach, -reach, 0}, {0, reach, 0});
            // The point's model is rotated, so that sums that cancel are rounded in another order.
            const Pose turn = Pose::from_matrix({0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0}).value();
            const Vec3 before{at.z, at.x, at.y};
            for (int i = 0; i < copies; ++i) point.add(before, before, before);
            const Mesh a = std::move(plate).mesh(), b = std::move(point).mesh();
            const Pose pose_a = test::barely_rigid_pose(random, 0).translated(at);
            const kernel::PairTester tester(pose_a, turn), back(turn, pose_a);
            const auto tree_a = tree::build_wide_tree(a), tree_b = tree::build_wide_tree(b);
            EXPECT_EQ(found_by_search({tree_a, a}, {tree_b, b}, tester).size(), all) << place << " " << size;
            EXPECT_EQ(found_by_search({tree_b, b}, {tree_a, a}, back).size(), all) << place << " " << size;
        }
    }
}

TEST(WidePairs, OfFittedTreesAreThoseOfBuiltOnes) {
    base::Random random(83);
    std::size_t touching = 0;
    for (int round = 0; round < 20; ++round) {
        const Mesh a = test::random_body(random), b = test::random_body(random);
        MeshData data;
        data.triangles.assign(a.triangles().begin(), a.triangles().end());
        for (const Vec3& x : a.vertices()) data.vertices.push_back(test::about(x, random, 0.2));
        const Mesh moved = Mesh::from(std::move(data)).value();
        const auto fitted = tree::refit(tree::build_wide_tree(a), moved),
                   built = tree::build_wide_tree(moved), other = tree::build_wide_tree(b);
        const kernel::PairTester tester(test::random_pose(random, 0.5), test::random_pose(random, 0.5));
        const auto x = found_by_search({fitted, moved}, {other, b}, tester),
                   y = found_by_search({built, moved}, {other, b}, tester);
        EXPECT_EQ(std::set(x.begin(), x.end()), std::set(y.begin(), y.end()));
        touching += x.size();
    }
    EXPECT_GT(touching, 500u);
}

// The order of contacts is the same on every instruction set: scripts/test-targets.sh compares the recorded
// hashes.
TEST(WidePairs, ComeInOneOrder) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
    base::Random random(89);
    std::size_t touching = 0;
    for (int round = 0; round < 40; ++round) {
        const Mesh a = test::random_body(random), b = test::random_body(random);
        const auto tree_a = tree::build_wide_tree(a), tree_b = tree::build_wide_tree(b);
        const kernel::PairTester tester(test::random_pose(random, 0.6), test::random_pose(random, 0.6));
        const auto all = found_by_search({tree_a, a}, {tree_b, b}, tester);
        const auto some = found_by_search({tree_a, a}, {tree_b, b}, tester, Goal::up_to(5));
        const auto any = found_by_search({tree_a, a}, {tree_b, b}, tester, Goal::any());
        for (const auto& list : {all, some, any})
            for (const auto& [i, j] : list) {
                mix(i);
                mix(j);
            }
        EXPECT_EQ(some.size(), std::min<std::size_t>(5, all.size()));
        EXPECT_EQ(any.size(), std::min<std::size_t>(1, all.size()));
        touching += all.size();
    }
    EXPECT_GT(touching, 1000u);
    RecordProperty("order_hash", std::to_string(hash));
}

}  // namespace
}  // namespace allide::traverse
