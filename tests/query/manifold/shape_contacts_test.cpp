#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

struct NamedShape {
    const char* name;
    Shape shape;
};
std::vector<NamedShape> some_shapes() {
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 400}).value()).value();
    const ConvexBody box = ConvexBody::box({0.5, 0.4, 0.3}).value(), ball = ConvexBody::sphere(0.4).value();
    const std::vector<Vec3> cloud{{0, 0, 0}, {0.5, 0, 0.2}, {0.1, 0.6, 0}, {-0.3, -0.4, 0.3}};
    const std::vector<Box> cells{{{0, 0, 0}, {0.25, 0.25, 0.25}}, {{0.25, 0, 0}, {0.5, 0.25, 0.25}}};
    return {{"mesh", Shape(torus)},
            {"body", Shape(box)},
            {"cylinder", Shape(ConvexBody::cylinder(0.3, 0.4).value())},
            {"compound", Shape::compound(std::vector<CompoundPart>{{box, Pose::translation({0.5, 0, 0})},
                                                                   {ball, Pose::translation({-0.5, 0, 0})}})
                             .value()},
            {"points", Shape::points(cloud, 0.1).value()},
            {"cells", Shape::cells(cells).value()},
            {"height field",
             Shape::height_field({.columns = 3, .rows = 3, .heights = {0, 0.1, 0, 0.2, 0, 0.1, 0, 0.3, 0}})
                 .value()},
            {"half-space", Shape(ConvexBody::half_space({{0, 0, 1}, 0}).value())}};
}

// For every pair of kinds, the value is positive if and only if the shapes do not touch. It does not depend
// on the order of the shapes, and a translation changes it by at most its length.
TEST(ShapeContacts, SignedDistanceOfEveryPair) {
    base::Random random(101);
    const auto shapes = some_shapes();
    for (int round = 0; round < effort(2, 60); ++round)
        for (const NamedShape& a : shapes)
            for (const NamedShape& b : shapes) {
                SCOPED_TRACE(std::string(a.name) + " and " + b.name);
                if (a.shape.kind() == ShapeKind::half_space && b.shape.kind() == ShapeKind::half_space)
                    continue;
                const Pose p = random_pose(random, 1), q = random_pose(random, 1);
                const PairSignedDistanceOptions fine{.depth_error = 0.02};
                const auto found = signed_distance(a.shape.at(p), b.shape.at(q), fine);
                ASSERT_LE(found.lower, found.upper);
                const BodyVerdict touch = collides(a.shape.at(p), b.shape.at(q));
                if (found.lower > 0) {
                    EXPECT_EQ(touch, BodyVerdict::no);
                }
                if (touch == BodyVerdict::yes) {
                    EXPECT_LE(found.lower, 0);
                }
                const Vec3 step = 0.1 * random_point(random, 1);
                const auto after = signed_distance(a.shape.at(p.translated(step)), b.shape.at(q), fine);
                EXPECT_LE(found.lower - after.upper, length(step) + 1e-9);
                EXPECT_LE(after.lower - found.upper, length(step) + 1e-9);
                const auto other = signed_distance(b.shape.at(q), a.shape.at(p), fine);
                EXPECT_LE(std::max(found.lower, other.lower), std::min(found.upper, other.upper) + 1e-9);
            }
}

TEST(ShapeContacts, ManifoldsOfEveryPair) {
    base::Random random(102);
    const auto shapes = some_shapes();
    int manifolds = 0;
    for (int round = 0; round < effort(3, 100); ++round)
        for (const NamedShape& a : shapes)
            for (const NamedShape& b : shapes) {
                SCOPED_TRACE(std::string(a.name) + " and " + b.name);
                const Pose p = random_pose(random, 0.4), q = random_pose(random, 0.4);
                const bool flat =
                    a.shape.kind() == ShapeKind::half_space && b.shape.kind() == ShapeKind::half_space;
                if (flat) continue;
                const auto found = contact_manifolds(a.shape.at(p), b.shape.at(q));
                const auto touching = contacts(a.shape.at(p), b.shape.at(q));
                EXPECT_EQ(found.empty(), touching.empty() && touching.undecided.empty());
                for (const ContactManifold& m : found) {
                    ++manifolds;
                    EXPECT_NEAR(length(m.normal), 1, 1e-9);
                    EXPECT_LE(m.depth_lower, m.depth_upper);
                    EXPECT_LE(m.points.size(), 4u);
                }
                EXPECT_EQ(contact_manifolds(b.shape.at(q), a.shape.at(p)).size(), found.size());
            }
    EXPECT_GT(manifolds, 0);
    const Shape plane = Shape::plane({{0, 0, 1}, 0}).value();
    EXPECT_THROW(contact_manifolds(plane.at_rest(), shapes[1].shape.at_rest()), PreconditionError);
}

// For every pair of kinds on a motion, the shapes are free of contact before free_until and touch at the end
// of the bracket.
TEST(ShapeContacts, PredictEveryPair) {
    base::Random random(103);
    auto shapes = some_shapes();
    shapes.push_back({"plane", Shape::plane({{0, 0, 1}, 0}).value()});
    int impacts = 0;
    for (int round = 0; round < effort(1, 40); ++round)
        for (const NamedShape& a : shapes)
            for (const NamedShape& b : shapes) {
                SCOPED_TRACE(std::string(a.name) + " and " + b.name);
                const auto is_flat = [](const NamedShape& s) {
                    return s.shape.kind() == ShapeKind::half_space || s.shape.kind() == ShapeKind::plane;
                };
                if (is_flat(a) && is_flat(b)) continue;
                const Pose start = random_rotation(random).translated({0, 0, 2.5}),
                           rest = random_pose(random, 0.2);
                const Motion motion = Motion::screw({.axis = Vec3{0, 0, 1} + 0.2 * random_point(random, 1),
                                                     .angle = radians(1),
                                                     .advance = -4})
                                          .from(start);
                const BodyPrediction p = predict({a.shape, motion}, b.shape.at(rest));
                const auto apart = [&](double t) {
                    return distance(a.shape.at(motion.at(t)), b.shape.at(rest));
                };
                for (int i = 0; i < 8 && p.free_until > 0; ++i)
                    ASSERT_GT(apart(p.free_until * i / 8).upper, 0) << p.free_until;
                if (p.outcome == Outcome::impact) {
                    ++impacts;
                    EXPECT_LE(apart(p.impact->t_hi).lower, 1e-12);
                } else if (p.outcome == Outcome::clear) {
                    EXPECT_GT(apart(1).upper, 0);
                }
            }
    EXPECT_GT(impacts, 0);
}

}  // namespace
}  // namespace allide::test
