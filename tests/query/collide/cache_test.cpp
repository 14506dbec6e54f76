// A cache changes only the time of a query, never its answer.
#include "query/collide/query_memory.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/batches.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

Pose step_of(int i) {
    return Pose::rotation({0, 0, 1}, degrees(0.18 * i)).translated({1.2, 0.1, 0});
}

TEST(QueryCache, FirstContactIsAContactAtEveryStepOfAMotion) {
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 2000}).value()).value();
    QueryCache cache;
    std::uint64_t with_cache = 0, without = 0;
    for (int i = 0; i < 200; ++i) {
        const Pose pose = step_of(i);
        const FirstContact cold = first_contact(torus.at_rest(), torus.at(pose));
        const FirstContact warm = first_contact(torus.at_rest(), torus.at(pose), cache);
        ASSERT_EQ(cold.witness.has_value(), warm.witness.has_value()) << i;
        if (!warm.witness) continue;
        const Contacts all = contacts(torus.at_rest(), torus.at(pose));
        ASSERT_TRUE(std::binary_search(all.begin(), all.end(), warm.witness->contact)) << i;
        without += cold.stats.volume_tests;
        with_cache += warm.stats.volume_tests;
    }
    EXPECT_LT(with_cache, without / 4);  // in most steps the cache answers without a search
}

TEST(QueryCache, AnyJumpAndAnyOtherModelGetTheRightAnswer) {
    const Model torus =
        Model::build(generate(GeneratedShape::noisy_torus, {.triangles = 500}).value()).value();
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    const Model soup = Model::build(generate(GeneratedShape::soup, {.triangles = 300}).value()).value();
    QueryCache cache;
    base::Random random(77);
    int touching = 0;
    for (int i = 0; i < 400; ++i) {
        const Model& a = i % 3 == 0 ? torus : i % 3 == 1 ? soup : cube;
        const Model& b = i % 5 == 0 ? cube : i % 2 == 0 ? soup : torus;
        const Pose pose = random_pose(random, 1.5);
        const bool expected = collides(a.at_rest(), b.at(pose));
        ASSERT_EQ(collides(a.at_rest(), b.at(pose), cache), expected) << i;
        touching += expected;
    }
    EXPECT_GT(touching, 40);
    EXPECT_LT(touching, 360);
}

TEST(QueryCache, TestsTheLastContactFirst) {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    QueryCache cache;
    EXPECT_TRUE(collides(cube.at_rest(), cube.at(Pose::translation({0.5, 0.25, 0.125})), cache));
    ASSERT_TRUE(memory_of(cache).last_contact.has_value());
    EXPECT_FALSE(collides(cube.at_rest(), cube.at(Pose::translation({9, 0, 0})), cache));
    EXPECT_TRUE(memory_of(cache).last_contact.has_value());
    EXPECT_TRUE(first_contact(cube.at_rest(), cube.at(Pose::translation({0.5, 0.25, 0.125})), cache).witness);
}

// B comes close, sometimes touches, and moves away again, in steps of every size; also far from the origin.
TEST(QueryCache, SeparatedBodiesAreTestedAgainBeforeTheyCanTouch) {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 400}).value()).value();
    const Model torus =
        Model::build(generate(GeneratedShape::noisy_torus, {.triangles = 500}).value()).value();
    base::Random random(81);
    int touching = 0, apart = 0;
    std::uint64_t with_cache = 0, without = 0;
    for (int run = 0; run < 60; ++run) {
        const Model &a = run % 2 == 0 ? ball : torus, &b = run % 3 == 0 ? torus : ball;
        const double reach = run % 5 == 0 ? 1e6 : 2;
        const Pose base = run % 4 == 1 ? barely_rigid_pose(random, reach) : random_pose(random, reach);
        const Vec3 middle{base.matrix()[3], base.matrix()[7], base.matrix()[11]};
        const double shortest = std::exp2(-random.between(5, 40));
        // Finds a height at which the bodies are barely separated, by bisection.
        double height = 4, touches_at = 0;
        const auto at_height = [&](double y, double angle) {
            return b.at(Pose::rotation({0.3, 1, 0.2}, degrees(angle))
                            .translated({middle.x, middle.y + y, middle.z + 0.1 * y}));
        };
        while (height - touches_at > shortest) {
            const double between = (height + touches_at) / 2;
            (collides(a.at(base), at_height(between, 0)) ? touches_at : height) = between;
        }
        QueryCache cache;
        for (int i = 0; i < 80; ++i) {
            height += shortest * std::exp2(random.between(0, 3)) * (random.below(2) == 0 ? 1 : -1);
            const Placed place = at_height(height, 30 * shortest * i);
            const FirstContact cold = first_contact(a.at(base), place);
            const FirstContact warm = first_contact(a.at(base), place, cache);
            ASSERT_EQ(warm.witness.has_value(), cold.witness.has_value()) << run << ' ' << i;
            (cold.witness ? touching : apart) += 1;
            with_cache += warm.stats.volume_tests;
            without += cold.stats.volume_tests;
        }
    }
    EXPECT_GT(touching, 400);
    EXPECT_GT(apart, 400);
    EXPECT_LT(with_cache, 3 * without / 4);
}

// For coordinates near the largest double, a gap may overflow to infinity.
TEST(QueryCache, AnInfiniteGapIsNotCached) {
    constexpr double u = 0x1p1023, y = -1.05 * u, x = 1.567 * u, little = 0x1p1000;
    const auto triangle = [](const Vec3& p, const Vec3& q, const Vec3& r) {
        return Model::build(Mesh::from({.vertices = {p, q, r}, .triangles = {{0, 1, 2}}}).value()).value();
    };
    const Model a = triangle({-1.999 * u, y, y}, {0.01 * u, y, y}, {-0.5 * u, y - 0.02 * u, y + 0.02 * u});
    const Model b =
        triangle({x - little, -0.03 * u, -0.03 * u}, {x + little, 0.05 * u, -0.03 * u}, {x, 0, 0.05 * u});
    // The rotation that maps the x axis to the direction `to`.
    const auto turned = [](const Vec3& to) {
        const double length = std::sqrt(to.x * to.x + to.y * to.y + to.z * to.z);
        return Pose::rotation({0, -to.z, to.y}, radians(std::acos(to.x / length)));
    };
    QueryCache cache;
    EXPECT_FALSE(collides(a.at_rest(), b.at(turned({1, 1, 1})), cache));
    EXPECT_TRUE(collides(a.at_rest(), b.at(turned({-0.5, -1.05, -1.05})), cache));
}

TEST(QueryCache, ASeparationIsNotUsedForAnotherShape) {
    const Mesh cube = generate(GeneratedShape::cube).value();
    DeformableModel bent = DeformableModel::build(cube).value();
    const Model other = Model::build(cube).value();
    const Pose aside = Pose::translation({2.5, 0.125, 0.125});
    QueryCache cache;
    EXPECT_FALSE(collides(other.at_rest(), bent.at(aside), cache));
    ASSERT_TRUE(memory_of(cache).last_separation.has_value());
    EXPECT_GT(memory_of(cache).last_separation->gap, 0.1);
    EXPECT_FALSE(collides(other.at_rest(), bent.at(aside), cache));
    std::vector<Vec3> larger(cube.vertices().begin(), cube.vertices().end());
    for (Vec3& v : larger) v = {3 * v.x, 3 * v.y, 3 * v.z};
    ASSERT_TRUE(bent.move_vertices(larger));
    EXPECT_TRUE(collides(other.at_rest(), bent.at(aside), cache));
}

TEST(QueryCache, AnyContactIsThatOfFirstContact) {
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 2000}).value()).value();
    QueryCache cache;
    for (int i = 0; i < 100; ++i) {
        const Placed a = torus.at_rest(), b = torus.at(step_of(17 * i));
        const auto contact = any_contact(a, b);
        const FirstContact with_point = first_contact(a, b);
        ASSERT_EQ(contact.has_value(), with_point.witness.has_value());
        ASSERT_EQ(any_contact(a, b, cache).has_value(), contact.has_value());
        if (!contact) continue;
        ASSERT_EQ(*contact, with_point.witness->contact);
    }
}

TEST(CollidesMany, SameAsOneByOneForAnyNumberOfThreads) {
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 1000}).value()).value();
    std::vector<Pose> poses;
    std::vector<bool> expected;
    base::Random random(78);
    for (int i = 0; i < 500; ++i) {
        poses.push_back(random_pose(random, 2.5));
        expected.push_back(collides(torus.at_rest(), torus.at(poses.back())));
    }
    EXPECT_GT(std::count(expected.begin(), expected.end(), true), 50);
    EXPECT_GT(std::count(expected.begin(), expected.end(), false), 50);
    for (const unsigned threads : {0u, 1u, 2u, 7u})
        EXPECT_EQ(collides_many(torus.at_rest(), torus, poses, {.threads = threads}), expected) << threads;
}

TEST(ContactsMany, AndDistanceManyAnswerAsSingleQueries) {
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 500}).value()).value();
    std::vector<Pose> poses;
    for (int i = 0; i < 60; ++i)
        poses.push_back(Pose::translation({0.05 * i, 0.01 * i, 0.3}) *
                        Pose::rotation({1, 1, 0}, radians(0.1 * i)));
    for (const unsigned threads : {0u, 1u, 2u}) {
        const std::vector<Contacts> all =
            contacts_many(torus.at_rest(), torus, poses, {}, {.threads = threads});
        const std::vector<Contacts> few = contacts_many(torus.at_rest(), torus, poses, {.limit = 1});
        const std::vector<Distance> gaps =
            distance_many(torus.at_rest(), torus, poses, {}, {.threads = threads});
        ASSERT_EQ(all.size(), poses.size());
        ASSERT_EQ(gaps.size(), poses.size());
        for (std::size_t i = 0; i < poses.size(); ++i) {
            EXPECT_EQ(all[i].pairs, contacts(torus.at_rest(), torus.at(poses[i])).pairs) << i;
            EXPECT_EQ(few[i].size(), std::min<std::size_t>(1, all[i].size())) << i;
            const Distance gap = distance(torus.at_rest(), torus.at(poses[i]));
            EXPECT_EQ(gaps[i].lower, gap.lower) << i;
            EXPECT_EQ(gaps[i].upper, gap.upper) << i;
        }
    }
}

TEST(CollidesMany, PassesOnAnExceptionOfTheProgressFunction) {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    const std::vector<Pose> poses(100'000, Pose::translation({0.5, 0, 0}));
    std::size_t reached = 0;
    const auto stop = [&](std::size_t done) {
        reached = done;
        throw std::runtime_error("enough");
    };
    EXPECT_THROW(collides_many(cube.at_rest(), cube, poses, {.progress = stop}), std::runtime_error);
    EXPECT_LT(reached, poses.size());
}

TEST(CollidesMany, ReportsProgressUpToTheLastPose) {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    const std::vector<Pose> poses(1000, Pose::translation({0.5, 0, 0}));
    std::vector<std::size_t> reports;
    const auto touches = collides_many(cube.at_rest(), cube, poses,
                                       {.progress = [&](std::size_t done) { reports.push_back(done); }});
    EXPECT_EQ(std::count(touches.begin(), touches.end(), true), 1000);
    ASSERT_FALSE(reports.empty());
    EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
    EXPECT_EQ(reports.back(), poses.size());
    EXPECT_TRUE(collides_many(cube.at_rest(), cube, {}).empty());
}

}  // namespace
}  // namespace allide::test
