// Cancellation of calls (allide/extra/cancel.hpp): every verb that can take long stops, and later answers are
// those of calls that were never cancelled.
#include <allide/allide.hpp>
#include <allide/extra/batches.hpp>
#include <allide/extra/cancel.hpp>
#include <allide/extra/deform.hpp>
#include <allide/extra/explain.hpp>
#include <allide/extra/shapes.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

Mesh torus_mesh() {
    return generate(GeneratedShape::torus, {.triangles = 2000}).value();
}
const Model& torus() {
    static const Model model = Model::build(torus_mesh()).value();
    return model;
}
const Pose& aside() {
    static const Pose pose = Pose::rotation({1, 2, 3}, degrees(40)).translated({0.4, 0.1, 0.2});
    return pose;
}
// The torus turns for a long time inside the hole of the other torus.
Motion long_motion() {
    return Motion::screw({.point = {0.3, 0, 0}, .axis = {1, 0.2, 0.1}, .angle = radians(3e5)});
}
std::vector<Pose> many_poses(std::size_t count) {
    return std::vector<Pose>(count, aside());
}

struct Verb {
    std::string name;
    std::function<void()> call;
};

std::vector<Verb> verbs() {
    const Placed a = torus().at_rest(), b = torus().at(aside());
    const Placed far = torus().at(Pose::translation({2.5, 0.3, 0.1}));
    const Placed linked = torus().at(Pose::rotation({1, 0, 0}, degrees(90)).translated({0.7, 0, 0}));
    EXPECT_FALSE(collides(a, linked)) << "like two links of a chain";
    static const Model kdops = Model::build(torus_mesh(), {.volume = Volume::kdop14}).value();
    static const ConvexBody ball = ConvexBody::sphere(0.4).value();
    static const Shape points = Shape::points(torus_mesh().vertices(), 0.01).value();
    const auto along = [](const Model& model) { return model.along(Motion::linear({8, 0, 0})); };
    std::vector<Verb> all = {
        {"collides", [=] { collides(a, b); }},
        {"collides k-DOPs", [=] { collides(kdops.at_rest(), kdops.at(aside())); }},
        {"collides brute force", [=] { collides(a, far, {.search = Search::brute_force}); }},
        {"contacts", [=] { contacts(a, b); }},
        {"distance", [=] { distance(a, far); }},
        {"distance brute force", [=] { distance(a, far, {.search = Search::brute_force}); }},
        {"pairs_within", [=] { pairs_within(a, b, 0.1); }},
        {"penetration", [=] { penetration(a, b); }},
        {"separation_along",
         [=] {
             separation_along(a, b, {1, 0, 0});
         }},
        {"contact_regions", [=] { contact_regions(a, b); }},
        {"find_clash", [=] { find_clash(a, b); }},
        {"interference", [=] { interference(a, b); }},
        {"self_contacts", [=] { self_contacts(torus()); }},
        {"contact_manifolds", [=] { contact_manifolds(a, b); }},
        {"signed_distance", [=] { signed_distance(a, b); }},
        {"collides_many", [] { collides_many(torus().at_rest(), torus(), many_poses(1000)); }},
        {"distance_many", [] { distance_many(torus().at_rest(), torus(), many_poses(100)); }},
        {"predict", [=] { predict(along(torus()), far); }},
        {"contact_intervals", [=] { contact_intervals(along(torus()), far); }},
        {"predict body",
         [=] {
             predict(ball.along(Motion::linear({3, 0.3, 0.1})), far);
         }},
        {"predict points",
         [=] {
             predict(MovingShape{points, Motion::linear({8, 0, 0})}, PlacedShape(far));
         }},
        {"collides points", [=] { collides(points.at_rest(), points.at(aside())); }},
        {"explain_collision", [=] { explain_collision(a, linked); }},
        {"explain_distance", [=] { explain_distance(a, linked, distance(a, linked)); }},
        {"build",
         [] {
             static_cast<void>(Model::build(generate(GeneratedShape::sphere, {.triangles = 100000}).value()));
         }},
        {"build k-DOPs", [] { static_cast<void>(Model::build(torus_mesh(), {.volume = Volume::kdop14})); }},
        {"Scene::collisions",
         [] {
             Scene scene;
             scene.add(torus());
             scene.add(torus(), aside());
             scene.collisions();
         }},
        {"Scene::clashes",
         [] {
             Scene scene;
             scene.add(torus());
             scene.add(torus(), aside());
             scene.clashes();
         }},
    };
    return all;
}

TEST(Cancel, StopsEveryVerb) {
    for (const Verb& verb : verbs()) {
        const Cancellation stop;
        stop.request();
        EXPECT_NO_THROW(verb.call()) << verb.name;  // outside of a scope
        const CancelScope scope(stop);
        EXPECT_THROW(verb.call(), Cancelled) << verb.name;
    }
}

TEST(Cancel, DoesNothingUnlessRequested) {
    const Cancellation stop;
    const CancelScope scope(stop);
    for (const Verb& verb : verbs()) EXPECT_NO_THROW(verb.call()) << verb.name;
    EXPECT_FALSE(stop.is_requested());
}

TEST(Cancel, AnotherThreadMayRequestIt) {
    const Cancellation stop;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.request();
    });
    {
        const CancelScope scope(stop);
        EXPECT_THROW(contact_intervals(torus().along(long_motion()), torus().at_rest()), Cancelled);
    }
    other.join();
}

TEST(Cancel, AsksInTheCallingThreadOnly) {
    int asked = 0;
    const auto caller = std::this_thread::get_id();
    const CancelScope scope([&] {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        return ++asked == 2;
    });
    EXPECT_THROW(contact_intervals(torus().along(long_motion()), torus().at_rest()), Cancelled);
    EXPECT_EQ(asked, 2);
}

TEST(Cancel, PassesOnWhatTheQuestionThrows) {
    const CancelScope scope([]() -> bool { throw std::domain_error("enough"); });
    EXPECT_THROW(contact_intervals(torus().along(long_motion()), torus().at_rest()), std::domain_error);
}

TEST(Cancel, StopsBatchesInAllThreads) {
    std::atomic<std::size_t> answered = 0;
    const std::vector<Pose> poses = many_poses(100'000);
    std::atomic<bool> stop = false;
    const CancelScope scope([&] { return stop.load(); });
    EXPECT_THROW(contacts_many(torus().at_rest(), torus(), poses, {},
                               {.progress = [&](std::size_t done) { stop = (answered = done) >= 1000; }}),
                 Cancelled);
    EXPECT_LT(answered, poses.size() / 2);
}

TEST(Cancel, TheInnermostScopeCounts) {
    const Cancellation outer, inner;
    outer.request();
    const CancelScope first(outer);
    {
        const CancelScope second(inner);
        EXPECT_NO_THROW(collides(torus().at_rest(), torus().at(aside())));
    }
    EXPECT_THROW(collides(torus().at_rest(), torus().at(aside())), Cancelled);
}

// A cancelled call leaves scenes and caches as if it had not been made.
TEST(Cancel, ChangesNoLaterAnswer) {
    const auto filled = [] {
        Scene scene;
        for (int i = 0; i < 40; ++i)
            scene.add(torus(), Pose::rotation({1, 2, 3}, degrees(37 * i))
                                   .translated({0.35 * i, 0.1 * (i % 7), 0.2 * (i % 3)}));
        return scene;
    };
    Scene disturbed = filled(), fresh = filled();
    QueryCache cache;
    for (int step = 0; step < 5; ++step) {
        const Cancellation stop;
        stop.request();
        {
            const CancelScope scope(stop);
            EXPECT_THROW(disturbed.colliding_pairs(), Cancelled);
            EXPECT_THROW(disturbed.min_distance(), Cancelled);
            EXPECT_THROW(distance(torus().at_rest(), torus().at(aside()), cache), Cancelled);
        }
        EXPECT_EQ(disturbed.colliding_pairs(), fresh.colliding_pairs());
        EXPECT_EQ(disturbed.closest_pair(), fresh.closest_pair());
        EXPECT_TRUE(collides(torus().at_rest(), torus().at(aside()), cache));
        EXPECT_EQ(distance(torus().at_rest(), torus().at(aside()), cache).value, 0);
        for (Scene* scene : {&disturbed, &fresh}) {
            const ObjectId id = scene->objects()[static_cast<std::size_t>(7 * step)];
            scene->move(id, Pose::translation({0.5 * step, 0.3, 0}));
        }
    }
}

TEST(Cancel, LeavesNoUnfinishedIndex) {
    const auto folder = std::filesystem::temp_directory_path() / "allide-cancel-test";
    std::filesystem::create_directory(folder);
    const std::filesystem::path part = folder / "part.obj", index = folder / "part.allide";
    ASSERT_TRUE(save_mesh(torus_mesh(), part).has_value());
    const std::vector<std::filesystem::path> files{part};
    {
        const Cancellation stop;
        stop.request();
        const CancelScope scope(stop);
        EXPECT_THROW(static_cast<void>(Index::build(files, index)), Cancelled);
    }
    EXPECT_FALSE(std::filesystem::exists(index));
    std::size_t left = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++left;
    EXPECT_EQ(left, 1u);
    EXPECT_TRUE(Index::build(files, index).has_value());
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace allide
