// The cache changes the time that a query takes and never its answer.
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

Pose step_of(int i) {
    return Pose::rotation({0, 0, 1}, degrees(0.18 * i)).translated({1.2, 0.1, 0});
}

TEST(QueryCache, FirstContactIsAContactAtEveryStepOfAMotion) {
    const Model torus = Model::build(generate(Shape::torus, {.triangles = 2000}).value()).value();
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
    EXPECT_LT(with_cache, without / 4);  // most steps need no tree at all
}

TEST(QueryCache, AnyJumpAndAnyOtherModelGetTheRightAnswer) {
    const Model torus = Model::build(generate(Shape::noisy_torus, {.triangles = 500}).value()).value();
    const Model cube = Model::build(generate(Shape::cube).value()).value();
    const Model soup = Model::build(generate(Shape::soup, {.triangles = 300}).value()).value();
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

TEST(QueryCache, APairThatLetGoIsTriedAgain) {
    const Model cube = Model::build(generate(Shape::cube).value()).value();
    QueryCache cache;
    EXPECT_TRUE(collides(cube.at_rest(), cube.at(Pose::translation({0.5, 0.25, 0.125})), cache));
    ASSERT_TRUE(cache.last_contact().has_value());
    EXPECT_FALSE(collides(cube.at_rest(), cube.at(Pose::translation({9, 0, 0})), cache));
    EXPECT_TRUE(cache.last_contact().has_value());
    EXPECT_TRUE(first_contact(cube.at_rest(), cube.at(Pose::translation({0.5, 0.25, 0.125})), cache).witness);
}

TEST(CollidesMany, SameAsOneByOneForAnyNumberOfThreads) {
    const Model torus = Model::build(generate(Shape::torus, {.triangles = 1000}).value()).value();
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

TEST(CollidesMany, ReportsProgressUpToTheLastPose) {
    const Model cube = Model::build(generate(Shape::cube).value()).value();
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
