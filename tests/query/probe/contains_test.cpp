#include "probe_support.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

TEST(Contains, PointsOfABox) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    EXPECT_EQ(contains(box.at_rest(), {1, 1, 1}), PointLocation::inside);
    EXPECT_EQ(contains(box.at_rest(), {1, 1, 3}), PointLocation::outside);
    EXPECT_EQ(contains(box.at_rest(), {1, 1, 2}), PointLocation::boundary);
    EXPECT_EQ(contains(box.at_rest(), {2, 2, 2}), PointLocation::boundary);
    EXPECT_EQ(contains(box.at_rest(), {0, 0, 1}), PointLocation::boundary);
    EXPECT_EQ(contains(box.at_rest(), {1, 1, 0x1p-1074}), PointLocation::inside);
    EXPECT_EQ(contains(box.at_rest(), {1, 1, -0x1p-1074}), PointLocation::outside);
    EXPECT_EQ(contains(box.at_rest(), {3, 2, 2}),
              PointLocation::outside);  // in the planes of two faces and on the line of an edge
    EXPECT_EQ(contains(box.at_rest(), {1e300, 1, 1}), PointLocation::outside);
    EXPECT_THROW(contains(box.at_rest(), Vec3{NAN, 0, 0}), PreconditionError);
}

TEST(Contains, OpenMeshesHaveNoInside) {
    Mesh closed = box_mesh({0, 0, 0}, {2, 2, 2});
    MeshData data{.vertices = {closed.vertices().begin(), closed.vertices().end()},
                  .triangles = {closed.triangles().begin() + 1, closed.triangles().end()}};
    const Model open = build(Mesh::from(data).value());
    EXPECT_EQ(contains(open.at_rest(), {1, 1, 1}), PointLocation::open);
    const Model empty;
    EXPECT_EQ(contains(empty.at_rest(), {1, 1, 1}), PointLocation::open);
    const Model small = build(box_mesh({0.5, 0.5, 0.5}, {1, 1, 1}));
    EXPECT_EQ(contains(open.at_rest(), small.at_rest()), Containment::open);
    EXPECT_EQ(contains(small.at_rest(), open.at_rest()), Containment::outside);
    EXPECT_EQ(overlap_solid(open.at_rest(), small.at_rest()), SolidOverlap::open);
    const Model large = build(box_mesh({-1, -1, -1}, {3, 3, 3}));
    EXPECT_EQ(overlap_solid(open.at_rest(), large.at_rest()), SolidOverlap::yes);
    EXPECT_EQ(contains(large.at_rest(), open.at_rest()), Containment::inside);
}

// A box inside a box: by the odd rule it bounds a cavity; by the winding rule it is filled if both boxes have
// the same orientation.
TEST(Contains, NestedShells) {
    const auto nested = [](bool inward) {
        MeshMaker maker;
        add_box(maker, {0, 0, 0}, {8, 8, 8});
        add_box(maker, {2, 2, 2}, {6, 6, 6}, inward);
        return build(std::move(maker).mesh());
    };
    const Vec3 middle{4, 4, 4}, wall{1, 4, 4};
    for (const bool inward : {false, true}) {
        const Model model = nested(inward);
        EXPECT_EQ(contains(model.at_rest(), wall), PointLocation::inside);
        EXPECT_EQ(contains(model.at_rest(), middle), PointLocation::outside);
        EXPECT_EQ(contains(model.at_rest(), wall, {.rule = InsideRule::winding}), PointLocation::inside);
        EXPECT_EQ(contains(model.at_rest(), middle, {.rule = InsideRule::winding}),
                  inward ? PointLocation::outside : PointLocation::inside);
        EXPECT_NEAR(winding_number(model.at_rest(), middle), inward ? 0 : 2, 1e-12);
        EXPECT_NEAR(winding_number(model.at_rest(), wall), 1, 1e-12);
        EXPECT_NEAR(winding_number(model.at_rest(), {9, 9, 9}), 0, 1e-12);
    }
    // A part in the cavity touches nothing and is outside of the solid; a part in its wall is inside.
    const Model hollow = nested(true);
    const Model loose = build(box_mesh({3, 3, 3}, {5, 5, 5})),
                embedded = build(box_mesh({0.5, 3, 3}, {1.5, 5, 5}));
    EXPECT_EQ(contains(hollow.at_rest(), loose.at_rest()), Containment::outside);
    EXPECT_EQ(contains(hollow.at_rest(), embedded.at_rest()), Containment::inside);
    EXPECT_EQ(overlap_solid(hollow.at_rest(), loose.at_rest()), SolidOverlap::no);
    EXPECT_EQ(overlap_solid(embedded.at_rest(), hollow.at_rest()), SolidOverlap::yes);
    // A part around the cavity has its surface in the wall, but fills the cavity too: partly inside.
    const Model around = build(box_mesh({1.5, 1.5, 1.5}, {7, 7, 7}));
    EXPECT_EQ(contains(hollow.at_rest(), around.at_rest()), Containment::partly);
    EXPECT_EQ(overlap_solid(hollow.at_rest(), around.at_rest()), SolidOverlap::yes);
}

// The winding number has no unit: it is the same for cubes of every representable size.
TEST(Contains, WindingNumberDoesNotDependOnTheScale) {
    const Pose turned = Pose::rotation({1, 2, 3}, degrees(40));
    for (const double size :
         {1e-320, 1e-300, 1e-160, 1e-108, 1e-60, 1.0, 1e60, 1e103, 1e155, 1e300, 1.5e308}) {
        const Model cube = build(box_mesh({-size, -size, -size}, {size, size, size}));
        for (const Pose& pose : {Pose::identity(), turned}) {
            const double x = size / 4;
            EXPECT_NEAR(winding_number(cube.at(pose), {x, x / 2, -x}), 1, 1e-13) << size;
            if (size < 1e308) {
                EXPECT_NEAR(winding_number(cube.at(pose), {0, 4 * size, size}), 0, 1e-13) << size;
            }
        }
        const Model aside = build(box_mesh({0, 0, 0}, {size, size, size}));
        const Pose shifted = Pose::translation({size / 8, 0, -size / 8});
        EXPECT_NEAR(winding_number(aside.at(shifted), {size / 2, size / 2, size / 2}), 1, 1e-13) << size;
    }
}

TEST(Contains, EveryShellOfAPartCounts) {
    MeshMaker maker;
    add_box(maker, {10, 0, 0}, {11, 1, 1});
    add_box(maker, {3, 3, 3}, {4, 4, 4});
    const Model two = build(std::move(maker).mesh()), box = build(box_mesh({0, 0, 0}, {8, 8, 8}));
    EXPECT_EQ(contains(box.at_rest(), two.at_rest()), Containment::partly);
    EXPECT_EQ(overlap_solid(two.at_rest(), box.at_rest()), SolidOverlap::yes);
    EXPECT_EQ(contains(box.at_rest(), two.at(Pose::translation({-3, 1, 1}))), Containment::touching);
    EXPECT_EQ(contains(box.at_rest(), two.at(Pose::translation({20, 1, 1}))), Containment::outside);
    EXPECT_EQ(overlap_solid(two.at(Pose::translation({20, 1, 1})), box.at_rest()), SolidOverlap::no);
    const Pose exactly_at_the_face = Pose::translation({-2, 0, 0});
    EXPECT_EQ(overlap_solid(two.at(exactly_at_the_face), box.at_rest()), SolidOverlap::yes);
}

// Two boxes with one common edge: it belongs to four triangles, an even number, so the mesh is closed.
TEST(Contains, EvenEdgesAreClosed) {
    MeshMaker maker;
    add_box(maker, {0, 0, 0}, {1, 1, 1});
    add_box(maker, {1, 1, 0}, {2, 2, 1});
    const Model model = build(std::move(maker).mesh());
    EXPECT_EQ(contains(model.at_rest(), {0.5, 0.5, 0.5}), PointLocation::inside);
    EXPECT_EQ(contains(model.at_rest(), {1.5, 1.5, 0.5}), PointLocation::inside);
    EXPECT_EQ(contains(model.at_rest(), {1.5, 0.5, 0.5}), PointLocation::outside);
    EXPECT_EQ(contains(model.at_rest(), {1, 1, 0.5}), PointLocation::boundary);
}

// Lattice points in and around a box: half-lines from them pass along faces and through edges and vertices.
TEST(Contains, LatticePointsOfABoxOfManyTriangles) {
    const Mesh mesh = generate(GeneratedShape::box, {.triangles = 300}).value();
    const Box bounds = inspect(mesh).front().bounds.value();
    base::Random random(801);
    for (int round = 0; round < 10; ++round) {
        const Model model = build(mesh, round % 2 == 0 ? Volume::automatic : Volume::kdop14);
        for (int i = -9; i <= 9; ++i)
            for (int j = -9; j <= 9; ++j)
                for (int k = -9; k <= 9; ++k) {
                    if ((i + j + k + round) % 10 != 0) continue;
                    const Vec3 p{i / 8.0, j / 8.0, k / 8.0};
                    const bool within = p.x >= bounds.lo.x && p.x <= bounds.hi.x && p.y >= bounds.lo.y &&
                                        p.y <= bounds.hi.y && p.z >= bounds.lo.z && p.z <= bounds.hi.z;
                    const bool strictly = p.x > bounds.lo.x && p.x < bounds.hi.x && p.y > bounds.lo.y &&
                                          p.y < bounds.hi.y && p.z > bounds.lo.z && p.z < bounds.hi.z;
                    ASSERT_EQ(contains(model.at_rest(), p), strictly ? PointLocation::inside
                                                            : within ? PointLocation::boundary
                                                                     : PointLocation::outside)
                        << p.x << ' ' << p.y << ' ' << p.z;
                }
    }
}

TEST(Contains, AgreesWithTheBruteForceAndTheWindingNumber) {
    base::Random random(802);
    const std::vector<Mesh> meshes{
        generate(GeneratedShape::sphere, {.triangles = 500}).value(),
        generate(GeneratedShape::noisy_torus, {.triangles = 900, .seed = 3}).value(),
        generate(GeneratedShape::icosahedron).value(),
        moved(generate(GeneratedShape::torus, {.triangles = 600}).value(), 1e-7, {}),
        moved(generate(GeneratedShape::torus, {.triangles = 600}).value(), 1, {1e4, 1e4, -1e4})};
    int inside = 0;
    for (const Mesh& mesh : meshes) {
        const Extent extent = extent_of(mesh);
        for (const Volume volume : some_volumes()) {
            const Model model = build(mesh, volume);
            for (int n = 0; n < 40; ++n) {
                const Pose pose = any_pose(random, n, extent.size);
                const Vec3 local = telling_point(random, mesh, extent), point = mapped(pose, local);
                const PointLocation where = contains(model.at(pose), point);
                ASSERT_NE(where, PointLocation::open);
                ASSERT_EQ(where, contains(model.at(pose), point, {.search = Search::brute_force}));
                ASSERT_EQ(where, contains(model.at(pose), point, {.rule = InsideRule::winding}));
                inside += where == PointLocation::inside ? 1 : 0;
                ASSERT_EQ(where == PointLocation::boundary,
                          nearest(model.at(pose), point).value().distance == 0);
                if (nearest(model.at(pose), point)->distance < 1e-6 * extent.size) continue;
                ASSERT_NEAR(std::abs(winding_number(model.at(pose), point)),
                            where == PointLocation::inside ? 1 : 0, 1e-9);
            }
        }
    }
    EXPECT_GT(inside, 50);
}

TEST(Contains, ABallInABallAtAnyPose) {
    base::Random random(803);
    const Model large = build(generate(GeneratedShape::sphere, {.triangles = 500}).value());
    const Model small =
        build(moved(generate(GeneratedShape::sphere, {.triangles = 200}).value(), 0.25, {}), Volume::obb);
    for (int n = 0; n < 200; ++n) {
        const Pose pose = any_pose(random, n, 1);
        auto rows = pose.matrix();
        const double distance = random.between(0, 2);
        rows[3] += distance;
        const Pose aside = Pose::from_matrix(rows).value();
        const Containment answer = contains(large.at(pose), small.at(aside));
        if (distance < 0.7) {
            ASSERT_EQ(answer, Containment::inside);
        }
        if (distance > 1.26) {
            ASSERT_EQ(answer, Containment::outside);
        }
        const bool touch = collides(large.at(pose), small.at(aside));
        ASSERT_EQ(touch, answer == Containment::touching);
        ASSERT_EQ(overlap_solid(small.at(aside), large.at(pose)),
                  answer == Containment::outside ? SolidOverlap::no : SolidOverlap::yes);
    }
}

TEST(Contains, BatchesAnswerInOrder) {
    base::Random random(804);
    const Model model = build(generate(GeneratedShape::torus, {.triangles = 1000}).value());
    std::vector<Vec3> points;
    for (int n = 0; n < 400; ++n) points.push_back(random_point(random, 1));
    const auto answers = contains_many(model.at_rest(), points, InsideRule::odd, {.threads = 2});
    for (std::size_t i = 0; i < points.size(); ++i)
        ASSERT_EQ(answers[i], contains(model.at_rest(), points[i]));
}

}  // namespace
}  // namespace allide::test
