// Predictions with an index equal those without one and those of the brute-force search.
#include "index/scene_of_boxes.hpp"
#include "support/effort.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

namespace allide::test {
namespace {

struct Asked {
    Model mover;
    Motion motion;
    IndexPredictOptions options;
};

Asked any_question(base::Random& random, int i) {
    const auto some = [&] { return random.between(-1, 1); };
    Asked asked;
    asked.mover = Model::build(i % 3 == 0 ? generate(GeneratedShape::torus, {.triangles = 100}).value()
                                          : box_mesh({}, {0.1, 0.2, 0.15}))
                      .value();
    const Vec3 start{6 * some(), 6 * some(), 6 * some()};
    const Pose from = any_turn(random, start);
    if (i % 4 == 0) {
        asked.motion = Motion::linear({-2 * start.x, -2 * start.y, -2 * start.z}).from(from);
    } else if (i % 4 == 1) {
        std::vector<Pose> poses;
        for (int k = 0; k < 3; ++k) poses.push_back(any_turn(random, {5 * some(), 5 * some(), 5 * some()}));
        asked.motion = Motion::path(poses, std::vector<double>{0, 1, 3}).value();
    } else {
        asked.motion = Motion::screw({.point = {some(), some(), some()},
                                      .axis = {some(), some(), 2 + some()},
                                      .angle = radians(6 * some()),
                                      .advance = 4 * some()})
                           .from(from);
    }
    if (i % 5 == 1) asked.options.clearance = 0.05;
    if (i % 3 == 1) asked.options.scene = any_turn(random, {some(), some(), some()});
    return asked;
}

void expect_same_but_reads(const IndexPrediction& x, const IndexPrediction& y) {
    EXPECT_EQ(x.prediction.outcome, y.prediction.outcome);
    EXPECT_EQ(x.prediction.free_until, y.prediction.free_until);
    EXPECT_EQ(x.search.leaf_intervals, y.search.leaf_intervals);
    EXPECT_EQ(x.search.leaves_after_step, y.search.leaves_after_step);
    EXPECT_EQ(x.search.objects_after_step, y.search.objects_after_step);
}

void expect_same_contact(const IndexPrediction& x, const IndexPrediction& y) {
    ASSERT_EQ(x.prediction.outcome, y.prediction.outcome);
    ASSERT_EQ(x.object.has_value(), y.object.has_value());
    if (!x.object) return;
    EXPECT_EQ(x.object->id, y.object->id);
    EXPECT_EQ(x.object->name, y.object->name);
    EXPECT_EQ(x.prediction.impact->t_lo, y.prediction.impact->t_lo);
    EXPECT_EQ(x.prediction.impact->triangle_b, y.prediction.impact->triangle_b);
}

TEST(IndexPredict, equals_prediction_without_an_index_and_brute_force) {
    base::Random random(17);
    int impacts = 0, clear = 0, touching = 0;
    const int rounds = std::max(effort(4, 40), 4);
    for (int round = 0; round < rounds; ++round) {
        const IndexedScene scene(some_bodies(random, 60, 3));
        for (int i = 0; i < 12; ++i) {
            SCOPED_TRACE(std::to_string(round) + " " + std::to_string(i));
            const Asked asked = any_question(random, i);
            const Moving mover = asked.mover.along(asked.motion);
            IndexPredictOptions options = asked.options;
            const IndexPrediction found = predict(mover, scene.index, options).value();
            options.search = Search::brute_force;
            expect_same_contact(found, predict(mover, scene.index, options).value());
            options.search = Search::tree;
            options.split_trees = SplitTrees::ignored;
            const IndexPrediction blunt = predict(mover, scene.index, options).value();
            expect_same_contact(found, blunt);
            EXPECT_LE(found.search.leaves_after_step[0], blunt.search.leaves_after_step[0]);

            const Prediction plain =
                predict(mover, scene.whole.at(options.scene), {.clearance = options.clearance});
            ASSERT_EQ(found.prediction.outcome, plain.outcome);
            for (std::size_t step = 1; step < 4; ++step)
                EXPECT_LE(found.search.leaves_after_step[step], found.search.leaves_after_step[step - 1]);
            EXPECT_EQ(found.search.leaf_intervals.size(), found.search.leaves_after_step[0]);
            if (plain.outcome == Outcome::clear) {
                ++clear;
                continue;
            }
            ++(plain.outcome == Outcome::impact ? impacts : touching);
            EXPECT_LE(found.prediction.impact->t_lo, plain.impact->t_hi);
            EXPECT_LE(plain.impact->t_lo, found.prediction.impact->t_hi);
            EXPECT_LT(found.prediction.impact->triangle_b, scene.bodies[found.object->id].triangles().size());
            EXPECT_EQ(found.object->name, "body" + std::to_string(found.object->id));
        }
    }
    EXPECT_GT(impacts, 2 * rounds);
    EXPECT_GE(clear, rounds);
    EXPECT_GT(touching, 0);
}

// Neither earlier queries nor the size of the cache change an answer or a statistic, except the numbers of
// reads.
TEST(IndexPredict, does_not_depend_on_memory_limit_or_order) {
    base::Random random(23);
    std::vector<Mesh> bodies = some_bodies(random, 80, 3);
    const IndexedScene large(bodies), small(bodies, 4096);
    std::vector<Asked> questions;
    for (int i = 0; i < 8; ++i) questions.push_back(any_question(random, i));
    std::vector<Moving> movers;
    for (const Asked& asked : questions) movers.push_back(asked.mover.along(asked.motion));
    const std::vector<IndexPrediction> first = predict(movers, large.index).value();
    const std::vector<IndexPrediction> again = predict(movers, large.index).value();
    for (std::size_t i = 0; i < movers.size(); ++i) {
        const IndexPrediction alone = predict(movers[movers.size() - 1 - i], small.index).value();
        expect_same_but_reads(first[movers.size() - 1 - i], alone);
        expect_same_contact(first[movers.size() - 1 - i], alone);
        expect_same_but_reads(first[i], again[i]);
        EXPECT_LE(first[i].search.blocks_read, first[i].search.blocks);
        EXPECT_EQ(first[i].search.bytes_read, first[i].search.blocks_read * first[i].search.block_size);
        EXPECT_LE(again[i].search.blocks_read, first[i].search.blocks_read);
    }
}

// The cache is small, so that threads evict each other's entries.
TEST(IndexPredict, is_safe_from_many_threads) {
    base::Random random(47);
    const IndexedScene scene(some_bodies(random, 60, 3), 1 << 15);
    std::vector<Asked> questions;
    for (int i = 0; i < 6; ++i) questions.push_back(any_question(random, i));
    const auto answer = [&](std::size_t i) {
        return predict(questions[i].mover.along(questions[i].motion), scene.index, questions[i].options)
            .value();
    };
    std::vector<IndexPrediction> alone;
    for (std::size_t i = 0; i < questions.size(); ++i) alone.push_back(answer(i));
    std::vector<std::vector<IndexPrediction>> at_once(4);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < at_once.size(); ++k)
        threads.emplace_back([&, k] {
            for (std::size_t i = 0; i < questions.size(); ++i)
                at_once[k].push_back(answer((i + k) % questions.size()));
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t k = 0; k < at_once.size(); ++k)
        for (std::size_t i = 0; i < questions.size(); ++i) {
            expect_same_contact(at_once[k][i], alone[(i + k) % questions.size()]);
            expect_same_but_reads(at_once[k][i], alone[(i + k) % questions.size()]);
        }
}

TEST(IndexPredict, contact_intervals_equal_those_of_one_body) {
    base::Random random(29);
    const IndexedScene scene(some_bodies(random, 40, 2));
    int spans = 0;
    const int questions = std::max(effort(8, 60), 4);
    for (int i = 0; i < questions; ++i) {
        SCOPED_TRACE(i);
        const Asked asked = any_question(random, i);
        const Moving mover = asked.mover.along(asked.motion);
        const ContactIntervals found = contact_intervals(mover, scene.index, asked.options).value();
        const ContactIntervals plain = contact_intervals(mover, scene.whole.at(asked.options.scene),
                                                         {.clearance = asked.options.clearance});
        ASSERT_EQ(found.intervals.size(), plain.intervals.size());
        for (std::size_t k = 0; k < found.intervals.size(); ++k) {
            EXPECT_NEAR(found.intervals[k].t0_lo, plain.intervals[k].t0_lo, 3e-9);
            EXPECT_NEAR(found.intervals[k].t1_hi, plain.intervals[k].t1_hi, 3e-9);
            ++spans;
        }
        IndexPredictOptions all = asked.options;
        all.search = Search::brute_force;
        EXPECT_EQ(contact_intervals(mover, scene.index, all).value().intervals, found.intervals);
    }
    EXPECT_GT(2 * spans, questions);
}

Mesh halved_at(const Mesh& mesh, const Vec3& to) {
    MeshData data;
    for (const Vec3& x : mesh.vertices())
        data.vertices.push_back({0.5 * x.x + to.x, 0.5 * x.y + to.y, 0.5 * x.z + to.z});
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    return Mesh::from(std::move(data)).value();
}

// Two interlocking L-shapes, seen along z; their boxes overlap in the middle:
//
//     A A . B B      A's foot runs along the bottom, B's along the top.
//     A . . . B      The notch between the two feet lies in both boxes.
//     A A A . B
//
TEST(IndexPredict, in_the_notch_of_two_shapes_one_side_is_visited) {
    // Each shape consists of beads, so that its polyhedron has many faces and a page has room for only one
    // shape.
    const Mesh bead = generate(GeneratedShape::sphere, {.triangles = 200}).value();
    std::vector<Mesh> left_beads, right_beads;
    for (int i = 0; i < 16; ++i) {
        const double y = -2.5 + 5 * i / 15.0, x = 4 * i / 15.0;
        left_beads.push_back(halved_at(bead, {0.5, y, 0}));
        left_beads.push_back(halved_at(bead, {0.5 + x, -2.5, 0}));
        right_beads.push_back(halved_at(bead, {6.5, y, 0}));
        right_beads.push_back(halved_at(bead, {6.5 - x, 2.5, 0}));
    }
    const Mesh left = together(left_beads), right = together(right_beads);
    const IndexedScene scene({left, right}, 1 << 30, 1);
    ASSERT_EQ(scene.index.info().leaves, 2U);
    EXPECT_EQ(scene.index.info().blurred_split_trees, 0U);
    const Model mover = Model::build(box_mesh({}, {0.1, 0.1, 0.1})).value();
    const auto visited = [&](const Vec3& from, const Vec3& translation, SplitTrees split_trees) {
        const Motion motion = Motion::linear(translation).from(Pose::translation(from));
        return predict(mover.along(motion), scene.index, {.split_trees = split_trees}).value();
    };
    // A motion along the foot of the left shape, inside the overlap of both boxes: only one leaf is visited.
    const IndexPrediction low = visited({2.5, -1.5, 0}, {2, 0, 0}, SplitTrees::used);
    EXPECT_EQ(low.search.leaves_after_step[0], 1U);
    EXPECT_EQ(visited({2.5, -1.5, 0}, {2, 0, 0}, SplitTrees::ignored).search.leaves_after_step[0], 2U);
    EXPECT_EQ(low.prediction.outcome, Outcome::clear);
    // A motion down onto this foot, and one up to the other shape.
    const IndexPrediction down = visited({3, -1.5, 0}, {0, -1, 0}, SplitTrees::used);
    EXPECT_EQ(down.object->id, 0U);
    EXPECT_EQ(down.search.leaves_after_step[0], 1U);
    const IndexPrediction up = visited({3.5, 1.5, 0}, {0, 1, 0}, SplitTrees::used);
    EXPECT_EQ(up.object->id, 1U);
    EXPECT_EQ(up.search.leaves_after_step[0], 1U);
}

// Two equal cubes are hit at the same time: the one with the smaller number is reported, wherever it lies.
TEST(IndexPredict, of_simultaneous_contacts_the_smaller_number_is_named) {
    for (const bool swapped : {false, true}) {
        std::vector<Mesh> bodies{box_mesh({2, swapped ? 1.0 : -1.0, 0}, {0.5, 0.5, 0.5}),
                                 box_mesh({2, swapped ? -1.0 : 1.0, 0}, {0.5, 0.5, 0.5}),
                                 box_mesh({9, 0, 0}, {0.5, 0.5, 0.5})};
        const IndexedScene scene(bodies);
        const Model mover = Model::build(box_mesh({}, {0.5, 2, 0.5})).value();
        const IndexPrediction found = predict(mover.along(Motion::linear({10, 0, 0})), scene.index).value();
        EXPECT_EQ(found.prediction.outcome, Outcome::impact);
        EXPECT_EQ(found.object->id, 0U);
        EXPECT_NEAR(found.prediction.impact->t_hi, 0.1, 1e-9);
    }
}

// A mover that starts inside the bounding polyhedron of a ring and falls through its hole without contact.
TEST(IndexPredict, a_mover_inside_a_polyhedron_is_not_lost) {
    const IndexedScene scene({generate(GeneratedShape::torus, {.triangles = 400}).value()});
    const Model mover = Model::build(box_mesh({}, {0.05, 0.05, 0.05})).value();
    const auto outcome = [&](const Vec3& translation) {
        return predict(mover.along(Motion::linear(translation)), scene.index).value().prediction.outcome;
    };
    EXPECT_EQ(outcome({0, 0, 0.01}), Outcome::clear);
    EXPECT_EQ(outcome({1, 0, 0}), Outcome::impact);
}

TEST(IndexPredict, an_empty_mover_touches_nothing) {
    base::Random random(1);
    const IndexedScene scene(some_bodies(random, 5, 1));
    const Model nothing;
    const IndexPrediction found = predict(nothing.along(Motion::linear({1, 0, 0})), scene.index).value();
    EXPECT_EQ(found.prediction.outcome, Outcome::clear);
    EXPECT_EQ(found.search.leaves_after_step[0], 0U);
}

TEST(IndexPredict, options_out_of_range_throw) {
    base::Random random(1);
    const IndexedScene scene(some_bodies(random, 5, 1));
    const Model mover = Model::build(box_mesh({}, {1, 1, 1})).value();
    EXPECT_THROW((void)predict(mover.along(Motion()), scene.index, {.tolerance = 1}), PreconditionError);
    EXPECT_THROW((void)predict(mover.along(Motion()), scene.index, {.clearance = -1}), PreconditionError);
}

}  // namespace
}  // namespace allide::test
