#include "support/effort.hpp"
#include "support/models.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace allide {
namespace {

using test::model_of;

Model triangle_model(const std::array<Vec3, 3>& corners) {
    return model_of(
        Mesh::from({.vertices = {corners.begin(), corners.end()}, .triangles = {{0, 1, 2}}}).value());
}

std::set<std::pair<std::uint32_t, std::uint32_t>> as_set(const Contacts& contacts, bool exchanged = false) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> set;
    for (const Contact& c : contacts)
        exchanged ? set.emplace(c.triangle_b, c.triangle_a) : set.emplace(c.triangle_a, c.triangle_b);
    return set;
}

TEST(Contacts, OfTwoCubesThatShareAFace) {
    // Cubes from -1 to 1, the second translated by exactly 2: they touch in the plane x = 1 and nowhere else.
    const Model cube = model_of(generate(GeneratedShape::cube).value());
    const auto& vertices = cube.mesh().vertices();
    double reach = 0;
    for (const Vec3& v : vertices) reach = std::max(reach, v.x);
    const Pose aside = Pose::translation({2 * reach, 0, 0});
    EXPECT_TRUE(collides(cube.at_rest(), cube.at(aside)));
    const Contacts found = contacts(cube.at_rest(), cube.at(aside));
    EXPECT_TRUE(found.complete);
    for (const Contact& c : found) {
        // Each triangle of a contact has a corner in the common plane.
        const auto touches_plane = [&](std::uint32_t t, double x) {
            for (const Vec3& v : cube.mesh().corners(t))
                if (v.x == x) return true;
            return false;
        };
        EXPECT_TRUE(touches_plane(c.triangle_a, reach));
        EXPECT_TRUE(touches_plane(c.triangle_b, -reach));
    }
    // One unit in the last place farther apart, nothing touches.
    const Pose apart = Pose::translation({std::nextafter(2 * reach, 10.0), 0, 0});
    EXPECT_FALSE(collides(cube.at_rest(), cube.at(apart)));
    EXPECT_TRUE(contacts(cube.at_rest(), cube.at(apart)).empty());
}

// witness_of() needs no search, and for the same pair of triangles returns the same point as first_contact().
TEST(Contacts, HaveWitnesses) {
    const Model ball = model_of(generate(GeneratedShape::sphere, {.triangles = 500}).value());
    const Pose aside = Pose::translation({0.75, 0.5, 0.25});
    const Placed a = ball.at_rest(), b = ball.at(aside);
    const Witness first = first_contact(a, b).witness.value();
    EXPECT_EQ(witness_of(a, b, first.contact).point, first.point);
    for (const Contact& contact : contacts(a, b)) {
        const Witness witness = witness_of(a, b, contact);
        EXPECT_EQ(witness.contact, contact);
        const Model one = triangle_model(ball.mesh().corners(contact.triangle_a)),
                    other = triangle_model(ball.mesh().corners(contact.triangle_b));
        EXPECT_LE(nearest(one.at_rest(), witness.point)->distance, 1e-12);
        EXPECT_LE(nearest(other.at(aside), witness.point)->distance, 1e-12);
    }
    EXPECT_THROW(witness_of(a, ball.at(Pose::translation({5, 0, 0})), first.contact), PreconditionError);
    EXPECT_THROW(witness_of(a, b, {0, 1'000'000}), PreconditionError);
}

TEST(Contacts, ABodyInsideAnotherDoesNotTouchIt) {
    const Model ball = model_of(generate(GeneratedShape::sphere, {.triangles = 500}).value());
    std::vector<Vec3> small(ball.mesh().vertices().begin(), ball.mesh().vertices().end());
    for (Vec3& v : small) v = {v.x / 4, v.y / 4, v.z / 4};
    const Model inner =
        model_of(Mesh::from({.vertices = small,
                             .triangles = {ball.mesh().triangles().begin(), ball.mesh().triangles().end()}})
                     .value());
    EXPECT_FALSE(collides(inner.at_rest(), ball.at_rest()));
}

TEST(Contacts, EmptyModelsTouchNothing) {
    const Model cube = model_of(generate(GeneratedShape::cube).value()), empty;
    EXPECT_FALSE(collides(empty.at_rest(), cube.at_rest()));
    EXPECT_FALSE(collides(cube.at_rest(), empty.at_rest()));
    EXPECT_TRUE(contacts(empty.at_rest(), empty.at_rest()).complete);
}

TEST(Contacts, SegmentsAndPointsAreTheSetsThatTheyCover) {
    const Model plate = triangle_model({Vec3{0, 0, 0}, {4, 0, 0}, {0, 4, 0}});
    const Model needle = triangle_model({Vec3{1, 1, -1}, {1, 1, 3}, {1, 1, 1}});
    const Model point = triangle_model({Vec3{1, 1, 0}, {1, 1, 0}, {1, 1, 0}});
    EXPECT_TRUE(collides(plate.at_rest(), needle.at_rest()));
    EXPECT_TRUE(collides(plate.at_rest(), point.at_rest()));
    EXPECT_TRUE(collides(needle.at_rest(), point.at_rest()));
    EXPECT_FALSE(collides(plate.at(Pose::translation({0, 0, 5e-324})), point.at_rest()));
}

// The contacts of 300 random pairs equal those of brute force in both orders, and agree with collides().
TEST(Contacts, EqualTheBruteForceOnRandomBodies) {
    base::Random random(41);
    int touching = 0;
    const int rounds = std::max(test::effort(300), 75);
    for (int round = 0; round < rounds; ++round) {
        const Model a = model_of(test::random_body(random)), b = model_of(test::random_body(random));
        const Pose pose_a = round % 3 == 0 ? Pose::identity() : test::random_pose(random, 0.8);
        const Pose pose_b =
            round % 3 == 2 ? test::barely_rigid_pose(random, 0.8) : test::random_pose(random, 0.8);
        const Placed pa = a.at(pose_a), pb = b.at(pose_b);
        const Contacts tree = contacts(pa, pb), brute = contacts(pa, pb, {.search = Search::brute_force});
        EXPECT_EQ(tree.pairs, brute.pairs);
        EXPECT_TRUE(std::is_sorted(tree.begin(), tree.end()));
        EXPECT_EQ(as_set(contacts(pb, pa), true), as_set(brute));
        EXPECT_EQ(collides(pa, pb), !brute.empty());
        EXPECT_EQ(collides(pa, pb, {.search = Search::brute_force}), !brute.empty());
        const FirstContact first = first_contact(pa, pb);
        EXPECT_EQ(first.witness.has_value(), !brute.empty());
        if (first.witness) {
            EXPECT_EQ(
                as_set(brute).count({first.witness->contact.triangle_a, first.witness->contact.triangle_b}),
                1u);
            ++touching;
        }
    }
    EXPECT_GT(touching, rounds / 3);
    EXPECT_LT(touching, rounds);
}

// Bodies are tested against themselves at rest, translated along the grid and rotated by right angles, so
// that faces coincide exactly.
TEST(Contacts, EqualTheBruteForceWhereFacesCoincide) {
    const Pose quarter = Pose::from_matrix({0, -1, 0, 0.5, 1, 0, 0, 0, 0, 0, 1, 0}).value();
    for (const GeneratedShape shape :
         {GeneratedShape::box, GeneratedShape::cube, GeneratedShape::torus, GeneratedShape::octahedron,
          GeneratedShape::soup, GeneratedShape::cylinder}) {
        const Model model =
            model_of(generate(shape, {.triangles = shape == GeneratedShape::cube ? 48u : 200u}).value());
        for (const Pose& pose :
             {Pose::identity(), Pose::translation({0.5, 0, 0}), Pose::translation({1, 1, 0}), quarter}) {
            const Contacts tree = contacts(model.at_rest(), model.at(pose));
            const Contacts brute = contacts(model.at_rest(), model.at(pose), {.search = Search::brute_force});
            EXPECT_EQ(tree.pairs, brute.pairs) << name_of(shape);
        }
    }
}

TEST(Contacts, AreTheSameWhereverBothBodiesAreMovedTogether) {
    // Both bodies get the same map, which is applied exactly, so that even grazing contacts are kept: a
    // quarter turn, and a rotation whose matrix is rounded.
    const Model a = model_of(generate(GeneratedShape::noisy_torus, {.triangles = 600}).value());
    const Model b = model_of(generate(GeneratedShape::box, {.triangles = 300}).value());
    const auto turned = [](double x) {
        return Pose::from_matrix({0, -1, 0, x, 1, 0, 0, 16, 0, 0, 1, -4}).value();
    };
    EXPECT_EQ(contacts(a.at_rest(), b.at_rest()).pairs, contacts(a.at(turned(8)), b.at(turned(8))).pairs);
    const Pose same = Pose::rotation({1, 2, 3}, degrees(77)).translated({1e4, 2, 3});
    EXPECT_EQ(contacts(a.at_rest(), b.at_rest()).pairs, contacts(a.at(same), b.at(same)).pairs);
}

TEST(Contacts, WithALimitAreMarkedIncomplete) {
    const Model a = model_of(generate(GeneratedShape::torus, {.triangles = 800}).value());
    const Pose pose = Pose::translation({0.3, 0.2, 0.1});
    const Contacts all = contacts(a.at_rest(), a.at(pose));
    ASSERT_GT(all.size(), 20u);
    for (const std::size_t limit :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, all.size() - 1, all.size(), all.size() + 1}) {
        const Contacts some = contacts(a.at_rest(), a.at(pose), {.limit = limit});
        EXPECT_EQ(some.size(), std::min(limit, all.size()));
        EXPECT_EQ(some.complete, limit >= all.size());
        EXPECT_TRUE(std::includes(all.begin(), all.end(), some.begin(), some.end()));
    }
}

TEST(Contacts, StatisticsAddUp) {
    const Model a = model_of(generate(GeneratedShape::torus, {.triangles = 2000}).value());
    const Pose pose = Pose::rotation({1, 2, 3}, degrees(30)).translated({0.4, 0.1, 0});
    const QueryStats stats = contacts(a.at_rest(), a.at(pose)).stats;
    EXPECT_GT(stats.volume_tests, stats.triangle_tests);
    EXPECT_GE(stats.triangle_tests, contacts(a.at_rest(), a.at(pose)).size());
    EXPECT_LE(stats.exact_tests, stats.double_tests);
    EXPECT_LE(stats.double_tests, stats.triangle_tests);
    EXPECT_EQ(stats.mixed_tests, 0u);
    const QueryStats brute = contacts(a.at_rest(), a.at(pose), {.search = Search::brute_force}).stats;
    EXPECT_EQ(brute.triangle_tests, a.mesh().triangles().size() * a.mesh().triangles().size());
    EXPECT_EQ(brute.volume_tests, 0u);
}

TEST(Contacts, HoldAtAnySizeAndFarFromTheOrigin) {
    base::Random random(43);
    const auto count = static_cast<std::uint32_t>(test::effort(150));
    for (const double size : {1e-7, 1e-3, 1.0, 1e5, 1e-310, 1e160}) {
        for (const double place : {0.0, 1e4}) {
            std::vector<Vec3> vertices;
            std::vector<TriangleIndices> triangles;
            for (std::uint32_t i = 0; i < count; ++i) {
                const Vec3 p = test::random_point(random, size);
                vertices.push_back({p.x + place, p.y, p.z});
                if (i >= 2) triangles.push_back({i - 2, i - 1, i});
            }
            const Model model = model_of(Mesh::from({.vertices = vertices, .triangles = triangles}).value());
            const Pose pose = Pose::translation({0.3 * size, 0.2 * size, 0});
            const Contacts tree = contacts(model.at_rest(), model.at(pose));
            EXPECT_EQ(tree.pairs,
                      contacts(model.at_rest(), model.at(pose), {.search = Search::brute_force}).pairs);
            // Far from the origin, rounding makes the smallest body flat in x; the exact translation in x
            // then separates it from itself.
            EXPECT_EQ(tree.empty(), size < 1e-300 && place != 0);
        }
    }
}

// One model used by many threads without locks gives the same answers. Also run with the thread sanitizer.
TEST(Contacts, OfOneModelFromManyThreads) {
    const Model model = model_of(generate(GeneratedShape::noisy_torus, {.triangles = 1500}).value());
    base::Random random(47);
    std::vector<Pose> poses;
    for (int i = 0; i < 24; ++i) poses.push_back(test::random_pose(random, 0.8));
    std::vector<Contacts> alone, together[4];
    for (const Pose& pose : poses) alone.push_back(contacts(model.at_rest(), model.at(pose)));
    std::vector<std::thread> threads;
    for (auto& results : together)
        threads.emplace_back([&] {
            for (const Pose& pose : poses) results.push_back(contacts(model.at_rest(), model.at(pose)));
        });
    for (std::thread& thread : threads) thread.join();
    for (const auto& results : together)
        for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_EQ(results[i].pairs, alone[i].pairs);
}

// One hash of all answers, which must be the same for every compiler, instruction set and tree.
TEST(Contacts, HaveTheGoldenHash) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
    base::Random random(53);
    for (int round = 0; round < 40; ++round) {
        const Model a = model_of(test::random_body(random)), b = model_of(test::random_body(random));
        const std::array<double, 3> shift{random.between(-1, 1), random.between(-1, 1),
                                          random.between(-1, 1)};
        // These poses need no sine or cosine, whose last bits differ between math libraries.
        const Pose pose =
            Pose::from_quaternion({shift[0], shift[1], shift[2]}, {0.5, 0.5, -0.5, 0.5}).value();
        const Pose tilt = Pose::from_quaternion({0, 0, 0}, {0.6, 0, 0.8, 0}).value();
        for (const Contact& c : contacts(a.at(tilt), b.at(pose))) {
            mix(c.triangle_a);
            mix(c.triangle_b);
        }
        mix(~std::uint64_t{0});
    }
    EXPECT_EQ(hash, 4589435037377148687u);
}

}  // namespace
}  // namespace allide
