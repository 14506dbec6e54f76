#include "query/shape/shape_support.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace allide {
namespace {

using test::one_of_each;
using test::RandomPoses;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool contains_parts(const Shape& shape) {
    return shape.is_solid() && (shape.kind() == ShapeKind::mesh || shape.kind() == ShapeKind::height_field);
}

bool is_curved(const std::string& name) {
    return name == "cylinder" || name == "cone" || name == "ellipsoid";
}

// All pairs of kinds at random poses have the same verdict and distance as by brute force, in both orders.
TEST(Shapes, every_pair_agrees_with_its_elements) {
    const auto shapes = one_of_each();
    RandomPoses random(1);
    std::array<int, 2> seen{};
    for (const auto& a : shapes)
        for (const auto& b : shapes)
            for (int round = 0; round < 3; ++round) {
                SCOPED_TRACE(a.name + " and " + b.name + ", round " + std::to_string(round));
                const Pose pose_a = random.next(0.7), pose_b = random.next(0.7);
                const PlacedShape x = a.shape.at(pose_a), y = b.shape.at(pose_b);
                const test::TwinAnswer twin = test::twin_answer(a.shape, pose_a, b.shape, pose_b);
                const BodyVerdict verdict = collides(x, y);
                const ShapeDistance gap = distance(x, y);
                ++seen[verdict == BodyVerdict::yes ? 1 : 0];
                EXPECT_EQ(collides(y, x), verdict);
                EXPECT_LE(gap.lower, gap.value);
                EXPECT_LE(gap.value, gap.upper);
                if (twin.verdict == BodyVerdict::yes ||
                    (!contains_parts(a.shape) && !contains_parts(b.shape))) {
                    EXPECT_EQ(verdict, twin.verdict);
                    EXPECT_LE(gap.lower, twin.upper * (1 + 1e-11) + 1e-11);
                    EXPECT_GE(gap.upper, twin.lower * (1 - 1e-11) - 1e-11);
                }
                if (!is_curved(a.name) && !is_curved(b.name)) {
                    EXPECT_EQ(gap.upper == 0, verdict == BodyVerdict::yes);
                    EXPECT_LE(gap.upper - gap.lower, 1e-11 * gap.upper);
                }
                const ShapeDistance back = distance(y, x);
                EXPECT_NEAR(back.value, gap.value, 1e-11 * (1 + gap.value));
                const auto listed = contacts(x, y);
                EXPECT_EQ(!listed.empty(), verdict == BodyVerdict::yes);
                EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end()));
                if (!contains_parts(a.shape) && !contains_parts(b.shape)) {
                    EXPECT_EQ(listed.size(), twin.contacts);
                }
                const FirstShapeContact first = first_contact(x, y);
                EXPECT_EQ(first.verdict, verdict);
                EXPECT_EQ(first.contact.has_value(), verdict != BodyVerdict::no);
            }
    EXPECT_GT(seen[0], 50);
    EXPECT_GT(seen[1], 50);
}

// Shapes are within a clearance if and only if their distance is at most that.
TEST(Shapes, clearance_agrees_with_the_distance) {
    const auto shapes = one_of_each();
    RandomPoses random(2);
    int decided = 0;
    for (const auto& a : shapes)
        for (const auto& b : shapes) {
            SCOPED_TRACE(a.name + " and " + b.name);
            const Pose pose_a = random.next(1.5), pose_b = random.next(1.5);
            const PlacedShape x = a.shape.at(pose_a), y = b.shape.at(pose_b);
            const ShapeDistance gap = distance(x, y);
            if (gap.upper == 0 || gap.upper == infinity) continue;
            ++decided;
            EXPECT_EQ(collides(x, y, {.clearance = gap.upper * 1.001}), BodyVerdict::yes);
            EXPECT_EQ(collides(x, y, {.clearance = gap.lower * 0.999}), BodyVerdict::no);
            EXPECT_FALSE(contacts(x, y, {.clearance = gap.upper * 1.001}).empty());
            EXPECT_TRUE(contacts(x, y, {.clearance = gap.lower * 0.999}).empty());
        }
    EXPECT_GT(decided, 50);
}

// Translating both shapes by powers of two is exact, so it does not change the answers.
TEST(Shapes, exact_shifts_change_nothing) {
    const auto shapes = one_of_each();
    const Vec3 shift{4, -2, 8};
    RandomPoses random(3);
    for (const auto& a : shapes)
        for (const auto& b : shapes) {
            SCOPED_TRACE(a.name + " and " + b.name);
            const auto eighths = [&] { return std::round(random.between(-8, 8)) / 8; };
            const Pose pose = Pose::translation({eighths(), eighths(), eighths()});
            const BodyVerdict verdict = collides(a.shape.at(pose), b.shape.at_rest());
            EXPECT_EQ(collides(a.shape.at(pose.translated(shift)), b.shape.at(Pose::translation(shift))),
                      verdict);
        }
}

// A cache changes no answer, whatever it was used for before.
TEST(Shapes, caches_change_nothing) {
    const auto shapes = one_of_each();
    RandomPoses random(4);
    QueryCache shared;
    for (const auto& a : shapes)
        for (const auto& b : shapes) {
            SCOPED_TRACE(a.name + " and " + b.name);
            QueryCache own;
            Pose pose = random.next(1);
            for (int step = 0; step < 3; ++step) {
                pose = pose.translated({0.05, -0.02, 0.03});
                const PlacedShape x = a.shape.at(pose), y = b.shape.at_rest();
                const BodyVerdict verdict = collides(x, y);
                EXPECT_EQ(collides(x, y, own), verdict);
                EXPECT_EQ(collides(x, y, shared), verdict);
                EXPECT_NEAR(distance(x, y, own).value, distance(x, y).value, 1e-11);
            }
        }
}

TEST(Shapes, solids_contain_and_surfaces_do_not) {
    const Model cube = Model::build(test::cube_mesh(1)).value();
    const Shape surface = cube, solid = Shape::solid(cube).value();
    const Model small_cube = Model::build(test::cube_mesh(0.125)).value();
    const std::vector<Shape> inner{ConvexBody::sphere(0.25).value(), ConvexBody::cone(0.25, 0.25).value(),
                                   small_cube, Shape::points(std::vector<Vec3>{{0, 0, 0}}, 0.125).value(),
                                   Shape::cells(std::vector<Box>{{{0, 0, 0}, {0.25, 0.25, 0.25}}}).value()};
    for (const Shape& shape : inner) {
        SCOPED_TRACE(name_of(shape.kind()));
        const PlacedShape x = shape.at(Pose::translation({0.125, 0, 0}));
        EXPECT_EQ(collides(surface.at_rest(), x), BodyVerdict::no);
        EXPECT_GT(distance(surface.at_rest(), x).lower, 0);
        EXPECT_EQ(collides(solid.at_rest(), x), BodyVerdict::yes);
        EXPECT_EQ(distance(x, solid.at_rest()).upper, 0);
        const auto pairs = contacts(x, solid.at_rest()).pairs;
        ASSERT_EQ(pairs.size(), shape.size());
        EXPECT_EQ(pairs[0], (ShapeContact{0, ShapeContact::inside}));
        EXPECT_EQ(first_contact(solid.at_rest(), x).contact->element_a, ShapeContact::inside);
    }
}

// Balls of radius 1/2 whose centres are 1 apart touch; one unit in the last place farther they do not.
TEST(Shapes, balls_of_clouds_are_exact) {
    const Shape cloud = Shape::points(std::vector<Vec3>{{0, 0, 0}}, 0.5).value();
    const double beyond = std::nextafter(1.0, 2.0);
    EXPECT_EQ(collides(cloud.at_rest(), cloud.at(Pose::translation({1, 0, 0}))), BodyVerdict::yes);
    EXPECT_EQ(collides(cloud.at_rest(), cloud.at(Pose::translation({beyond, 0, 0}))), BodyVerdict::no);
    EXPECT_EQ(distance(cloud.at_rest(), cloud.at(Pose::translation({1, 0, 0}))).upper, 0);
    const ShapeDistance gap = distance(cloud.at_rest(), cloud.at(Pose::translation({beyond, 0, 0})));
    EXPECT_LE(gap.lower, 0x1p-52);
    EXPECT_GE(gap.upper, 0x1p-52);
    EXPECT_GT(gap.lower, 0x1p-53);
    const Shape ball = ConvexBody::sphere(0.5).value();
    EXPECT_EQ(collides(ball.at_rest(), cloud.at(Pose::translation({beyond, 0, 0}))), BodyVerdict::no);
}

TEST(Shapes, clearance_of_meshes_is_exact) {
    const Model cube = Model::build(test::cube_mesh(0.5)).value();
    const Shape shape = cube;
    const PlacedShape above = shape.at(Pose::translation({0, 0, 1.25}));
    EXPECT_EQ(collides(shape.at_rest(), above, {.clearance = 0.25}), BodyVerdict::yes);
    EXPECT_EQ(collides(shape.at_rest(), above, {.clearance = std::nextafter(0.25, 0.0)}), BodyVerdict::no);
    const Shape box = ConvexBody::box({0.5, 0.5, 0.5}).value();
    EXPECT_EQ(collides(box.at_rest(), above, {.clearance = 0.25}), BodyVerdict::yes);
    EXPECT_EQ(collides(box.at_rest(), above, {.clearance = std::nextafter(0.25, 0.0)}), BodyVerdict::no);
}

// Two unit cubes interpenetrate by 1/4 along z.
TEST(Shapes, negative_clearance_allows_penetration) {
    const Model cube = Model::build(test::cube_mesh(0.5)).value();
    const Pose above = Pose::translation({0.125, 0.0625, 0.75});
    const Shape box = ConvexBody::box({0.5, 0.5, 0.5}).value(), mesh = cube,
                solid = Shape::solid(cube).value();
    const Shape cells = Shape::cells(std::vector<Box>{{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}}}).value();
    const Shape floor = ConvexBody::half_space({{0, 0, 1}, 0.5}).value();
    for (const Shape* b : {&box, &cells, &floor})
        for (const Shape* a : {&box, &cells}) {
            SCOPED_TRACE(std::string(name_of(a->kind())) + " and " + std::string(name_of(b->kind())));
            EXPECT_EQ(collides(a->at(above), b->at_rest(), {.clearance = -0.2}), BodyVerdict::yes);
            EXPECT_EQ(collides(a->at(above), b->at_rest(), {.clearance = -0.3}), BodyVerdict::no);
            EXPECT_EQ(collides(b->at_rest(), a->at(above), {.clearance = -0.3}), BodyVerdict::no);
        }
    EXPECT_EQ(collides(mesh.at(above), mesh.at_rest(), {.clearance = -0.2}), BodyVerdict::yes);
    EXPECT_EQ(collides(solid.at(above), mesh.at_rest(), {.clearance = -0.3}), BodyVerdict::no);
    const Shape sheet = Shape::height_field({.columns = 2, .rows = 2, .heights = {0, 0, 0, 0}}).value();
    EXPECT_THROW((void)collides(sheet.at_rest(), mesh.at_rest(), {.clearance = -0.1}), PreconditionError);
    EXPECT_THROW((void)contacts(box.at_rest(), box.at_rest(), {.clearance = -0.1}), PreconditionError);
    EXPECT_THROW((void)collides(box.at_rest(), box.at_rest(), {.clearance = infinity}), PreconditionError);
}

TEST(Shapes, planes_and_half_spaces) {
    const Shape ball = ConvexBody::sphere(1).value(), plane = Shape::plane({{0, 0, 2}, 2}).value(),
                below = ConvexBody::half_space({{0, 0, 1}, 1}).value();
    const auto at = [](double z) { return Pose::translation({0, 0, z}); };
    EXPECT_EQ(collides(ball.at(at(2)), plane.at_rest()), BodyVerdict::yes);  // touches from above
    EXPECT_EQ(collides(ball.at(at(0)), plane.at_rest()), BodyVerdict::yes);  // and from below
    EXPECT_EQ(collides(ball.at(at(-1)), plane.at_rest()), BodyVerdict::no);
    EXPECT_EQ(collides(ball.at(at(-1)), below.at_rest()), BodyVerdict::yes);
    EXPECT_EQ(distance(ball.at(at(-1)), plane.at_rest()).value, 1);
    EXPECT_EQ(distance(ball.at(at(5)), below.at_rest()).value, 3);
    EXPECT_EQ(collides(plane.at(at(0.5)), plane.at_rest()), BodyVerdict::no);
    EXPECT_EQ(distance(plane.at(at(0.5)), plane.at_rest()).value, 0.5);
    EXPECT_EQ(collides(plane.at(at(0.5)), below.at_rest()), BodyVerdict::no);
    EXPECT_EQ(collides(plane.at(at(-0.5)), below.at_rest()), BodyVerdict::yes);
    EXPECT_EQ(collides(plane.at(Pose::rotation({1, 0, 0}, degrees(1))), plane.at(at(9))), BodyVerdict::yes);
    // The depth is 1, whatever the sign of the plane's normal.
    for (const Shape& either : {plane, Shape::plane({{0, 0, -2}, -2}).value()})
        for (const auto& [allowed, verdict] : {std::pair(-2.0, BodyVerdict::no), {-0.5, BodyVerdict::yes}}) {
            EXPECT_EQ(collides(either.at(at(-1)), below.at_rest(), {.clearance = allowed}), verdict);
            EXPECT_EQ(collides(below.at_rest(), either.at(at(-1)), {.clearance = allowed}), verdict);
        }
}

TEST(Shapes, triangles_of_a_height_field) {
    HeightField field{
        .columns = 3, .rows = 2, .heights = {0, 1, 2, 3, 4, 5}, .spacing_x = 0.5, .spacing_y = 2};
    const Shape open = Shape::height_field(field).value();
    ASSERT_EQ(open.size(), 4u);
    const auto corners = open.model().mesh().corners(2);
    EXPECT_EQ(corners[0], (Vec3{0.5, 0, 1}));
    EXPECT_EQ(corners[1], (Vec3{1, 0, 2}));
    EXPECT_EQ(corners[2], (Vec3{1, 2, 5}));
    EXPECT_FALSE(Shape::solid(field).has_value());
    field.floor = -1;
    const Shape solid = Shape::solid(field).value();
    EXPECT_TRUE(solid.is_solid());
    EXPECT_TRUE(Shape::solid(solid.model()).has_value());  // closed
    const Shape speck = Shape::points(std::vector<Vec3>{{0.5, 1, 0}}, 0).value();
    EXPECT_EQ(collides(solid.at_rest(), speck.at_rest()), BodyVerdict::yes);
    EXPECT_EQ(collides(open.at_rest(), speck.at_rest()), BodyVerdict::no);
}

TEST(Shapes, bad_input_is_refused_by_name) {
    const auto text = [](const auto& result) {
        return result.has_value() ? std::string("accepted") : result.error().text();
    };
    const HeightField field{.columns = 2, .rows = 2, .heights = {0, 0, 0}};
    EXPECT_NE(text(Shape::height_field(field)).find("needs 4 heights, found 3"), std::string::npos);
    HeightField low{.columns = 2, .rows = 2, .heights = {0, 0, 0, 0}, .floor = 0};
    EXPECT_NE(text(Shape::height_field(low)).find("floor must be below"), std::string::npos);
    low.floor = -1;
    low.heights[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(text(Shape::height_field(low)).find("not finite"), std::string::npos);
    EXPECT_NE(text(Shape::points({}, 1)).find("needs a point"), std::string::npos);
    EXPECT_NE(text(Shape::points(std::vector<Vec3>{{}}, -1)).find("radius"), std::string::npos);
    EXPECT_NE(text(Shape::points(std::vector<Vec3>{{infinity, 0, 0}}, 1)).find("not finite"),
              std::string::npos);
    EXPECT_NE(text(Shape::cells(std::vector<Box>{Box::empty()})).find("cell 0"), std::string::npos);
    EXPECT_NE(text(Shape::compound({})).find("needs a part"), std::string::npos);
    const ConvexBody half = ConvexBody::half_space({{0, 0, 1}, 0}).value();
    EXPECT_NE(text(Shape::compound(std::vector<CompoundPart>{{half}})).find("half-space"), std::string::npos);
    EXPECT_NE(text(Shape::plane({{}, 0})).find("plane"), std::string::npos);
    const Model sheet =
        Model::build(
            Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}}).value())
            .value();
    EXPECT_NE(text(Shape::solid(sheet)).find("closed"), std::string::npos);
}

TEST(Shapes, a_limit_cuts_the_list) {
    const Shape cloud = Shape::points(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, 0.5).value();
    const Shape box = ConvexBody::box({5, 5, 5}).value();
    const ShapeContacts two = contacts(box.at_rest(), cloud.at_rest(), {.limit = 2});
    EXPECT_EQ(two.size(), 2u);
    EXPECT_FALSE(two.complete);
    EXPECT_TRUE(contacts(box.at_rest(), cloud.at_rest(), {.limit = 3}).complete);
}

TEST(Shapes, boxes_contain_the_shapes) {
    RandomPoses random(5);
    for (const auto& [name, shape] : one_of_each()) {
        SCOPED_TRACE(name);
        const Pose pose = random.next(3);
        const Box box = bounding_box(shape.at(pose));
        if (shape.kind() == ShapeKind::plane || shape.kind() == ShapeKind::half_space) {
            EXPECT_EQ(box.lo.x, -infinity);
            continue;
        }
        const Shape whole = ConvexBody::box(0.5 * box.size()).value();
        const Pose center = Pose::translation(box.center());
        EXPECT_EQ(collides(shape.at(pose), whole.at(center)), BodyVerdict::yes);
        // The box is tight: a copy of it placed next to it does not touch the shape.
        EXPECT_EQ(collides(shape.at(pose), whole.at(center.translated({box.size().x * 1.01 + 1e-3, 0, 0}))),
                  BodyVerdict::no);
    }
}

// ---- Rays ----

TEST(ShapeRays, hand_cases) {
    const auto first = [](const Shape& shape, const Vec3& origin, const Vec3& direction) {
        return first_hit(shape.at_rest(), Ray{origin, direction});
    };
    const Shape ball = ConvexBody::sphere(1).value();
    auto hit = first(ball, {-3, 0, 0}, {2, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->t, 1, 1e-12);
    EXPECT_NEAR(hit->normal.x, -1, 1e-9);
    EXPECT_TRUE(first(ball, {-3, 1, 0}, {1, 0, 0}));  // grazes
    EXPECT_FALSE(first(ball, {-3, std::nextafter(1.0, 2.0), 0}, {1, 0, 0}));
    EXPECT_FALSE(first(ball, {-3, 0, 0}, {-1, 0, 0}));
    hit = first(ball, {0.5, 0, 0}, {1, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->t, 0);
    EXPECT_EQ(hit->normal, (Vec3{-1, 0, 0}));
    EXPECT_FALSE(first_hit(ball.at_rest(), Ray{{-3, 0, 0}, {1, 0, 0}, 1.5}));

    const Shape cone = ConvexBody::cone(1, 1).value();
    hit = first(cone, {0.25, 0, 5}, {0, 0, -1});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->point.z, 0.5, 1e-11);
    EXPECT_NEAR(hit->normal.x, 2 / std::sqrt(5.0), 1e-6);
    const Shape ground = Shape::plane({{0, 0, 1}, 0.5}).value(),
                half = ConvexBody::half_space({{0, 0, 1}, 0.5}).value();
    for (const Shape* flat : {&ground, &half}) {
        hit = first(*flat, {1, 2, 4.5}, {0, 0, -2});
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->t, 2);
        EXPECT_EQ(hit->normal, (Vec3{0, 0, 1}));
        EXPECT_FALSE(first(*flat, {1, 2, 4.5}, {0, 1, 0}));
    }
    EXPECT_TRUE(first(ground, {0, 0, -3}, {0, 0, 1}));
    EXPECT_EQ(first(half, {0, 0, -3}, {0, 0, 1})->t, 0);

    const Shape field = Shape::height_field({.columns = 2, .rows = 2, .heights = {0, 0, 1, 1}}).value();
    hit = first(field, {0.5, 0.25, 3}, {0, 0, -1});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->element, 0u);
    EXPECT_NEAR(hit->t, 2.75, 1e-12);
    EXPECT_NEAR(hit->barycentrics[0], 0.5, 1e-12);
    EXPECT_NEAR(hit->barycentrics[1], 0.25, 1e-12);
    EXPECT_NEAR(hit->normal.z, std::sqrt(0.5), 1e-12);
    const Shape solid = Shape::solid(Model::build(test::cube_mesh(1)).value()).value();
    EXPECT_EQ(first(solid, {0, 0, 0.25}, {1, 0, 0})->element, ShapeContact::inside);
    EXPECT_THROW((void)first(ball, {}, {}), PreconditionError);
}

// The shape touches a segment of the ray that ends at t, and none that ends before.
TEST(ShapeRays, hits_are_first_contacts_of_a_growing_segment) {
    RandomPoses random(6);
    int hits = 0;
    for (const auto& [name, shape] : one_of_each()) {
        SCOPED_TRACE(name);
        if (contains_parts(shape)) continue;  // a ray that starts inside counts as a hit at once
        for (int i = 0; i < 20; ++i) {
            const Pose pose = random.next(0.5);
            const Ray ray{{random.between(-2, 2), random.between(-2, 2), 3},
                          {random.between(-0.5, 0.5), random.between(-0.5, 0.5), -1}};
            const auto hit = first_hit(shape.at(pose), ray);
            const auto to = [&](double t) {
                const std::array<Vec3, 2> ends{ray.origin, ray.origin + t * ray.direction};
                return Shape(ConvexBody::from_points(ends).value());
            };
            if (!hit) {
                EXPECT_EQ(collides(to(1000).at_rest(), shape.at(pose)), BodyVerdict::no);
                continue;
            }
            ++hits;
            EXPECT_EQ(collides(to(hit->t + 1e-9).at_rest(), shape.at(pose)), BodyVerdict::yes);
            if (hit->t > 1e-6) {
                EXPECT_EQ(collides(to(hit->t - 1e-9).at_rest(), shape.at(pose)), BodyVerdict::no);
            }
            const auto all = all_hits(shape.at(pose), ray);
            ASSERT_FALSE(all.empty());
            EXPECT_EQ(all.front(), *hit);
        }
    }
    EXPECT_GT(hits, 30);
}

}  // namespace
}  // namespace allide
