// Certificates as C++ values; tests/cli/test_certificates.py verifies many more with the independent checker.
#include <allide/extra/explain.hpp>
#include <allide/extra/shapes.hpp>

#include <gtest/gtest.h>

namespace allide {
namespace {

Model single_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
    return Model::build(Mesh::from({.vertices = {p, q, r}, .triangles = {{0, 1, 2}}}).value()).value();
}

Model shape_model(GeneratedShape shape, std::uint64_t triangles) {
    return Model::build(generate(shape, {.triangles = triangles}).value()).value();
}

// A proof is a binary tree: a cut splits a branch in two, and a direction ends a branch. So a complete proof
// has one direction more than it has cuts.
bool is_whole(const SeparationProof& proof) {
    int open = 1;
    for (const SeparationStep& step : proof) {
        if (open == 0) return false;
        open += step.kind == SeparationStep::Kind::direction ? -1 : 1;
    }
    return open == 0;
}

TEST(Explain, SeparatesParallelTrianglesByTheirNormal) {
    const Model low = single_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}),
                high = single_triangle({0, 0, 1}, {1, 0, 1}, {0, 1, 1});
    const CollisionCertificate certificate = explain_collision(low.at_rest(), high.at_rest());
    EXPECT_FALSE(certificate.common);
    ASSERT_EQ(certificate.separation.size(), 1u);
    EXPECT_EQ(certificate.separation[0].direction, (Vec3{0, 0, 1}));
}

TEST(Explain, GivesACommonPointByExactWeights) {
    const Model floor = single_triangle({0, 0, 0}, {4, 0, 0}, {0, 4, 0}),
                spike = single_triangle({1, 1, 0}, {1, 2, 5}, {2, 1, 5});
    const CollisionCertificate certificate = explain_collision(floor.at_rest(), spike.at_rest());
    ASSERT_TRUE(certificate.common);
    EXPECT_TRUE(certificate.separation.empty());
    // The common point is the corner of the spike: weight 1 at its first corner.
    EXPECT_EQ((*certificate.common)[1].weights, (std::array<std::string, 3>{"0x1p+0", "0x0p+0", "0x0p+0"}));
}

TEST(Explain, UsesAnExactDirectionWhereDoublesCannotSeparate) {
    // Both have the same pose. Mapped exactly they keep the tiny gap; rounded to doubles they would not.
    const Pose pose = Pose::rotation({1, 2, 3}, degrees(33)).translated({1e3, 2e3, 3e3});
    const double tiny = 0x1p-80;
    const Model low = single_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}),
                high = single_triangle({0, 0, tiny}, {1, 0, tiny}, {0, 1, tiny});
    const CollisionCertificate certificate = explain_collision(low.at(pose), high.at(pose));
    ASSERT_EQ(certificate.separation.size(), 1u);
    EXPECT_FALSE(certificate.separation[0].exact_direction[0].empty());
}

TEST(Explain, ProofsOfLinkedRingsAreWhole) {
    const Model ring = shape_model(GeneratedShape::torus, 300);
    const Placed a = ring.at_rest(),
                 b = ring.at(Pose::rotation({1, 0, 0}, degrees(90)).translated({0.7, 0.02, 0.03}));
    ASSERT_FALSE(collides(a, b));
    EXPECT_TRUE(is_whole(explain_collision(a, b).separation));
    const Distance gap = distance(a, b);
    const DistanceCertificate certificate = explain_distance(a, b, gap);
    EXPECT_EQ(certificate.lower, gap.lower);
    EXPECT_EQ(certificate.upper, gap.upper);
    EXPECT_TRUE(is_whole(certificate.separation));
    EXPECT_GT(certificate.separation.size(), 1u);
}

TEST(Explain, MotionsHaveFreePartsAndAContact) {
    const Model ball = shape_model(GeneratedShape::icosahedron, 20),
                cube = shape_model(GeneratedShape::cube, 12);
    for (const Motion& motion :
         {Motion::linear({-6, 0.1, 0.2}),
          Motion::screw({.point = {2, 0.5, 0}, .angle = radians(3), .advance = 0.1})}) {
        const Moving mover = ball.along(motion.from(Pose::translation({4, 0, 0})));
        const Prediction answer = predict(mover, cube.at_rest());
        ASSERT_EQ(answer.outcome, Outcome::impact);
        const PredictionCertificate certificate = explain_prediction(mover, cube.at_rest(), answer);
        EXPECT_TRUE(certificate.complete);
        ASSERT_EQ(certificate.free.size(), 1u);
        EXPECT_EQ(certificate.free[0].until, answer.free_until);
        EXPECT_TRUE(is_whole(certificate.free[0].separation));
        EXPECT_TRUE(certificate.contact);
    }
}

TEST(Explain, RefusesAnswersAboutOtherModels) {
    const Model cube = shape_model(GeneratedShape::cube, 12), empty;
    Distance answer = distance(cube.at_rest(), cube.at(Pose::translation({5, 0, 0})));
    answer.closest->triangle_a = 12;
    EXPECT_THROW(explain_distance(cube.at_rest(), cube.at_rest(), answer), PreconditionError);
    EXPECT_THROW(explain_distance(cube.at_rest(), empty.at_rest(), answer), PreconditionError);
    EXPECT_EQ(explain_collision(cube.at_rest(), empty.at_rest()).separation.size(), 1u);
}

}  // namespace
}  // namespace allide
