// Compares the counts and bounds that the experiments compute themselves with those of the library.
#include "base/random.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "papers/covariance.hpp"
#include "papers/frames.hpp"
#include "papers/scene_meshes.hpp"
#include "papers/sectioned_rings.hpp"
#include "papers/simulation.hpp"
#include "papers/tree_walk.hpp"
#include "tree/binary/build_tree.hpp"
#include "volume/hull/directions.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/query.hpp>

#include <gtest/gtest.h>

namespace allide::bench {
namespace {

using kernel::dot;
using kernel::operator-;

std::vector<Vec3> random_points(base::Random& random, std::size_t count) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back({random.between(-1, 1), random.between(-0.3, 0.3), random.between(-0.1, 0.1)});
    return points;
}

TEST(TreeWalk, VisitsTheLeafPairsThatTheLibraryTests) {
    const Mesh mesh = generate(GeneratedShape::torus, {.triangles = 600}).value();
    const auto tree = tree::build_obb_tree(mesh);
    const Model model = Model::build(mesh, {.volume = Volume::obb}).value();
    const Pose pose = Pose::rotation({1, 2, 3}, degrees(50)).translated({0.7, 0.1, 0});
    const kernel::PairTester tester(Pose::identity(), pose);
    const volume::ObbFrame frame(tester.b_in_a(), tree.norm, tree.norm);
    std::uint64_t volumes = 0, leaves = 0;
    walk_two(
        tree, tree,
        [&](tree::NodeId a, tree::NodeId b) {
            ++volumes;
            return frame.overlap(tree.volume(a), frame.place(tree.volume(b), 0));
        },
        [&](tree::NodeId, tree::NodeId) { ++leaves; });
    const Contacts found = contacts(model.at_rest(), model.at(pose));
    EXPECT_EQ(volumes, found.stats.volume_tests);
    EXPECT_EQ(leaves, found.stats.triangle_tests);
    EXPECT_FALSE(found.empty());
}

TEST(TreeWalk, ListsEveryNodeOnceWithItsTriangles) {
    const auto tree = tree::build_aabb_tree(generate(GeneratedShape::sphere, {.triangles = 300}).value());
    const auto nodes = nodes_of(tree);
    EXPECT_EQ(nodes.size(), 2 * tree.order.size() - 1);
    EXPECT_EQ(nodes.front().triangles.count, tree.order.size());
    for (const NodePlace& node : nodes) {
        const volume::Aabb& box = tree.volume(node.node);
        for (std::uint32_t i = 0; i < node.triangles.count; ++i)
            for (const Vec3& p : tree.triangles[node.triangles.first + i]) {
                ASSERT_LE(std::abs(p.x - box.center.x), box.half.x + 1e-12);
                ASSERT_LE(std::abs(p.y - box.center.y), box.half.y + 1e-12);
                ASSERT_LE(std::abs(p.z - box.center.z), box.half.z + 1e-12);
            }
    }
}

TEST(Covariance, EveryVariantBoundsItsPoints) {
    base::Random random(2);
    for (int n = 0; n < 200; ++n) {
        const auto points = random_points(random, 1 + random.below(30));
        for (const Covariance variant :
             {Covariance::vertices, Covariance::hull_vertices, Covariance::hull_surface}) {
            const volume::Obb box = fit_obb_by(variant, points);
            for (const Vec3& p : points)
                for (std::size_t k = 0; k < 3; ++k)
                    ASSERT_LE(std::abs(dot(box.axis[k], p - box.center)), box.half[k] + 1e-12);
        }
    }
}

template <int K>
void check_sections() {
    base::Random random(5);
    double one = 0, eight = 0;
    for (int n = 0; n < 300; ++n) {
        const auto points = random_points(random, 12);
        for (const Vec3& axis : volume::directions<K>()) {
            const auto rings = fit_sections<K, 1>(axis, points);
            const auto sections = fit_sections<K, 8>(axis, points);
            // A random direction inside the cone.
            const auto [u, v] = across(axis);
            const double angle = random.between(0, std::acos(volume::occupancy_cone<K>().cosine)),
                         turn = random.between(0, 6.28);
            const double a = std::cos(angle), b = std::sin(angle) * std::cos(turn),
                         c = std::sin(angle) * std::sin(turn);
            const Vec3 direction{a * axis.x + b * u.x + c * v.x, a * axis.y + b * u.y + c * v.y,
                                 a * axis.z + b * u.z + c * v.z};
            const double loose = bound_along<K, 1>(axis, rings, direction),
                         tight = bound_along<K, 8>(axis, sections, direction);
            for (const Vec3& p : points) ASSERT_LE(dot(direction, p), tight + 1e-12);
            ASSERT_LE(tight, loose + 1e-12);
            one += loose;
            eight += tight;
        }
    }
    EXPECT_LT(eight, 0.99 * one);
}

TEST(SectionedRings, LoseNoPointAndAreTighterThanRings) {
    check_sections<14>();
    check_sections<26>();
}

TEST(Frames, AnotherFrameGivesTheSamePositions) {
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 500}).value();
    // The bodies are in general position, so that rounding the vertices in another frame changes no contact.
    const Pose pose = Pose::rotation({1, 2, 3}, degrees(20)).translated({0.9, 0.13, 0.07});
    const Model plain = Model::build(mesh).value();
    const auto expected = contacts(plain.at_rest(), plain.at(pose));
    for (const Frame& frame : {turned_frame(), principal_frame_of(mesh)}) {
        const Model other = Model::build(in_frame(mesh, frame)).value();
        const auto found =
            contacts(other.at(placed_as(Pose::identity(), frame)), other.at(placed_as(pose, frame)));
        EXPECT_EQ(found.pairs, expected.pairs);
    }
}

TEST(Simulation, ABodyFallsBouncesAndRepeats) {
    const Model ground = Model::build(spiked_landscape(2'000)).value(),
                body = Model::build(wrinkled_torus(600)).value();
    const Fall fall{.steps = 150,
                    .step = 0.02,
                    .start = {0.3, 0.1, 0.9},
                    .velocity = {},
                    .spin = {0.3, 0.5, 0.1},
                    .gravity = [](const Vec3&) {
                        return Vec3{0, 0, -1};
                    }};
    const FallCounts counts = simulate(body, ground, fall);
    EXPECT_EQ(counts.steps, 150u);
    EXPECT_GT(counts.contacts, 0u);
    EXPECT_GT(counts.steps_in_contact, 0u);
    EXPECT_LT(counts.steps_in_contact, 150u);
    const FallCounts again = simulate(body, ground, fall);
    EXPECT_EQ(counts.contacts, again.contacts);
    EXPECT_EQ(counts.stats.volume_tests, again.stats.volume_tests);
}

}  // namespace
}  // namespace allide::bench
