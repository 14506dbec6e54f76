#include "query/shape/shape_support.hpp"

#include <allide/extra/batches.hpp>
#include <allide/scene.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

using test::one_of_each;
using test::RandomPoses;

struct Filled {
    Scene scene;
    std::vector<ObjectId> ids;
};

// Several objects of each kind.
Filled mixed_scene(unsigned seed, double reach, bool unbounded) {
    Filled filled;
    RandomPoses random(seed);
    int number = 0;
    for (int round = 0; round < 2; ++round)
        for (const auto& [name, shape] : one_of_each()) {
            if (!unbounded && (shape.kind() == ShapeKind::plane || shape.kind() == ShapeKind::half_space))
                continue;
            filled.ids.push_back(
                filled.scene.add(shape, random.next(reach), {.name = name + std::to_string(number++)}));
        }
    return filled;
}

std::vector<ObjectPair> brute_pairs(const Filled& filled, double clearance, BodyVerdict wanted) {
    std::vector<ObjectPair> pairs;
    for (std::size_t i = 0; i < filled.ids.size(); ++i)
        for (std::size_t j = i + 1; j < filled.ids.size(); ++j)
            if (collides(filled.scene.placed_shape(filled.ids[i]), filled.scene.placed_shape(filled.ids[j]),
                         {.clearance = clearance}) == wanted)
                pairs.push_back({filled.ids[i], filled.ids[j]});
    return pairs;
}

TEST(SceneShapes, collisions_are_those_of_all_pairs) {
    for (const bool unbounded : {false, true}) {
        Filled filled = mixed_scene(1, 3, unbounded);
        RandomPoses random(2);
        for (int step = 0; step < 4; ++step) {
            for (const double clearance : {0.0, 0.25}) {
                const Collisions found = filled.scene.collisions({.clearance = clearance});
                EXPECT_EQ(found.pairs, brute_pairs(filled, clearance, BodyVerdict::yes));
                EXPECT_EQ(found.undecided, brute_pairs(filled, clearance, BodyVerdict::undecided));
                EXPECT_TRUE(found.filtered.empty());
                EXPECT_EQ(
                    filled.scene.collisions({.clearance = clearance, .search = Search::brute_force}).pairs,
                    found.pairs);
                EXPECT_EQ(filled.scene.collisions({.clearance = clearance, .threads = 1}).pairs, found.pairs);
            }
            EXPECT_EQ(filled.scene.colliding_pairs(), brute_pairs(filled, 0, BodyVerdict::yes));
            EXPECT_EQ(filled.scene.colliding_pairs({.search = Search::brute_force}),
                      filled.scene.colliding_pairs());
            std::vector<ObjectPair> with_contacts;
            for (const ObjectContacts& pair : filled.scene.contacts())
                with_contacts.push_back({pair.a, pair.b});
            EXPECT_EQ(with_contacts, filled.scene.colliding_pairs());
            for (const ObjectId id : filled.ids)
                if (random.between(0, 1) < 0.5) filled.scene.move(id, random.next(3));
        }
        // A removed ground plane touches nothing, and a new one everything below it.
        const ObjectId ground = filled.scene.add(ConvexBody::half_space({{0, 0, 1}, 0}).value());
        filled.ids.push_back(ground);
        EXPECT_EQ(filled.scene.colliding_pairs(), brute_pairs(filled, 0, BodyVerdict::yes));
        filled.scene.remove(ground);
        filled.ids.pop_back();
        EXPECT_EQ(filled.scene.colliding_pairs(), brute_pairs(filled, 0, BodyVerdict::yes));
    }
}

TEST(SceneShapes, many_poses_are_answered_as_one_by_one) {
    Filled filled = mixed_scene(3, 2, true);
    std::vector<PlacedShape> placed;
    for (const ObjectId id : filled.ids) placed.push_back(filled.scene.placed_shape(id));
    RandomPoses random(11);
    std::size_t touching = 0, apart = 0;
    for (const auto& [name, shape] : one_of_each()) {
        SCOPED_TRACE(name);
        std::vector<Pose> poses;
        for (int i = 0; i < 40; ++i) poses.push_back(random.next(6));
        for (const double clearance : {0.0, 0.5}) {
            std::vector<bool> expected;
            for (const Pose& pose : poses) {
                expected.push_back(std::any_of(placed.begin(), placed.end(), [&](const PlacedShape& other) {
                    return collides(other, shape.at(pose), {.clearance = clearance}) != BodyVerdict::no;
                }));
                ++(expected.back() ? touching : apart);
            }
            for (const unsigned threads : {1U, 2U})
                EXPECT_EQ(collides_many(placed, shape, poses, clearance, {.threads = threads}), expected);
        }
    }
    EXPECT_GT(touching, 20u);
    EXPECT_GT(apart, 20u);
    EXPECT_EQ(collides_many({}, one_of_each().front().shape, std::vector{Pose()}), std::vector{false});
}

TEST(SceneShapes, one_shape_against_many) {
    Filled filled = mixed_scene(3, 2, true);
    RandomPoses random(4);
    std::size_t touching = 0;
    for (const auto& [name, shape] : one_of_each()) {
        SCOPED_TRACE(name);
        const PlacedShape one = shape.at(random.next(2));
        for (const double clearance : {0.0, 0.5}) {
            std::vector<ObjectId> expected;
            for (const ObjectId id : filled.ids)
                if (collides(filled.scene.placed_shape(id), one, {.clearance = clearance}) ==
                    BodyVerdict::yes)
                    expected.push_back(id);
            EXPECT_EQ(filled.scene.colliding_with(one, {.clearance = clearance}).objects, expected);
            touching += expected.size();
        }
        const MinDistance nearest = filled.scene.min_distance(one);
        double least = std::numeric_limits<double>::infinity();
        for (const ObjectId id : filled.ids)
            least = std::min(least, distance(filled.scene.placed_shape(id), one).upper);
        ASSERT_TRUE(nearest.closest);
        EXPECT_NEAR(nearest.closest->distance.upper, least, 1e-11);
        EXPECT_EQ(nearest.closest->name_a, filled.scene.name(nearest.closest->a));
    }
    EXPECT_GT(touching, 20u);
    const ObjectId left_out = filled.ids[0];
    const TouchingObjects rest = filled.scene.colliding_with(
        filled.scene.placed_shape(left_out), {.filter = [&](ObjectId id) { return id != left_out; }});
    EXPECT_EQ(rest.filtered, std::vector<ObjectId>{left_out});
}

TEST(SceneShapes, closest_pair_is_that_of_all_pairs) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        Filled filled = mixed_scene(seed, seed % 2 != 0 ? 40 : 4, seed > 4);
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < filled.ids.size(); ++i)
            for (std::size_t j = i + 1; j < filled.ids.size(); ++j)
                least = std::min(least, distance(filled.scene.placed_shape(filled.ids[i]),
                                                 filled.scene.placed_shape(filled.ids[j]))
                                            .upper);
        const MinDistance found = filled.scene.min_distance();
        ASSERT_TRUE(found.closest);
        EXPECT_NEAR(found.closest->distance.upper, least, 1e-11);
        EXPECT_EQ(filled.scene.closest_pair(), (ObjectPair{found.closest->a, found.closest->b}));
        EXPECT_EQ(found.closest->name_b, filled.scene.name(found.closest->b));
        const double within = least + 0.5;
        std::vector<ObjectPair> near, listed;
        for (std::size_t i = 0; i < filled.ids.size(); ++i)
            for (std::size_t j = i + 1; j < filled.ids.size(); ++j)
                if (distance(filled.scene.placed_shape(filled.ids[i]),
                             filled.scene.placed_shape(filled.ids[j]))
                        .lower <= within)
                    near.push_back({filled.ids[i], filled.ids[j]});
        for (const ObjectDistance& one : filled.scene.distances({.within = within}).list)
            listed.push_back({one.a, one.b});
        EXPECT_EQ(listed, near);
    }
    Scene lonely;
    EXPECT_FALSE(lonely.closest_pair());
    lonely.add(ConvexBody::sphere(1).value());
    EXPECT_FALSE(lonely.closest_pair());
}

TEST(SceneShapes, scene_against_scene) {
    Filled a = mixed_scene(7, 2, true), b = mixed_scene(8, 2, false);
    std::vector<ObjectPair> expected;
    double least = std::numeric_limits<double>::infinity();
    for (const ObjectId x : a.ids)
        for (const ObjectId y : b.ids) {
            const PlacedShape p = a.scene.placed_shape(x), q = b.scene.placed_shape(y);
            if (collides(p, q) == BodyVerdict::yes) expected.push_back({x, y});
            least = std::min(least, distance(p, q).upper);
        }
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(a.scene.collisions(b.scene).pairs, expected);
    EXPECT_EQ(a.scene.collisions(b.scene, {.search = Search::brute_force}).pairs, expected);
    EXPECT_NEAR(a.scene.min_distance(b.scene).closest->distance.upper, least, 1e-11);
    b.scene.set_masks(b.ids[0], 2, 2);
    for (const ObjectId id : a.ids) a.scene.set_masks(id, 1, 1);
    const Collisions masked = a.scene.collisions(b.scene);
    for (const ObjectPair& pair : masked) EXPECT_NE(pair.b, b.ids[0]);
    for (const FilteredPair& pair : masked.filtered) {
        EXPECT_EQ(pair.b, b.ids[0]);
        EXPECT_EQ(pair.reason, FilterReason::masks);
    }
}

// The search for the closest pair takes its first bound from neighbours in the tree. Here filters leave out
// nearly all pairs of neighbours, or all pairs but one of two distant objects.
TEST(SceneShapes, closest_pair_among_few_allowed_pairs) {
    RandomPoses random(11);
    const ConvexBody ball = ConvexBody::sphere(0.1).value();
    for (const std::uint32_t others : {1u, 2u, 5u}) {
        Scene scene;
        std::vector<ObjectId> ids;
        for (std::uint32_t i = 0; i < 60; ++i) {
            // Objects of one crowd ignore each other.
            const bool other = i % 60 < others;
            ids.push_back(scene.add(ball, random.next(other ? 30 : 5),
                                    {.category = other ? 2u : 1u, .mask = other ? 1u : 2u}));
        }
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < others; ++i)
            for (std::size_t j = others; j < ids.size(); ++j)
                least =
                    std::min(least, distance(scene.placed_shape(ids[i]), scene.placed_shape(ids[j])).upper);
        const MinDistance found = scene.min_distance();
        ASSERT_TRUE(found.closest);
        EXPECT_NEAR(found.closest->distance.upper, least, 1e-12);
        EXPECT_LT(found.closest->a.number, others);
        for (std::size_t i = 0; i < others; ++i) scene.remove(ids[i]);
        EXPECT_FALSE(scene.min_distance().closest);
        const ObjectId ground =
            scene.add(ConvexBody::half_space({{0, 0, 1}, -40}).value(), {}, {.category = 2, .mask = 1});
        ASSERT_TRUE(scene.closest_pair());
        EXPECT_TRUE(scene.closest_pair()->a == ground || scene.closest_pair()->b == ground);
    }
}

// Four balls that all touch, and one filter of each kind.
TEST(SceneShapes, filters_are_listed_with_their_reasons) {
    Scene scene;
    const Shape ball = ConvexBody::sphere(1).value();
    const auto add = [&](double x, const ObjectOptions& options) {
        return scene.add(ball, Pose::translation({x, 0, 0}), options);
    };
    const ObjectId a = add(0, {.group = "arm"}), b = add(0.1, {.group = "arm"}),
                   c = add(0.2, {.category = 2, .mask = 2}), d = add(0.3, {}), e = add(0.4, {});
    EXPECT_EQ(scene.collisions().size(), 6u);  // c is seen by nobody
    EXPECT_EQ(scene.collisions().filtered.size(), 4u);
    scene.ignore("arm", "arm");
    scene.ignore(a, d);
    scene.set_filter([&](ObjectId x, ObjectId y) { return !(x == d && y == e); });
    const Collisions found = scene.collisions();
    EXPECT_EQ(found.pairs, (std::vector<ObjectPair>{{a, e}, {b, d}, {b, e}}));
    EXPECT_EQ(found.filtered, (std::vector<FilteredPair>{{a, b, FilterReason::groups},
                                                         {a, c, FilterReason::masks},
                                                         {a, d, FilterReason::pair},
                                                         {b, c, FilterReason::masks},
                                                         {c, d, FilterReason::masks},
                                                         {c, e, FilterReason::masks},
                                                         {d, e, FilterReason::filter}}));
    EXPECT_EQ(scene.colliding_pairs(), found.pairs);
    EXPECT_EQ(scene.distances({.within = 0}).list.size(), 3u);
    EXPECT_EQ(scene.distances({.within = 0}).filtered, found.filtered);
    EXPECT_EQ(scene.min_distance().filtered, found.filtered);
    scene.stop_ignoring(d, a);
    EXPECT_EQ(scene.colliding_pairs().size(), 4u);
    scene.ignore(a, d);
    scene.remove(d);
    const ObjectId again = add(0.3, {});
    EXPECT_EQ(again.number, d.number);
    EXPECT_EQ(scene.colliding_pairs().size(), 5u);  // a new object is not ignored
    EXPECT_EQ(name_of(FilterReason::masks), "masks");
    EXPECT_THROW(scene.ignore(a, d), PreconditionError);
    EXPECT_THROW(scene.ignore(a, a), PreconditionError);
}

TEST(SceneShapes, paddings_add_up) {
    Scene scene;
    const Model cube = Model::build(test::cube_mesh(0.5)).value();
    const ObjectId a = scene.add(cube), b = scene.add(cube, Pose::translation({1.5, 0, 0})),
                   c = scene.add(ConvexBody::sphere(0.5).value(), Pose::translation({0, 0, 1.5}));
    EXPECT_TRUE(scene.colliding_pairs().empty());
    scene.set_padding(a, 0.25);
    EXPECT_TRUE(scene.colliding_pairs().empty());
    scene.set_padding(b, 0.25);
    EXPECT_EQ(scene.colliding_pairs(), (std::vector<ObjectPair>{{a, b}}));
    EXPECT_EQ(scene.contacts().size(), 1u);
    scene.set_padding(b, 0.2499);
    EXPECT_TRUE(scene.colliding_pairs().empty());
    EXPECT_EQ(scene.collisions({.clearance = 0.25}).pairs, (std::vector<ObjectPair>{{a, b}, {a, c}}));
    EXPECT_EQ(scene.min_distance().closest->distance.value, 0.5);
    EXPECT_NEAR(scene.box(a).hi.x, 0.75, 1e-15);
    EXPECT_EQ(scene.padding(a), 0.25);
    EXPECT_THROW(scene.set_padding(a, -1), PreconditionError);
    EXPECT_THROW(scene.add(cube, {}, {.padding = -1}), PreconditionError);
}

TEST(SceneShapes, rays_hit_the_nearest_object) {
    Filled filled = mixed_scene(9, 2, true);
    RandomPoses random(10);
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Ray ray{{random.between(-3, 3), random.between(-3, 3), 5},
                      {random.between(-0.5, 0.5), random.between(-0.5, 0.5), -1}};
        std::vector<ObjectHit> expected;
        for (const ObjectId id : filled.ids)
            for (const ShapeHit& hit : all_hits(filled.scene.placed_shape(id), ray))
                expected.push_back({id, hit});
        std::sort(expected.begin(), expected.end(), [](const ObjectHit& x, const ObjectHit& y) {
            return std::tie(x.hit.t, x.object, x.hit.element) < std::tie(y.hit.t, y.object, y.hit.element);
        });
        EXPECT_EQ(filled.scene.all_hits(ray), expected);
        const auto first = filled.scene.first_hit(ray);
        ASSERT_EQ(first.has_value(), !expected.empty());
        if (first) {
            EXPECT_EQ(first->hit.t, expected.front().hit.t);
        }
        if (first) ++hits;
    }
    EXPECT_GT(hits, 20);
}

TEST(SceneShapes, only_meshes_clash) {
    Scene scene;
    const ObjectId ball = scene.add(ConvexBody::sphere(1).value());
    EXPECT_FALSE(scene.is_mesh(ball));
    EXPECT_THROW((void)scene.model(ball), PreconditionError);
    EXPECT_THROW((void)scene.placed(ball), PreconditionError);
    try {
        (void)scene.clashes();
        FAIL();
    } catch (const PreconditionError& error) {
        EXPECT_NE(std::string(error.what()).find("is no mesh"), std::string::npos);
    }
}

}  // namespace
}  // namespace allide
