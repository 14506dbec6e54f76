// Static queries on an index: touched, near and nearest objects of a part; clashes between the indexed
// objects; names of parts.
#include "index/scene_of_boxes.hpp"
#include "support/effort.hpp"

#include <allide/extra/index_batches.hpp>
#include <allide/extra/shapes.hpp>

namespace allide::test {
namespace {

TEST(IndexNear, equals_the_answers_object_by_object) {
    base::Random random(31);
    const IndexedScene scene(some_bodies(random, 70, 3));
    std::vector<Model> models;
    for (const Mesh& body : scene.bodies) models.push_back(Model::build(body).value());
    int touching = 0;
    for (int i = 0; i < effort(40, 400); ++i) {
        SCOPED_TRACE(i);
        const auto some = [&] { return random.between(-4, 4); };
        const Model part =
            Model::build(i % 2 == 0 ? generate(GeneratedShape::torus, {.triangles = 80}).value()
                                    : box_mesh({}, {0.3, 0.1, 0.2}))
                .value();
        const Pose pose = any_turn(random, {some(), some(), some()});
        std::vector<std::uint32_t> touched, near;
        double nearest = std::numeric_limits<double>::infinity();
        std::uint32_t nearest_id = 0;
        for (std::uint32_t k = 0; k < models.size(); ++k) {
            const Placed body = models[k].at_rest();
            if (collides(part.at(pose), body)) touched.push_back(k);
            if (distance_within(part.at(pose), body, 0.25).within) near.push_back(k);
            const double apart = distance(part.at(pose), body).upper;
            if (apart < nearest) nearest = apart, nearest_id = k;
        }
        touching += touched.empty() ? 0 : 1;
        std::vector<std::uint32_t> found;
        const auto all_touched = touched_objects(part.at(pose), scene.index).value();
        for (const IndexedObject& object : all_touched) found.push_back(object.id);
        EXPECT_EQ(found, touched);
        EXPECT_EQ(collides(part.at(pose), scene.index).value(), !touched.empty());
        found.clear();
        const auto all_near = objects_within(part.at(pose), scene.index, 0.25).value();
        for (const NearObject& object : all_near) {
            EXPECT_LE(object.distance.lower, 0.25);
            found.push_back(object.object.id);
        }
        EXPECT_EQ(found, near);
        const IndexDistance apart = distance(part.at(pose), scene.index).value();
        EXPECT_EQ(apart.distance.upper, nearest);
        EXPECT_EQ(apart.object->id, nearest_id);
        EXPECT_EQ(apart.object->name, "body" + std::to_string(nearest_id));
    }
    EXPECT_GE(touching, effort(5));
}

TEST(IndexNear, many_poses_are_answered_as_one_by_one) {
    base::Random random(47);
    const IndexedScene scene(some_bodies(random, 70, 3));
    const Model part = Model::build(generate(GeneratedShape::torus, {.triangles = 80}).value()).value();
    std::vector<Pose> poses;
    const int count = effort(300, 6000);  // more than one block of poses
    for (int i = 0; i < count; ++i) {
        const auto some = [&] { return random.between(-5, 5); };
        poses.push_back(i % 5 == 0 ? Pose::translation({some(), some(), some()})
                                   : any_turn(random, {some(), some(), some()}));
    }
    for (const double clearance : {0.0, 0.3}) {
        std::vector<bool> expected;
        for (const Pose& pose : poses)
            expected.push_back(clearance > 0
                                   ? !objects_within(part.at(pose), scene.index, clearance).value().empty()
                                   : collides(part.at(pose), scene.index).value());
        EXPECT_GT(std::count(expected.begin(), expected.end(), true), count / 20);
        EXPECT_GT(std::count(expected.begin(), expected.end(), false), count / 20);
        for (const unsigned threads : {1U, 2U}) {
            std::size_t done = 0;
            const BatchOptions options{.threads = threads, .progress = [&](std::size_t now) { done = now; }};
            EXPECT_EQ(collides_many(scene.index, part, poses, clearance, options).value(), expected);
            EXPECT_EQ(done, poses.size());
        }
    }
    EXPECT_THROW(collides_many(scene.index, part, poses, -1).value(), PreconditionError);
}

TEST(IndexNear, an_empty_part_is_near_nothing) {
    base::Random random(2);
    const IndexedScene scene(some_bodies(random, 5, 1));
    const Model nothing;
    EXPECT_FALSE(collides(nothing.at_rest(), scene.index).value());
    EXPECT_FALSE(distance(nothing.at_rest(), scene.index).value().object);
    EXPECT_EQ(collides_many(scene.index, nothing, std::vector{Pose()}).value(), std::vector{false});
    EXPECT_TRUE(collides_many(scene.index, scene.whole, {}).value().empty());
}

TEST(IndexClashes, equal_those_of_a_scene) {
    base::Random random(37);
    std::vector<Mesh> bodies = some_bodies(random, 60, 1.5);
    bodies.push_back(bodies[7]);                                // a duplicate
    bodies.push_back(box_mesh({0, 0, 0}, {0.02, 0.02, 0.02}));  // may be inside another body
    bodies.push_back(
        box_mesh({0.04, 0, 0}, {0.02, 0.02, 0.02}));  // one of its faces is flush with the previous body
    const IndexedScene indexed(bodies, 1 << 16);
    Scene scene;
    for (const Mesh& body : bodies) scene.add(Model::build(body).value());
    const auto odd = [](ObjectId a, ObjectId b) { return (a.number + b.number) % 7 != 0; };
    scene.set_filter(odd);
    for (const double clearance : {0.0, 0.1}) {
        const ClashOptions pairs{.clearance = clearance, .touch = 1e-3, .detail = ClashDetail::regions};
        const Clashes expected = scene.clashes(pairs);
        for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{1} << 24}) {
            const Clashes found =
                clashes(indexed.index, {.pairs = pairs, .filter = odd, .memory_limit = limit}).value();
            EXPECT_EQ(found.list, expected.list);
            EXPECT_EQ(found.candidate_pairs, expected.candidate_pairs);
            EXPECT_EQ(found.tested_pairs, expected.tested_pairs);
            EXPECT_TRUE(found.untested.empty());
        }
        EXPECT_GT(expected.size(), 20U);
    }
}

TEST(IndexClashes, a_cancelled_search_says_so) {
    base::Random random(41);
    const IndexedScene indexed(some_bodies(random, 60, 1));
    const Clashes found =
        clashes(indexed.index,
                {.pairs = {.threads = 1, .progress = [](std::size_t, std::size_t) { return false; }}})
            .value();
    EXPECT_FALSE(found.untested.empty());
    EXPECT_EQ(found.tested_pairs + found.untested.size(), found.candidate_pairs);
}

TEST(IndexParts, names_triangles_and_models) {
    base::Random random(43);
    const IndexedScene scene(some_bodies(random, 30, 2));
    const std::vector<IndexedPart> parts = parts_of(scene.index).value();
    ASSERT_EQ(parts.size(), scene.bodies.size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        EXPECT_EQ(parts[i].object.id, i);
        EXPECT_EQ(parts[i].object.name, "body" + std::to_string(i));
        EXPECT_EQ(parts[i].triangles, scene.bodies[i].triangles().size());
        EXPECT_EQ(parts[i].digest, digest_of(scene.bodies[i]));
        EXPECT_EQ(digest_of(model_of(scene.index, i).value().mesh()), digest_of(scene.bodies[i]));
    }
}

}  // namespace
}  // namespace allide::test
