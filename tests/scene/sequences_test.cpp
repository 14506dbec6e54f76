// Random sequences of scene edits. After each step all pairs are compared with brute force.
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

// The size and centre of the space in which objects are placed, and the size of the objects.
struct World {
    double reach = 1, size = 1;
    Vec3 middle{};
};

class Life {
  public:
    Life(const World& world, std::uint64_t seed) : world_(world), random_(seed) {
        for (const GeneratedShape shape :
             {GeneratedShape::cube, GeneratedShape::sphere, GeneratedShape::soup, GeneratedShape::box})
            models_.push_back(
                scaled(generate(shape, {.triangles = shape == GeneratedShape::cube ? 0u : 60u}).value()));
        models_.emplace_back();
    }

    void step() {
        const std::uint64_t what = random_.below(12);
        if (ids_.size() < 20 || (what < 2 && ids_.size() < 60))
            add(pose());
        else if (what < 3)
            remove(random_.below(ids_.size()));
        else if (what < 5)
            for (std::uint64_t i = 0; i < 1 + random_.below(4); ++i) replace();
        else
            for (std::uint64_t i = 0; i < 8; ++i) move();
        if (random_.below(25) == 0) change_interest();
    }

    void compare(double clearance) {
        const auto found = scene_.candidate_pairs({.clearance = clearance});
        ASSERT_EQ(found, scene_.candidate_pairs({.clearance = clearance, .search = Search::brute_force}));
        pairs_ += found.size();
        const auto touching = scene_.colliding_pairs();
        ASSERT_EQ(touching, scene_.colliding_pairs({.search = Search::brute_force}));
        touching_ += touching.size();
        ASSERT_EQ(scene_.objects().size(), ids_.size());
    }

    std::size_t pairs() const { return pairs_; }
    std::size_t touching() const { return touching_; }

  private:
    Model scaled(const Mesh& mesh) const {
        MeshData data;
        data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
        for (const Vec3& v : mesh.vertices())
            data.vertices.push_back({world_.size * v.x, world_.size * v.y, world_.size * v.z});
        return Model::build(Mesh::from(std::move(data)).value()).value();
    }
    Vec3 place(double reach) {
        const Vec3 p = random_point(random_, reach);
        return {world_.middle.x + p.x, world_.middle.y + p.y, world_.middle.z + p.z};
    }
    Pose pose() {
        const Pose turned = random_.below(2) ? Pose() : random_rotation(random_);
        return turned.translated(place(world_.reach));
    }
    void add(const Pose& at) {
        static constexpr const char* groups[] = {"", "a", "b", "c"};
        ids_.push_back(scene_.add(models_[random_.below(models_.size())], at,
                                  {.name = "x", .group = groups[random_.below(4)]}));
    }
    // Replaces an object without a query in between: the new one gets the old number, often in the old box.
    void replace() {
        const std::size_t which = random_.below(ids_.size());
        const Pose old = scene_.pose(ids_[which]);
        remove(which);
        add(random_.below(3) == 0 ? pose() : old.translated(random_point(random_, world_.size / 64)));
    }
    void remove(std::size_t which) {
        scene_.remove(ids_[which]);
        ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(which));
    }
    // Moves an object, mostly by a little, sometimes to any place.
    void move() {
        const ObjectId id = ids_[random_.below(ids_.size())];
        if (random_.below(6) == 0) return scene_.move(id, pose());
        scene_.move(id, scene_.pose(id).translated(random_point(random_, world_.size / 16)));
    }
    void change_interest() {
        static constexpr const char* groups[] = {"", "a", "b", "c"};
        const char *a = groups[random_.below(4)], *b = groups[random_.below(4)];
        if (random_.below(3) == 0) return scene_.ignore(a, b);
        scene_.set_clearance(a, b, random_.below(2) ? 0 : world_.size * random_.unit());
        const std::uint64_t modulus = 3 + random_.below(9);
        const bool by_generation = random_.below(2) == 1;
        scene_.set_filter([=](ObjectId x, ObjectId y) {
            const std::uint32_t more = by_generation ? x.generation + y.generation : 0;
            return (x.number + y.number + more) % modulus != 1;
        });
    }

    World world_;
    base::Random random_;
    Scene scene_;
    std::vector<Model> models_;
    std::vector<ObjectId> ids_;
    std::size_t pairs_ = 0, touching_ = 0;
};

void live(const World& world, std::uint64_t seed, double clearance,
          int steps = std::max(effort(120, 600), 60)) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed << " size " << world.size);
    Life life(world, seed);
    for (int i = 0; i < steps; ++i) {
        life.step();
        // Now and then a different clearance makes the scene search all pairs again.
        life.compare(i % 40 == 39 ? 2 * clearance : clearance);
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(6 * life.pairs(), 5u * static_cast<std::size_t>(steps));
    EXPECT_GT(6 * life.touching(), static_cast<std::size_t>(steps));
}

TEST(SceneSequences, MatchBruteForceAtEveryStep) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        live({.reach = 4}, seed, 0);
        live({.reach = 5}, seed, 0.3);
    }
}

// The long run takes 10^6 steps: 100 scenes with 10^4 steps each.
TEST(SceneSequences, MatchBruteForceWithReusedNumbers) {
    const int scenes = effort(4, 100), steps = effort(800, 10'000);
    for (int seed = 1; seed <= scenes; ++seed)
        live({.reach = 3}, 100 + static_cast<std::uint64_t>(seed), seed % 2 == 0 ? 0 : 0.2, steps);
}

// A ball of an ignored group is replaced by one of another group at the same place, without a query in
// between: the new ball has the number and the box of the old one, but not its group.
TEST(SceneSequences, AnObjectDoesNotInheritTheGroupOfItsNumber) {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 200}).value()).value();
    Scene scene;
    scene.add(ball);
    scene.ignore("", "ghost");
    const ObjectId ghost = scene.add(ball, Pose::translation({1, 0, 0}), {.group = "ghost"});
    EXPECT_TRUE(scene.colliding_pairs().empty());
    scene.remove(ghost);
    const ObjectId solid = scene.add(ball, Pose::translation({1, 0, 0}));
    EXPECT_EQ(solid.number, ghost.number);
    EXPECT_EQ(scene.colliding_pairs().size(), 1u);
    scene.remove(solid);
    scene.add(ball, Pose::translation({1, 0, 0}), {.group = "ghost"});
    EXPECT_TRUE(scene.colliding_pairs().empty());
}

TEST(SceneSequences, MatchBruteForceAtAnySize) {
    for (const double size : {1e-318, 1e-300, 1e-30, 1e30, 1e150, 1e300}) live({4 * size, size}, 7, size / 4);
}

TEST(SceneSequences, MatchBruteForceFarFromTheOrigin) {
    live({.reach = 4, .middle = {1e9, -1e9, 1e6}}, 11, 0.25);
    live({.reach = 4, .middle = {1e16, 0, -1e15}}, 12, 0.25);
    live({.reach = 4, .size = 1, .middle = {0, 1e300, 0}}, 13, 0);
}

// Coordinates near the largest double: boxes may be infinite, and still no pair may be lost.
TEST(SceneSequences, MatchBruteForceNearTheLargestDouble) {
    live({.reach = 1e307, .size = 1.5e308}, 14, 1e307, std::max(effort(30, 120), 30));
}

TEST(SceneSequences, GiveTheSameAnswersFromManyThreads) {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 200}).value()).value();
    std::vector<std::vector<CandidatePair>> near(3);
    std::vector<std::vector<ObjectPair>> touching(3);
    constexpr unsigned threads[] = {1, 2, 8};
    for (std::size_t run = 0; run < 3; ++run) {
        Scene scene;
        base::Random random(5);
        std::vector<ObjectId> ids;
        for (int i = 0; i < 600; ++i) ids.push_back(scene.add(ball, random_pose(random, 9)));
        for (int step = 0; step < 4; ++step) {
            for (int i = 0; i < 150; ++i) scene.move(ids[random.below(ids.size())], random_pose(random, 9));
            const auto pairs = scene.candidate_pairs({.clearance = 0.5, .threads = threads[run]});
            near[run].insert(near[run].end(), pairs.begin(), pairs.end());
            const auto collisions = scene.colliding_pairs({.threads = threads[run]});
            touching[run].insert(touching[run].end(), collisions.begin(), collisions.end());
        }
    }
    EXPECT_GT(touching[0].size(), 500u);
    for (std::size_t run = 1; run < 3; ++run) {
        EXPECT_EQ(near[run], near[0]);
        EXPECT_EQ(touching[run], touching[0]);
    }
}

}  // namespace
}  // namespace allide::test
