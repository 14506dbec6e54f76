// Inner boxes of closed meshes: no triangle meets them, they are completely inside, and they are large.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide {
namespace {

Model with_boxes(const Mesh& mesh) {
    return Model::build(mesh, {.inner_volumes = InnerVolumes::boxes}).value();
}

double content_of(const Box& box) {
    return (box.hi.x - box.lo.x) * (box.hi.y - box.lo.y) * (box.hi.z - box.lo.z);
}

// Expects the boxes to lie inside the mesh, by queries of a model that has no inner boxes itself.
void expect_inside(const Mesh& mesh, std::span<const Box> boxes) {
    const Model plain = Model::build(mesh).value();
    double before = std::numeric_limits<double>::infinity();
    for (const Box& box : boxes) {
        EXPECT_TRUE(triangles_in(plain.at_rest(), box, {.search = Search::brute_force}).empty());
        for (const double x : {box.lo.x, box.hi.x, 0.5 * (box.lo.x + box.hi.x)})
            for (const double y : {box.lo.y, box.hi.y})
                for (const double z : {box.lo.z, box.hi.z})
                    EXPECT_EQ(contains(plain.at_rest(), {x, y, z}), PointLocation::inside);
        EXPECT_LE(content_of(box), before);
        before = content_of(box);
    }
}

// A mesh of two surfaces: the given one, and the same one scaled by a factor.
Mesh shell_in_shell(const Mesh& mesh, double factor) {
    MeshData data;
    for (const double size : {1.0, factor}) {
        const auto first = static_cast<std::uint32_t>(data.vertices.size());
        for (const Vec3& v : mesh.vertices()) data.vertices.push_back({size * v.x, size * v.y, size * v.z});
        for (const TriangleIndices& t : mesh.triangles())
            data.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    return Mesh::from(std::move(data)).value();
}

TEST(InnerBoxes, LieInside) {
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::torus, GeneratedShape::noisy_torus,
          GeneratedShape::cylinder, GeneratedShape::box, GeneratedShape::cube, GeneratedShape::octahedron,
          GeneratedShape::icosahedron, GeneratedShape::antiprism}) {
        const Mesh mesh = generate(shape, {.triangles = 600}).value();
        const Model model = with_boxes(mesh);
        EXPECT_FALSE(model.inner_boxes().empty()) << name_of(shape);
        EXPECT_LE(model.inner_boxes().size(), 32u);
        expect_inside(mesh, model.inner_boxes());
    }
}

TEST(InnerBoxes, AreLarge) {
    // The largest box in a ball of radius r has sides of 2r/√3; in a box it is almost the whole box.
    const Mesh ball = generate(GeneratedShape::sphere, {.triangles = 5000}).value();
    double radius = 0;
    for (const Vec3& v : ball.vertices()) radius = std::max(radius, v.x);
    const Model round = with_boxes(ball);
    ASSERT_FALSE(round.inner_boxes().empty());
    const double side = 2 * radius / std::numbers::sqrt3;
    EXPECT_GT(content_of(round.inner_boxes()[0]), 0.95 * side * side * side);

    const Model cube = with_boxes(generate(GeneratedShape::cube).value());
    ASSERT_FALSE(cube.inner_boxes().empty());
    double half = 0;
    for (const Vec3& v : cube.mesh().vertices()) half = std::max(half, v.x);
    EXPECT_GT(content_of(cube.inner_boxes()[0]), 0.999 * 8 * half * half * half);
}

TEST(InnerBoxes, AvoidCavities) {
    const Mesh mesh = shell_in_shell(generate(GeneratedShape::sphere, {.triangles = 500}).value(), 0.5);
    const Model model = with_boxes(mesh);
    EXPECT_GT(model.inner_boxes().size(), 5u);
    expect_inside(mesh, model.inner_boxes());
}

TEST(InnerBoxes, AreFoundFarFromTheOrigin) {
    const Mesh mesh = generate(GeneratedShape::torus, {.triangles = 400}).value();
    MeshData data;
    for (const Vec3& v : mesh.vertices()) data.vertices.push_back({v.x + 1e5, v.y - 3e5, v.z});
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    const Mesh far = Mesh::from(std::move(data)).value();
    const Model model = with_boxes(far);
    EXPECT_FALSE(model.inner_boxes().empty());
    expect_inside(far, model.inner_boxes());
}

TEST(InnerBoxes, ExistOnlyInClosedMeshes) {
    MeshData data;
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 300}).value();
    data.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    data.triangles.assign(mesh.triangles().begin() + 1, mesh.triangles().end());
    EXPECT_TRUE(with_boxes(Mesh::from(std::move(data)).value()).inner_boxes().empty());
    EXPECT_TRUE(with_boxes(Mesh()).inner_boxes().empty());
    EXPECT_TRUE(Model::build(mesh).value().inner_boxes().empty());
    // A square listed with both orientations is closed, but has no interior.
    const Mesh flat = Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                                  .triangles = {{0, 1, 2}, {0, 2, 3}, {2, 1, 0}, {3, 2, 0}}})
                          .value();
    EXPECT_TRUE(with_boxes(flat).inner_boxes().empty());
}

}  // namespace
}  // namespace allide
