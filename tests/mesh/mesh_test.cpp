#include <allide/mesh.hpp>

#include <gtest/gtest.h>

namespace allide {
namespace {

// A unit square in the plane z = 0, divided into two triangles along the diagonal from corner 0 to corner 2.
MeshData square() {
    return {.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
            .triangles = {{0, 1, 2}, {0, 2, 3}},
            .part_names = {},
            .part_of = {},
            .source = "square"};
}

TEST(Mesh, default_has_nothing) {
    const Mesh mesh;
    EXPECT_TRUE(mesh.vertices().empty());
    EXPECT_TRUE(mesh.triangles().empty());
    EXPECT_TRUE(mesh.part_names().empty());
    EXPECT_EQ(mesh.source(), "");
}

TEST(Mesh, keeps_what_it_was_made_from) {
    const Mesh mesh = Mesh::from(square()).value();
    EXPECT_EQ(mesh.vertices().size(), 4u);
    ASSERT_EQ(mesh.triangles().size(), 2u);
    EXPECT_EQ(mesh.triangles()[1], (TriangleIndices{0, 2, 3}));
    const auto corners = mesh.corners(1);
    EXPECT_EQ(corners[0], (Vec3{0, 0, 0}));
    EXPECT_EQ(corners[1], (Vec3{1, 1, 0}));
    EXPECT_EQ(corners[2], (Vec3{0, 1, 0}));
}

TEST(Mesh, without_names_is_one_part_named_after_its_source) {
    const Mesh mesh = Mesh::from(square()).value();
    ASSERT_EQ(mesh.part_names().size(), 1u);
    EXPECT_EQ(mesh.part_names()[0], "square");
    EXPECT_EQ(mesh.part_of(0), 0u);
    EXPECT_EQ(mesh.part_of(1), 0u);
}

TEST(Mesh, without_triangles_has_no_part) {
    MeshData data = square();
    data.triangles.clear();
    const Mesh mesh = Mesh::from(data).value();
    EXPECT_EQ(mesh.vertices().size(), 4u);
    EXPECT_TRUE(mesh.part_names().empty());
}

TEST(Mesh, triangles_know_their_parts) {
    MeshData data = square();
    data.part_names = {"left", "right"};
    data.part_of = {1, 0};
    const Mesh mesh = Mesh::from(data).value();
    EXPECT_EQ(mesh.part_of(0), 1u);
    EXPECT_EQ(mesh.part_of(1), 0u);
    EXPECT_EQ(mesh.part_names()[1], "right");
}

TEST(Mesh, copies_share_their_data) {
    const Mesh mesh = Mesh::from(square()).value();
    const Mesh copy = mesh;  // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_EQ(mesh.vertices().data(), copy.vertices().data());
}

TEST(Mesh, keeps_degenerate_and_duplicate_triangles) {
    MeshData data = square();
    data.triangles = {{0, 0, 0}, {0, 1, 2}, {0, 1, 2}, {1, 1, 3}};
    const Mesh mesh = Mesh::from(data).value();
    ASSERT_EQ(mesh.triangles().size(), 4u);
    EXPECT_EQ(mesh.triangles()[0], (TriangleIndices{0, 0, 0}));
    EXPECT_EQ(mesh.triangles()[3], (TriangleIndices{1, 1, 3}));
}

TEST(Mesh, refuses_a_vertex_that_does_not_exist) {
    for (const std::size_t corner : {0u, 1u, 2u}) {
        MeshData data = square();
        data.triangles[1][corner] = 4;
        const auto mesh = Mesh::from(data);
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().code, ErrorCode::bad_index);
        EXPECT_EQ(mesh.error().triangle, 1u);
        EXPECT_EQ(mesh.error().file, "square");
    }
}

TEST(Mesh, refuses_parts_that_do_not_fit) {
    MeshData unknown = square();
    unknown.part_names = {"only"};
    unknown.part_of = {0, 1};
    ASSERT_FALSE(Mesh::from(unknown));
    EXPECT_EQ(Mesh::from(unknown).error().code, ErrorCode::bad_index);
    EXPECT_EQ(Mesh::from(unknown).error().triangle, 1u);

    MeshData too_few = square();
    too_few.part_names = {"only"};
    too_few.part_of = {0};
    ASSERT_FALSE(Mesh::from(too_few));
    EXPECT_EQ(Mesh::from(too_few).error().code, ErrorCode::bad_argument);

    MeshData unnamed = square();
    unnamed.part_of = {0, 1};
    EXPECT_FALSE(Mesh::from(unnamed));
}

TEST(Mesh, triangles_may_have_colours_of_their_own) {
    const Colour red{1, 0, 0}, grey{0.5, 0.5, 0.5};
    MeshData data = square();
    data.part_names = {"first", "second"};
    data.part_of = {0, 1};
    data.part_traits = {{}, {.colour = grey}};
    data.coloured = {{0, 1, red}};
    const Mesh mesh = Mesh::from(data).value();
    EXPECT_EQ(mesh.colour_of(0), red);
    EXPECT_EQ(mesh.colour_of(1), grey);
    EXPECT_EQ(inspect(mesh)[0].coloured, data.coloured);
    EXPECT_TRUE(inspect(mesh)[1].coloured.empty());
    using Runs = std::vector<ColouredTriangles>;
    for (const Runs& wrong : {Runs{{0, 2, red}}, Runs{{2, 1, red}}, Runs{{1, 0xffffffff, red}},
                              Runs{{0, 0, red}}, Runs{{1, 1, red}, {0, 1, red}}}) {
        data.coloured = wrong;
        EXPECT_FALSE(Mesh::from(data));
    }
}

TEST(Mesh, asking_for_a_triangle_that_does_not_exist_throws) {
    const Mesh mesh = Mesh::from(square()).value();
    EXPECT_THROW(mesh.corners(2), PreconditionError);
    EXPECT_THROW(mesh.part_of(2), PreconditionError);
}

}  // namespace
}  // namespace allide
