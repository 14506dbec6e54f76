#include "probe_support.hpp"
#include "support/effort.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

// A ray through the centre of a box's face hits the two triangles of the face on their common edge, then
// those of the opposite face.
TEST(Ray, GoesThroughABox) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const Ray ray{.origin = {1, 1, -3}, .direction = {0, 0, 2}};
    const auto hits = all_hits(box.at_rest(), ray);
    ASSERT_EQ(hits.size(), 4u);
    EXPECT_EQ(hits[0], (Hit{.t = 1.5, .point = {1, 1, 0}, .triangle = 0}));
    EXPECT_EQ(hits[1], (Hit{.t = 1.5, .point = {1, 1, 0}, .triangle = 1}));
    EXPECT_EQ(hits[2], (Hit{.t = 2.5, .point = {1, 1, 2}, .triangle = 2}));
    EXPECT_EQ(hits[3], (Hit{.t = 2.5, .point = {1, 1, 2}, .triangle = 3}));
    EXPECT_EQ(first_hit(box.at_rest(), ray), hits[0]);
    EXPECT_TRUE(any_hit(box.at_rest(), ray));
    EXPECT_EQ(all_hits(box.at_rest(), {.origin = {1, 1, -3}, .direction = {0, 0, 2}, .max_t = 1.5}).size(),
              2u);
    EXPECT_FALSE(first_hit(box.at_rest(), {.origin = {1, 1, -3}, .direction = {0, 0, 2}, .max_t = 1.49}));
    EXPECT_FALSE(any_hit(box.at_rest(), {.origin = {1, 1, -3}, .direction = {0, 0, -2}}));
}

TEST(Ray, InAFaceMeetsItsEdgesFirst) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const auto hit = first_hit(box.at_rest(), Ray{.origin = {-1, 0.5, 2}, .direction = {1, 0, 0}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->t, 1);
    EXPECT_FALSE(
        any_hit(box.at_rest(), Ray{.origin = {-1, 0.5, 2.0000000000000004}, .direction = {1, 0, 0}}));
}

TEST(Ray, MeetsPointsAndSegments) {
    MeshMaker maker;
    maker.add({1, 1, 1}, {1, 1, 1}, {1, 1, 1});
    maker.add({2, 0, 2}, {2, 4, 2}, {2, 1, 2});
    maker.add({3, 3, 3}, {5, 5, 5}, {4, 4, 4});  // a segment on the ray
    const Model model = build(std::move(maker).mesh());
    const auto hits = all_hits(model.at_rest(), Ray{.origin = {0, 0, 0}, .direction = {0.5, 0.5, 0.5}});
    ASSERT_EQ(hits.size(), 3u);
    EXPECT_EQ(hits[0].t, 2);
    EXPECT_EQ(hits[1].t, 4);
    EXPECT_EQ(hits[2].t, 6);
    const auto from_within = first_hit(model.at_rest(), Ray{.origin = {4, 4, 4}, .direction = {1, 1, 1}});
    ASSERT_TRUE(from_within);
    EXPECT_EQ(from_within->t, 0);
}

TEST(Ray, SegmentsIncludeTheirEnds) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    EXPECT_EQ(all_hits(box.at_rest(), Segment{{0.5, 1, -1}, {0.5, 1, 0}}).size(), 1u);
    EXPECT_EQ(all_hits(box.at_rest(), Segment{{0.5, 1, -1}, {0.5, 1, 3}}).size(), 2u);
    EXPECT_FALSE(any_hit(box.at_rest(), Segment{{0.5, 1, -1}, {0.5, 1, -0x1p-60}}));
    EXPECT_TRUE(any_hit(box.at_rest(), Segment{{0.5, 1, 0}, {0.5, 1, 0}}));
    EXPECT_FALSE(any_hit(box.at_rest(), Segment{{0.5, 1, 1}, {0.5, 1, 1}}));
}

TEST(Ray, RefusesInvalidRays) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    EXPECT_THROW(first_hit(box.at_rest(), Ray{.origin = {}, .direction = {}}), PreconditionError);
    EXPECT_THROW(first_hit(box.at_rest(), Ray{.origin = {NAN, 0, 0}, .direction = {1, 0, 0}}),
                 PreconditionError);
    EXPECT_THROW(first_hit(box.at_rest(), Ray{.origin = {}, .direction = {INFINITY, 0, 0}}),
                 PreconditionError);
    EXPECT_THROW(first_hit(box.at_rest(), Ray{.origin = {}, .direction = {1, 0, 0}, .max_t = -1}),
                 PreconditionError);
}

// The number t overflows or is subnormal, but the point is a normal double.
TEST(Ray, PointIsRightWhereTIsNoNormalDouble) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const auto slow = first_hit(box.at_rest(), Ray{.origin = {0.5, 1, -3}, .direction = {0, 0, 0x1p-1074}});
    ASSERT_TRUE(slow);
    EXPECT_EQ(slow->t, INFINITY);
    EXPECT_EQ(slow->point, (Vec3{0.5, 1, 0}));
    const auto slow_hits =
        all_hits(box.at_rest(), Ray{.origin = {0.5, 1, -3}, .direction = {0, 0, 0x1p-1074}});
    ASSERT_EQ(slow_hits.size(), 2u);
    EXPECT_EQ(slow_hits[1].point, (Vec3{0.5, 1, 2}));
    // t is 3·2⁻¹⁰⁷⁴, which has only two significant bits.
    const Model tiny = build(box_mesh({-1, -1, 0x3p-52}, {1, 1, 1}));
    const auto fast = first_hit(tiny.at_rest(), Ray{.origin = {0.25, 0.5, 0}, .direction = {0, 0, 0x1p1022}});
    ASSERT_TRUE(fast);
    EXPECT_EQ(fast->point, (Vec3{0.25, 0.5, 0x3p-52}));
    const auto segment = first_hit(tiny.at_rest(), Segment{{0.25, 0.5, 0}, {0.25, 0.5, 0x1.8p1023}});
    ASSERT_TRUE(segment);
    EXPECT_EQ(segment->point, (Vec3{0.25, 0.5, 0x3p-52}));
    // From one end of the range of doubles to the other, t · direction overflows.
    const double far = 0x1.8p1023;
    const Model wall = build(box_mesh({far, -1, -1}, {0x1.cp1023, 1, 1}));
    const auto across = first_hit(wall.at_rest(), Ray{.origin = {-far, 0.25, 0.5}, .direction = {4, 0, 0}});
    ASSERT_TRUE(across);
    EXPECT_EQ(across->point, (Vec3{far, 0.25, 0.5}));
}

// A ray from inside a closed mesh must hit it, also if it leaves through an edge or a vertex.
TEST(Ray, NeverSlipsThroughACrack) {
    base::Random random(501);
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::icosahedron, GeneratedShape::box, GeneratedShape::torus}) {
        const Mesh mesh =
            generate(shape, {.triangles = shape == GeneratedShape::icosahedron ? 20u : 600u}).value();
        const Model model = build(mesh);
        const bool round = shape != GeneratedShape::torus;
        for (int n = 0; n < 1500; ++n) {
            const Vec3 target = telling_point(random, mesh, {{}, 1});
            const Vec3 inside = round ? random_point(random, 0.2) : Vec3{0.7, 0, 0};
            const Vec3 direction = minus(target, inside);
            ASSERT_TRUE(any_hit(model.at_rest(), Ray{inside, direction})) << name_of(shape) << ' ' << n;
            // A line from outside hits the mesh where it enters and where it leaves.
            const Vec3 start = between(inside, target, -8);
            const auto hits = all_hits(model.at_rest(), Ray{start, direction});
            ASSERT_GE(hits.size(), 2u);
        }
    }
}

void expect_same(const Placed& model, const Ray& ray) {
    const auto hits = all_hits(model, ray, brute);
    const auto first = first_hit(model, ray);
    ASSERT_EQ(all_hits(model, ray), hits);
    ASSERT_EQ(first.has_value(), !hits.empty());
    ASSERT_EQ(any_hit(model, ray), !hits.empty());
    if (!first) return;
    ASSERT_EQ(first->triangle, hits.front().triangle);
    ASSERT_NEAR(first->t, hits.front().t, 1e-13 * hits.front().t);
    ASSERT_EQ(first_hit(model, ray, brute)->triangle, first->triangle);
    for (std::size_t i = 1; i < hits.size(); ++i) {
        ASSERT_LE(hits[i - 1].t, hits[i].t);
        if (hits[i - 1].t == hits[i].t) {
            ASSERT_NE(hits[i - 1].triangle, hits[i].triangle);
        }
    }
}

TEST(Ray, AgreesWithTheBruteForce) {
    base::Random random(502);
    for (const auto& [name, mesh] : probe_meshes(random)) {
        const Extent extent = extent_of(mesh);
        for (const Volume volume : some_volumes()) {
            SCOPED_TRACE(name + ' ' + std::string(name_of(volume)));
            const Model model = build(mesh, volume);
            const int all = volume == Volume::automatic ? 150 : 25, rounds = effort(all);
            for (int n = 0; n < rounds; ++n) {
                const Pose pose = any_pose(random, n, extent.size);
                const Vec3 target = mapped(pose, telling_point(random, mesh, extent));
                Vec3 origin = mapped(pose, n % 3 == 0 ? telling_point(random, mesh, extent)
                                                      : about(extent.center, random, 3 * extent.size));
                if (n % 7 == 0) origin = about(origin, random, 1e6 * extent.size);
                Vec3 direction = minus(target, origin);
                if (n % 11 == 0) direction = {0, 0, n % 2 == 0 ? 1e-9 : -1e9};
                if (direction == Vec3{}) direction = {1, 2, 3};
                const double max_t = n % 5 == 0 ? random.between(0, 2) : INFINITY;
                expect_same(model.at(pose), {origin, direction, max_t});
                if (HasFatalFailure()) return;
            }
        }
    }
}

// A deep tree, whose smallest boxes are thousands of times smaller than the body.
TEST(Ray, AgreesWithTheBruteForceOnManyTriangles) {
    base::Random random(504);
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 20'000, .seed = 2}).value();
    const Model model = build(mesh);
    for (int n = 0; n < effort(150, 5000); ++n) {
        const Pose pose = any_pose(random, n, 1);
        const Vec3 target = mapped(pose, telling_point(random, mesh, {{}, 1}));
        const Vec3 origin =
            mapped(pose, n % 2 == 0 ? telling_point(random, mesh, {{}, 1}) : random_point(random, 3));
        if (target == origin) continue;
        expect_same(model.at(pose), {origin, minus(target, origin)});
        if (HasFatalFailure()) return;
    }
}

TEST(Ray, BatchesAnswerInOrder) {
    base::Random random(503);
    const Model model = build(generate(GeneratedShape::noisy_torus, {.triangles = 2000}).value());
    std::vector<Ray> rays;
    for (int n = 0; n < 700; ++n) rays.push_back({random_point(random, 2), random_point(random, 1)});
    for (const unsigned threads : {1u, 2u, 7u}) {
        const auto first = first_hits(model.at_rest(), rays, {.threads = threads});
        const auto all = all_hits(model.at_rest(), rays, {.threads = threads});
        const auto any = any_hits(model.at_rest(), rays, {.threads = threads});
        for (std::size_t i = 0; i < rays.size(); ++i) {
            ASSERT_EQ(first[i], first_hit(model.at_rest(), rays[i]));
            ASSERT_EQ(all[i], all_hits(model.at_rest(), rays[i]));
            ASSERT_EQ(any[i], first[i].has_value());
        }
    }
}

TEST(Ray, ManySegmentsAtOnce) {
    base::Random random(66);
    const Model model =
        Model::build(generate(GeneratedShape::noisy_torus, {.triangles = 900}).value()).value();
    std::vector<Segment> segments;
    for (int i = 0; i < 300; ++i)
        segments.push_back({test::random_point(random, 1.5), test::random_point(random, 1.5)});
    const auto first = first_hits(model.at_rest(), segments);
    const auto all = all_hits(model.at_rest(), segments);
    const auto any = any_hits(model.at_rest(), segments);
    ASSERT_EQ(first.size(), segments.size());
    std::size_t hit = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        EXPECT_EQ(first[i], first_hit(model.at_rest(), segments[i], {.search = Search::brute_force}));
        EXPECT_EQ(all[i], all_hits(model.at_rest(), segments[i], {.search = Search::brute_force}));
        EXPECT_EQ(any[i], !all[i].empty());
        hit += any[i] ? 1 : 0;
    }
    EXPECT_GT(hit, 50u);
}

}  // namespace
}  // namespace allide::test
