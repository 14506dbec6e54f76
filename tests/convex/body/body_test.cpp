#include "convex/bodies.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

struct Counts {
    std::size_t vertices, edges, faces;
};

// Numbers of vertices, edges and faces from table 1 of Arcila, Dinás, Bañón (2008).
TEST(ConvexBody, TheFourBodiesOfThePaper) {
    const std::vector<std::pair<GeneratedShape, Counts>> table{{GeneratedShape::cube, {8, 12, 6}},
                                                               {GeneratedShape::octahedron, {6, 12, 8}},
                                                               {GeneratedShape::icosahedron, {12, 30, 20}},
                                                               {GeneratedShape::antiprism, {18, 36, 20}}};
    for (const auto& [shape, counts] : table) {
        const ConvexBody body = ConvexBody::from_mesh(generate(shape).value()).value();
        EXPECT_EQ(body.vertices().size(), counts.vertices);
        EXPECT_EQ(body.edges().size(), counts.edges);
        EXPECT_EQ(body.faces().size(), counts.faces);
        EXPECT_EQ(body.planes().size(), counts.faces);
    }
}

TEST(ConvexBody, PointsInsideOfFacesAndEdgesAreNoCorners) {
    const ConvexBody cut =
        ConvexBody::from_mesh(generate(GeneratedShape::cube, {.triangles = 1200}).value()).value();
    EXPECT_EQ(cut.vertices().size(), 8u);
    EXPECT_EQ(cut.edges().size(), 12u);
    EXPECT_EQ(cut.faces().size(), 6u);
    for (const BodyFace& face : cut.faces()) EXPECT_EQ(face.corners.size(), 4u);
    EXPECT_NEAR(cut.mass().volume, 8, 1e-12);
}

TEST(ConvexBody, HullsSatisfyEulersFormulaAndLieBelowTheirPlanes) {
    oracle::Dice dice(11);
    for (int i = 0; i < 300; ++i) {
        const HullKind kind = dice.one_in(2) ? HullKind::cloud : HullKind::lattice;
        const ConvexBody body = random_hull(dice, kind).body();
        if (body.faces().empty()) continue;
        EXPECT_EQ(body.vertices().size() + body.faces().size(), body.edges().size() + 2);
        for (const HalfSpace& plane : body.planes())
            for (const Vec3& v : body.vertices())
                EXPECT_LE(plane.normal.x * v.x + plane.normal.y * v.y + plane.normal.z * v.z,
                          plane.offset + 1e-15);
        for (std::size_t f = 0; f < body.faces().size(); ++f)
            for (const std::uint32_t corner : body.faces()[f].corners) {
                const Vec3 &n = body.planes()[f].normal, &v = body.vertices()[corner];
                EXPECT_NEAR(n.x * v.x + n.y * v.y + n.z * v.z, body.planes()[f].offset, 1e-12);
            }
    }
}

TEST(ConvexBody, MassOfABoxOffTheOrigin) {
    std::vector<Vec3> corners;
    for (const double x : {1.0, 3.0})
        for (const double y : {-1.0, 3.0})
            for (const double z : {5.0, 11.0}) corners.push_back({x, y, z});
    const MassProperties mass = ConvexBody::from_points(corners).value().mass();
    EXPECT_NEAR(mass.volume, 48, 1e-12);
    EXPECT_NEAR(mass.centroid.x, 2, 1e-13);
    EXPECT_NEAR(mass.centroid.y, 1, 1e-13);
    EXPECT_NEAR(mass.centroid.z, 8, 1e-13);
    EXPECT_NEAR(mass.inertia[0], 48.0 / 12 * (16 + 36), 1e-10);
    EXPECT_NEAR(mass.inertia[4], 48.0 / 12 * (4 + 36), 1e-10);
    EXPECT_NEAR(mass.inertia[8], 48.0 / 12 * (4 + 16), 1e-10);
    EXPECT_NEAR(mass.inertia[1], 0, 1e-10);
}

// The mass of a curved body is nearly that of the hull of many points on its surface.
TEST(ConvexBody, MassOfRoundBodiesIsThatOfFineHulls) {
    const auto ring = [](double radius, double height, std::vector<Vec3>& points) {
        for (int k = 0; k < 100; ++k) {
            const double angle = 2 * std::numbers::pi * k / 100;
            points.push_back({radius * std::cos(angle), radius * std::sin(angle), height});
        }
    };
    std::vector<Vec3> cylinder, cone{{0, 0, 2}}, capsule;
    ring(1.5, -2, cylinder);
    ring(1.5, 2, cylinder);
    ring(1.5, -2, cone);
    for (int k = 0; k <= 12; ++k) {
        const double angle = std::numbers::pi / 2 * k / 12;
        ring(1.5 * std::cos(angle), 2 + 1.5 * std::sin(angle), capsule);
        ring(1.5 * std::cos(angle), -2 - 1.5 * std::sin(angle), capsule);
    }
    const auto same = [](const ConvexBody& round, std::vector<Vec3> points) {
        const MassProperties exact = round.mass(), hull = ConvexBody::from_points(points).value().mass();
        EXPECT_NEAR(hull.volume / exact.volume, 1, 1e-2);
        EXPECT_NEAR(hull.centroid.z, exact.centroid.z, 1e-2);
        for (const std::size_t k : {0, 4, 8}) EXPECT_NEAR(hull.inertia[k] / exact.inertia[k], 1, 1e-2) << k;
    };
    same(ConvexBody::cylinder(1.5, 2).value(), cylinder);
    same(ConvexBody::cone(1.5, 2).value(), cone);
    same(ConvexBody::capsule(1.5, 2).value(), capsule);
    EXPECT_NEAR(ConvexBody::ellipsoid({2, 2, 2}).value().mass().inertia[0],
                ConvexBody::sphere(2).value().mass().inertia[0], 1e-12);
}

TEST(ConvexBody, ADentIsRefusedWithItsEdge) {
    // A box with a dent in the middle of its lid, hence not convex.
    MeshData data;
    data.vertices = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1},
                     {1, -1, 1},   {1, 1, 1},   {-1, 1, 1}, {0, 0, 0.5}};
    data.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 3, 7},
                      {2, 7, 6}, {3, 0, 4}, {3, 4, 7}, {4, 5, 8}, {5, 6, 8}, {6, 7, 8}, {7, 4, 8}};
    const auto dented = ConvexBody::from_mesh(Mesh::from(data).value());
    ASSERT_FALSE(dented.has_value());
    EXPECT_NE(dented.error().message.find("edge from vertex"), std::string::npos) << dented.error().message;
    EXPECT_TRUE(dented.error().triangle.has_value());
    data.vertices[8].z = 1;  // in the plane of the lid: no dent
    EXPECT_EQ(ConvexBody::from_mesh(Mesh::from(data).value()).value().vertices().size(), 8u);
    data.vertices[8].z = std::nextafter(1.0, 0);  // the shallowest possible dent
    EXPECT_FALSE(ConvexBody::from_mesh(Mesh::from(data).value()).has_value());
    data.vertices[8].z = std::nextafter(1.0, 2);
    EXPECT_EQ(ConvexBody::from_mesh(Mesh::from(data).value()).value().vertices().size(), 9u);
    for (auto& t : data.triangles) std::swap(t[0], t[1]);  // turns the surface inside out
    EXPECT_EQ(ConvexBody::from_mesh(Mesh::from(data).value()).value().vertices().size(), 9u);
}

TEST(ConvexBody, InvalidBodiesAreRefused) {
    EXPECT_FALSE(ConvexBody::from_mesh(generate(GeneratedShape::torus).value()).has_value());
    EXPECT_FALSE(ConvexBody::from_mesh(generate(GeneratedShape::soup).value()).has_value());
    EXPECT_FALSE(ConvexBody::from_mesh(Mesh()).has_value());
    EXPECT_FALSE(ConvexBody::from_points({}).has_value());
    const std::vector<Vec3> broken{{0, 0, NAN}};
    EXPECT_EQ(ConvexBody::from_points(broken).error().code, ErrorCode::not_finite);
    EXPECT_FALSE(ConvexBody::sphere(-1).has_value());
    EXPECT_FALSE(ConvexBody::capsule(1, INFINITY).has_value());
    EXPECT_FALSE(ConvexBody::half_space({{0, 0, 0}, 1}).has_value());
}

}  // namespace
}  // namespace allide::test
