#include "base/joined_sets.hpp"
#include "query/manifold/some_bodies.hpp"
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

double area_of(const std::vector<Vec3>& polygon, const Vec3& normal) {
    double sum = 0;
    for (std::size_t i = 2; i < polygon.size(); ++i)
        sum += dot(normal, cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0])) / 2;
    return sum;
}

Pose turned_above(double z, double degrees_about_z) {
    return Pose::rotation({0, 0, 1}, degrees(degrees_about_z)).translated({0, 0, z});
}

// A unit cube on a cube, turned by 0 to 45 degrees: the patch is the overlap of two squares.
TEST(Manifold, BoxOnBox) {
    const ConvexBody cube = ConvexBody::box({0.5, 0.5, 0.5}).value();
    for (const double turn : {0.0, 10.0, 22.5, 30.0, 45.0}) {
        for (const double depth : {0.0, 0.01, -0.01}) {
            const Pose above = turned_above(1 - depth, turn);
            const auto found =
                contact_manifold(cube.at(above), cube.at_rest(), {.points = 8, .margin = 0.02});
            ASSERT_TRUE(found) << turn << " " << depth;
            EXPECT_NEAR(length(found->normal - Vec3{0, 0, 1}), 0, 1e-12);
            EXPECT_NEAR(found->depth_upper, depth, 1e-12);
            EXPECT_NEAR(found->depth_lower, depth, 1e-12);
            EXPECT_EQ(found->points.size(), turn == 0 ? 4u : 8u);
            for (const ManifoldPoint& p : found->points) {
                EXPECT_NEAR(p.point_a.z, 0.5 - depth, 1e-12);
                EXPECT_NEAR(p.point_b.z, 0.5, 1e-12);
                EXPECT_NEAR(p.depth, depth, 1e-12);
                EXPECT_LE(std::max(std::abs(p.point_b.x), std::abs(p.point_b.y)), 0.5 + 1e-12);
            }
            ASSERT_EQ(found->patches.size(), 1u);
            // The corners of the unit square that are cut off are right triangles with a hypotenuse l and
            // legs l sin φ and l cos φ. Each side of the square consists of a hypotenuse and two legs: l (1 +
            // sin φ + cos φ) = 1.
            const double phi = turn * std::numbers::pi / 180, sine = std::sin(phi), cosine = std::cos(phi);
            const double share = 1 / (1 + sine + cosine);
            const double cut = 4 * 0.5 * share * share * sine * cosine;
            const double area = area_of(found->patches[0], found->normal);
            EXPECT_NEAR(area, 1 - cut, 1e-12);
        }
    }
    EXPECT_FALSE(contact_manifold(cube.at(turned_above(1.01, 0)), cube.at_rest()));
}

TEST(Manifold, KeepsFourPointsThatEncloseTheMost) {
    const ConvexBody cube = ConvexBody::box({0.5, 0.5, 0.5}).value();
    const auto found = contact_manifold(cube.at(turned_above(0.99, 45)), cube.at_rest()).value();
    ASSERT_EQ(found.points.size(), 4u);
    std::vector<Vec3> corners;
    for (const ManifoldPoint& p : found.points) corners.push_back(p.point_b);
    std::sort(corners.begin(), corners.end(),
              [](const Vec3& p, const Vec3& q) { return std::atan2(p.y, p.x) < std::atan2(q.y, q.x); });
    EXPECT_GT(area_of(corners, {0, 0, 1}), 0.55);  // the whole patch has 0.83, one quarter of it 0.2
    EXPECT_EQ(contact_manifold(cube.at(turned_above(0.99, 45)), cube.at_rest(), {.points = 1})->points.size(),
              1u);
}

TEST(Manifold, CylinderOnAPlane) {
    const ConvexBody cylinder = ConvexBody::cylinder(0.5, 1).value(),
                     floor = ConvexBody::half_space({{0, 0, 1}, 0}).value();
    const auto standing =
        contact_manifold(cylinder.at(Pose::translation({3, 4, 0.99})), floor.at_rest()).value();
    EXPECT_NEAR(standing.depth_upper, 0.01, 1e-12);
    EXPECT_EQ(standing.normal, (Vec3{0, 0, 1}));
    ASSERT_EQ(standing.points.size(), 4u);
    for (const ManifoldPoint& p : standing.points) {
        EXPECT_NEAR(std::hypot(p.point_a.x - 3, p.point_a.y - 4), 0.5, 1e-12);
        EXPECT_NEAR(p.depth, 0.01, 1e-12);
        EXPECT_NEAR(p.point_b.z, 0, 1e-12);
    }
    ASSERT_EQ(standing.patches.size(), 1u);
    EXPECT_EQ(standing.patches[0].size(), 32u);
    EXPECT_NEAR(area_of(standing.patches[0], standing.normal), std::numbers::pi / 4, 0.01);
    const Pose lying = Pose::rotation({1, 0, 0}, degrees(90)).translated({0, 0, 0.49});
    const auto line = contact_manifold(cylinder.at(lying), floor.at_rest()).value();
    ASSERT_EQ(line.points.size(), 2u);
    EXPECT_NEAR(std::abs(line.points[0].point_a.y), 1, 1e-12);
    EXPECT_NEAR(line.points[0].point_a.y, -line.points[1].point_a.y, 1e-12);
    EXPECT_TRUE(line.patches.empty());
    const Pose tilted = Pose::rotation({1, 0, 0}, degrees(30)).translated({0, 0, 1});
    EXPECT_EQ(contact_manifold(cylinder.at(tilted), floor.at_rest())->points.size(), 1u);
    // With the bodies exchanged, the normal is reversed.
    const auto other =
        contact_manifold(floor.at_rest(), cylinder.at(Pose::translation({3, 4, 0.99}))).value();
    EXPECT_EQ(other.normal, (Vec3{0, 0, -1}));
    EXPECT_EQ(other.points.size(), 4u);
}

// A capsule lies on an edge of a box: first along the edge, then across it.
TEST(Manifold, CapsuleOnAnEdge) {
    const ConvexBody capsule = ConvexBody::capsule(0.25, 1).value(), box = ConvexBody::box({1, 1, 1}).value();
    const Vec3 out = normalized({1, 0, 1});
    const Pose along = Pose::rotation({1, 0, 0}, degrees(90)).translated(Vec3{1, 0, 1} + 0.24 * out);
    const auto beside = contact_manifold(capsule.at(along), box.at_rest()).value();
    EXPECT_NEAR(length(beside.normal - out), 0, 1e-9);
    EXPECT_NEAR(beside.depth_upper, 0.01, 1e-9);
    ASSERT_EQ(beside.points.size(), 2u);
    for (const ManifoldPoint& p : beside.points) {
        EXPECT_NEAR(length(p.point_b - Vec3{1, p.point_b.y, 1}), 0, 1e-9);
        EXPECT_NEAR(std::abs(p.point_b.y), 1, 1e-9);
    }
    const Pose across = Pose::rotation({0, 1, 0}, degrees(135)).translated(Vec3{1, 0, 1} + 0.24 * out);
    const auto crossing = contact_manifold(capsule.at(across), box.at_rest()).value();
    ASSERT_EQ(crossing.points.size(), 1u);
    EXPECT_NEAR(length(crossing.points[0].point_b - Vec3{1, 0, 1}), 0, 1e-9);
    EXPECT_NEAR(crossing.depth_upper, 0.01, 1e-9);
}

// Translating a along the normal by the depth separates the bodies. The points of each pair lie on the two
// surfaces, opposite each other along the normal.
TEST(Manifold, ItsDepthSeparates) {
    base::Random random(81);
    int found = 0;
    for (int round = 0; round < effort(400, 20'000); ++round) {
        const auto bodies = some_bodies(random);
        const ConvexBody &a = bodies[random.below(bodies.size())], &b = bodies[random.below(bodies.size())];
        const Pose p = random_pose(random, 0.6), q = random_pose(random, 0.3);
        const auto manifold = contact_manifold(a.at(p), b.at(q));
        ASSERT_EQ(manifold.has_value(), overlap_solid(a.at(p), b.at(q)).verdict != BodyVerdict::no);
        if (!manifold) continue;
        ++found;
        EXPECT_LE(manifold->depth_lower, manifold->depth_upper);
        EXPECT_NEAR(length(manifold->normal), 1, 1e-12);
        const Pose moved = p.translated((manifold->depth_upper + 1e-12) * manifold->normal);
        EXPECT_LE(penetration(a.at(moved), b.at(q)).lower, 1e-12);
        const Pose less = p.translated(0.5 * manifold->depth_lower * manifold->normal);
        if (manifold->depth_lower > 1e-9) {
            EXPECT_EQ(overlap_solid(a.at(less), b.at(q)).verdict, BodyVerdict::yes);
        }
        ASSERT_FALSE(manifold->points.empty());
        for (const ManifoldPoint& point : manifold->points) {
            const Vec3 apart = point.point_b - point.point_a;
            EXPECT_NEAR(dot(apart, manifold->normal), point.depth, 1e-9);
            EXPECT_NEAR(length(apart - point.depth * manifold->normal), 0, 1e-6);
            EXPECT_LE(point.depth, manifold->depth_upper + 1e-6);
            // Features include corners up to 1e-3 radians off the contact plane, and rims are polygons of 32
            // corners, so the points are only near the surfaces.
            const ConvexBody dot_body = ConvexBody::sphere(0).value();
            EXPECT_LE(distance(dot_body.at(Pose::translation(point.point_a)), a.at(p)).value, 2e-3);
            EXPECT_LE(distance(dot_body.at(Pose::translation(point.point_b)), b.at(q)).value, 2e-3);
        }
        // With the sides exchanged, the depth and the points are the same and the normal is reversed.
        const auto other = contact_manifold(b.at(q), a.at(p)).value();
        EXPECT_NEAR(other.depth_upper, manifold->depth_upper, 1e-9);
    }
    EXPECT_GT(found, 0);
}

// A box slides over a box step by step. As long as the same edges overlap, features and matches do not
// change.
TEST(Manifold, FeaturesAreStable) {
    const ConvexBody top = ConvexBody::box({0.5, 0.5, 0.5}).value(),
                     table = ConvexBody::box({5, 5, 0.5}).value();
    std::optional<ContactManifold> before;
    base::Random random(82);
    for (int step = 0; step < 50; ++step) {
        const double wobble = random.between(-1e-12, 1e-12);
        const Pose pose = turned_above(0.999 + wobble, 0.7 * step).translated({0.01 * step, 0, 0});
        const auto now = contact_manifold(top.at(pose), table.at_rest()).value();
        ASSERT_EQ(now.points.size(), 4u);
        if (before) {
            const auto match = matching_points(*before, now, 0.05);
            for (std::size_t i = 0; i < 4; ++i) {
                ASSERT_TRUE(match[i]);
                EXPECT_EQ(before->points[*match[i]].feature, now.points[i].feature);
            }
        }
        EXPECT_EQ(contact_manifold(top.at(pose), table.at_rest()).value(), now);  // deterministic
        before = now;
    }
    // Points with different features are matched by position, each at most once.
    ContactManifold x, y;
    const auto point = [](double at, std::uint64_t feature) {
        ManifoldPoint p;
        p.point_b.x = at;
        p.feature = feature;
        return p;
    };
    x.points = {point(0, 1), point(1, 2)};
    y.points = {point(1.01, 7), point(0.9, 8), point(0, 1)};
    const auto match = matching_points(x, y, 0.2);
    EXPECT_EQ(match[0], std::optional<std::size_t>(1));
    EXPECT_EQ(match[1], std::nullopt);
    EXPECT_EQ(match[2], std::optional<std::size_t>(0));
}

Model model_of_box(const Vec3& half, std::size_t triangles = 12) {
    const Mesh unit = generate(GeneratedShape::box, {.triangles = triangles}).value();
    const Box bounds = *inspect(unit).front().bounds;
    MeshData data;
    for (const Vec3& v : unit.vertices())
        data.vertices.push_back({half.x * (2 * (v.x - bounds.lo.x) / (bounds.hi.x - bounds.lo.x) - 1),
                                 half.y * (2 * (v.y - bounds.lo.y) / (bounds.hi.y - bounds.lo.y) - 1),
                                 half.z * (2 * (v.z - bounds.lo.z) / (bounds.hi.z - bounds.lo.z) - 1)});
    data.triangles.assign(unit.triangles().begin(), unit.triangles().end());
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

// A box, as a mesh, sunk into a table has one region with an upward normal and the exact depth.
TEST(Manifold, MeshBoxOnTable) {
    const Model box = model_of_box({0.5, 0.5, 0.5}), table = model_of_box({5, 5, 0.5});
    for (const double turn : {0.0, 13.0, 45.0}) {
        for (const double depth : {0.0, 0.01, 0.2}) {
            const Pose above = turned_above(1 - depth, turn);
            const auto found = contact_manifolds(box.at(above), table.at_rest());
            ASSERT_EQ(found.size(), 1u);
            const ContactManifold& m = found[0];
            EXPECT_NEAR(length(m.normal - Vec3{0, 0, 1}), 0, 1e-9) << turn << " " << depth;
            EXPECT_NEAR(m.depth_upper, depth, 1e-9);
            EXPECT_NEAR(m.depth_lower, depth, 1e-9);
            EXPECT_EQ(m.contacts, contacts(box.at(above), table.at_rest()).size());
            const Pose moved = above.translated((m.depth_upper + 1e-9) * m.normal);
            EXPECT_FALSE(collides(box.at(moved), table.at_rest()));
            ASSERT_FALSE(m.points.empty());
            for (const ManifoldPoint& p : m.points) {
                const auto on = [](const Model& model, const Pose& pose, std::uint32_t triangle,
                                   const std::array<double, 3>& w) {
                    const auto c = model.mesh().corners(triangle);
                    return pose.apply(w[0] * c[0] + w[1] * c[1] + w[2] * c[2]);
                };
                EXPECT_NEAR(length(on(box, above, p.triangle_a, p.barycentric_a) - p.point_a), 0, 1e-9);
                EXPECT_NEAR(length(on(table, Pose(), p.triangle_b, p.barycentric_b) - p.point_b), 0, 1e-9);
            }
        }
    }
}

// The patches of flush faces cover exactly the area in which the faces overlap: that of the box's lower face,
// or, if the box hangs over the edge of the table, half of it.
TEST(Manifold, MeshPatches) {
    const Model box = model_of_box({0.5, 0.5, 0.5}, 60), table = model_of_box({5, 5, 0.5}, 400);
    for (const double turn : {0.0, 13.0, 45.0}) {
        for (const double x : {0.0, 0.71, 5.0}) {
            const Pose above = turned_above(1, turn).translated({x, 0.2, 0});
            const auto found = contact_manifolds(box.at(above), table.at_rest());
            ASSERT_EQ(found.size(), 1u);
            double area = 0;
            for (const auto& patch : found[0].patches) {
                ASSERT_GE(patch.size(), 3u);
                EXPECT_GT(area_of(patch, {0, 0, 1}), 0);
                area += area_of(patch, found[0].normal);
                for (const Vec3& p : patch) EXPECT_NEAR(p.z, 0.5, 1e-12);
            }
            EXPECT_NEAR(area, x == 5.0 ? 0.5 : 1.0, 1e-9) << turn << " " << x;
        }
    }
    // Tilted beyond the angle of flush faces, an edge touches: there is no patch.
    const Pose tilted = Pose::rotation({0, 1, 0}, degrees(5)).translated({0, 0, 1});
    for (const ContactManifold& m : contact_manifolds(box.at(tilted), table.at_rest()))
        EXPECT_TRUE(m.patches.empty());
}

// With ManifoldDepth::surfaces, the depth separates the whole surfaces, also where one mesh reaches so deep
// into the other that most of its triangles touch nothing.
TEST(Manifold, SurfaceDepthSeparatesTheSurfaces) {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    for (const double apart : {1.9, 1.5, 1.0}) {
        const Vec3 at = apart * normalized(Vec3{0.3, 0.2, 1});
        const Pose pose = Pose::translation(at);
        const auto found =
            contact_manifolds(ball.at(pose), ball.at_rest(), {.depth = ManifoldDepth::surfaces});
        ASSERT_EQ(found.size(), 1u);
        // The depth of two balls of radius 1 whose centres are `apart` apart, up to their facets.
        EXPECT_NEAR(found[0].depth_upper, 2 - apart, 0.02);
        EXPECT_NEAR(found[0].depth_lower, found[0].depth_upper, 1e-9);
        const auto region = contact_manifolds(ball.at(pose), ball.at_rest());
        EXPECT_GE(found[0].depth_lower, region[0].depth_lower);
        const auto moved = [&](double by) { return ball.at(pose.translated(by * found[0].normal)); };
        EXPECT_FALSE(collides(moved(found[0].depth_upper + 1e-12), ball.at_rest()));
        EXPECT_TRUE(collides(moved(found[0].depth_lower - 1e-12), ball.at_rest()));
    }
    base::Random random(84);
    const int rounds = effort(25, 1000);
    int deeper = 0;
    for (int round = 0; round < rounds; ++round) {
        const Model a = Model::build(random_body(random)).value(),
                    b = Model::build(random_body(random)).value();
        const Pose p = random_pose(random, 0.8), q = random_pose(random, 0.8);
        const auto regions = contact_manifolds(a.at(p), b.at(q));
        const auto found = contact_manifolds(a.at(p), b.at(q), {.depth = ManifoldDepth::surfaces});
        ASSERT_EQ(found.size(), regions.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            const ContactManifold& m = found[i];
            EXPECT_LE(m.depth_lower, m.depth_upper);
            EXPECT_FALSE(collides(a.at(p.translated((m.depth_upper + 1e-9) * m.normal)), b.at(q)));
            EXPECT_GE(m.depth_upper, regions[i].depth_upper);
            deeper += m.depth_lower > regions[i].depth_upper ? 1 : 0;
        }
    }
    // The number of regions that reach so deep grows with the sample.
    EXPECT_GE(deeper, std::max(rounds / 5, 1));
}

// A table with four legs has one region per leg.
TEST(Manifold, OneRegionPerLeg) {
    MeshData legs;
    const Model leg = model_of_box({0.1, 0.1, 1});
    for (const Vec3 at : {Vec3{1, 1, 0.99}, Vec3{-1, 1, 0.99}, Vec3{-1, -1, 0.99}, Vec3{1, -1, 0.99}}) {
        const auto base = static_cast<std::uint32_t>(legs.vertices.size());
        for (const Vec3& v : leg.mesh().vertices()) legs.vertices.push_back(v + at);
        for (const auto& t : leg.mesh().triangles())
            legs.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    }
    const Model four = Model::build(Mesh::from(std::move(legs)).value()).value();
    const Model floor = model_of_box({5, 5, 0.5}, 2000);
    const auto found = contact_manifolds(four.at_rest(), floor.at(Pose::translation({0, 0, -0.5})));
    ASSERT_EQ(found.size(), 4u);
    for (const ContactManifold& m : found) {
        EXPECT_NEAR(length(m.normal - Vec3{0, 0, 1}), 0, 1e-9);
        EXPECT_NEAR(m.depth_upper, 0.01, 1e-9);
    }
    EXPECT_TRUE(contact_manifolds(four.at_rest(), floor.at(Pose::translation({0, 0, -5}))).empty());
}

// The numbers of contacts per region, found by comparing every two contacts.
std::vector<std::size_t> plain_regions(const Placed& a, const Placed& b, const Model& in_a,
                                       const Model& in_b) {
    const auto pairs = contacts(a, b).pairs;
    const auto touch = [](const Model& model, std::uint32_t i, std::uint32_t j) {
        for (const Vec3& p : model.mesh().corners(i))
            for (const Vec3& q : model.mesh().corners(j))
                if (p == q) return true;
        return false;
    };
    base::JoinedSets sets(pairs.size());
    for (std::uint32_t i = 0; i < pairs.size(); ++i)
        for (std::uint32_t j = 0; j < i; ++j)
            if ((pairs[i].triangle_a == pairs[j].triangle_a &&
                 touch(in_b, pairs[i].triangle_b, pairs[j].triangle_b)) ||
                (pairs[i].triangle_b == pairs[j].triangle_b &&
                 touch(in_a, pairs[i].triangle_a, pairs[j].triangle_a)))
                sets.join(i, j);
    std::vector<std::size_t> count(pairs.size(), 0), out;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) ++count[sets.of(i)];
    for (const std::size_t n : count)
        if (n > 0) out.push_back(n);
    return out;
}

// Meshes whose triangles share vertices, meshes that repeat the position for each triangle, and large
// triangles with many contacts, have the regions that comparing every two contacts finds.
TEST(Manifold, RegionsAreThoseOfEveryTwoContacts) {
    const Mesh shared = generate(GeneratedShape::noisy_torus, {.triangles = 1500, .seed = 2}).value();
    MeshData loose;
    for (std::uint32_t i = 0; i < shared.triangles().size(); ++i) {
        const auto base = static_cast<std::uint32_t>(loose.vertices.size());
        for (const Vec3& corner : shared.corners(i)) loose.vertices.push_back(corner + Vec3{});
        loose.triangles.push_back({base, base + 1, base + 2});
    }
    loose.vertices[0].x = loose.vertices[0].x == 0 ? -0.0 : loose.vertices[0].x;
    const Model ring = Model::build(shared).value(),
                soup = Model::build(Mesh::from(std::move(loose)).value()).value();
    const Model slab = model_of_box({5, 5, 0.05});
    base::Random random(62);
    std::size_t most = 0, regions = 0;
    for (int round = 0; round < effort(12, 400); ++round) {
        const Pose p = random_pose(random, 0.6), q = random_pose(random, 0.2);
        for (const auto& [a, b] : {std::pair{&ring, &ring}, std::pair{&ring, &soup}, std::pair{&soup, &slab},
                                   std::pair{&slab, &ring}}) {
            std::vector<std::size_t> found;
            for (const ContactManifold& m : contact_manifolds(a->at(p), b->at(q)))
                found.push_back(m.contacts);
            EXPECT_EQ(found, plain_regions(a->at(p), b->at(q), *a, *b));
            regions = std::max(regions, found.size());
            for (const std::size_t n : found) most = std::max(most, n);
        }
    }
    EXPECT_GT(most, 50u);
    EXPECT_GT(regions, 1u);
}

// After a translation by the depth, no pair of the region touches; the exact predicate tests each pair.
TEST(Manifold, MeshDepthSeparatesTheRegionsPairs) {
    base::Random random(83);
    int regions = 0;
    for (int round = 0; round < effort(60, 3000); ++round) {
        const Model a = Model::build(random_body(random)).value(),
                    b = Model::build(random_body(random)).value();
        const Pose p = random_pose(random, 0.8), q = random_pose(random, 0.8);
        const auto found = contact_manifolds(a.at(p), b.at(q), {.points = 3});
        const auto before = contacts(a.at(p), b.at(q)).pairs;
        std::size_t sum = 0;
        for (const ContactManifold& m : found) sum += m.contacts;
        ASSERT_EQ(sum, before.size());
        for (const ContactManifold& m : found) {
            ++regions;
            EXPECT_LE(m.depth_lower, m.depth_upper);
            EXPECT_LE(m.points.size(), 3u);
            if (found.size() > 1) continue;
            const auto after = contacts(a.at(p.translated((m.depth_upper + 1e-9) * m.normal)), b.at(q)).pairs;
            std::vector<Contact> both;
            std::ranges::set_intersection(before, after, std::back_inserter(both));
            EXPECT_TRUE(both.empty()) << both.size() << " of " << before.size();
            if (m.depth_lower > 1e-6) {
                const auto less =
                    contacts(a.at(p.translated(0.999 * m.depth_lower * m.normal)), b.at(q)).pairs;
                std::ranges::set_intersection(before, less, std::back_inserter(both));
                EXPECT_FALSE(both.empty());
            }
        }
    }
    EXPECT_GT(regions, 0);
}

TEST(Manifold, BodyOnAMesh) {
    const Model floor = model_of_box({5, 5, 0.5}, 500);
    const Pose below = Pose::translation({0, 0, -0.5});
    const ConvexBody box = ConvexBody::box({0.7, 0.7, 0.7}).value(), ball = ConvexBody::sphere(1).value();
    for (const double turn : {0.0, 20.0}) {
        const auto found = contact_manifolds(box.at(turned_above(0.69, turn)), floor.at(below));
        ASSERT_EQ(found.size(), 1u);
        EXPECT_NEAR(length(found[0].normal - Vec3{0, 0, 1}), 0, 1e-9);
        EXPECT_NEAR(found[0].depth_upper, 0.01, 1e-9);
        EXPECT_EQ(found[0].points.size(), 4u);
        EXPECT_FALSE(found[0].patches.empty());
        double area = 0;
        for (const auto& patch : found[0].patches) area += area_of(patch, found[0].normal);
        EXPECT_NEAR(area, 1.96, 1e-9);
    }
    const auto touch = contact_manifolds(ball.at(Pose::translation({0.3, 0.1, 0.98})), floor.at(below));
    ASSERT_FALSE(touch.empty());
    double deepest = 0;
    for (const auto& m : touch) deepest = std::max(deepest, m.depth_upper);
    EXPECT_NEAR(deepest, 0.02, 1e-9);
    EXPECT_TRUE(contact_manifolds(ball.at(Pose::translation({0, 0, 1.1})), floor.at(below)).empty());
}

TEST(Manifold, RefusesBadOptions) {
    const ConvexBody cube = ConvexBody::box({1, 1, 1}).value();
    EXPECT_THROW(contact_manifold(cube.at_rest(), cube.at_rest(), {.points = 0}), PreconditionError);
    EXPECT_THROW(contact_manifold(cube.at_rest(), cube.at_rest(), {.margin = -1}), PreconditionError);
    EXPECT_THROW(contact_manifold(cube.at_rest(), cube.at_rest(), {.flush = 1}), PreconditionError);
}

}  // namespace
}  // namespace allide::test
