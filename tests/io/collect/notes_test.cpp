// The repair log: it lists oddities with their places, but only a limited number of each kind.
#include "io/reading.hpp"

namespace allide::test {
namespace {

// A saddle over the unit square: two opposite corners are raised.
const std::string saddle = "v 0 0 1\nv 1 0 0\nv 1 1 1\nv 0 1 0\n";

TEST(Notes, a_clean_mesh_has_no_notes) {
    EXPECT_TRUE(read("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", "a.obj").value().notes().empty());
}

TEST(Notes, a_polygon_that_is_not_planar) {
    const Mesh mesh = read(saddle + "f 1 2 3\nf 1 2 3 4\n", "a.obj").value();
    ASSERT_EQ(mesh.notes().size(), 1u);
    EXPECT_EQ(mesh.notes()[0].message, "face 1 is not planar; its triangles approximate it");
    EXPECT_EQ(mesh.notes()[0].line, 6u);
    EXPECT_EQ(mesh.notes()[0].triangle, 1u);
    EXPECT_EQ(mesh.triangles().size(), 3u);
    for (const char* text :
         {"OFF\n4 1 0\n0 0 1\n1 0 0\n1 1 1\n0 1 0\n4 0 1 2 3\n",
          "ply\nformat ascii 1.0\nelement vertex 4\nproperty int x\nproperty int y\nproperty int z\nelement "
          "face 1\nproperty list int int vertex_index\nend_header\n0 0 1\n1 0 0\n1 1 1\n0 1 0\n4 0 1 2 3\n",
          "solid\nfacet\nouter loop\nvertex 0 0 1\nvertex 1 0 0\nvertex 1 1 1\nvertex 0 1 "
          "0\nendloop\nendfacet\n"
          "endsolid\n"}) {
        const auto other = read(text, "a");
        ASSERT_TRUE(other) << other.error().text();
        ASSERT_EQ(other->notes().size(), 1u) << text;
        EXPECT_EQ(other->notes()[0].triangle, 0u);
        EXPECT_TRUE(other->notes()[0].line);
    }
}

TEST(Notes, a_face_that_repeats_a_corner_is_kept) {
    const Mesh mesh = read(saddle + "f 1 2 2\nf 1 2 3\nf 1 2 1 3\n", "a.obj").value();
    EXPECT_EQ(mesh.triangles().size(), 4u);
    ASSERT_EQ(mesh.notes().size(), 2u);
    EXPECT_EQ(mesh.notes()[0].line, 5u);
    EXPECT_EQ(mesh.notes()[0].triangle, 0u);
    EXPECT_EQ(mesh.notes()[1].line, 7u);
    EXPECT_EQ(mesh.notes()[1].triangle, 2u);
}

TEST(Notes, lines_points_and_empty_parts_are_left_out) {
    const Mesh mesh =
        read(saddle + "o nothing\nl 1 2\no body\nf 1 2 3\ng nothing\np 4\no later\no body\nf 1 2 4\n",
             "a.obj")
            .value();
    EXPECT_EQ(names_of(mesh), std::vector<std::string>{"body"});
    std::vector<std::uint64_t> lines;
    for (const Note& note : mesh.notes()) lines.push_back(note.line.value_or(0));
    EXPECT_EQ(lines, (std::vector<std::uint64_t>{5, 6, 10, 11}));
    EXPECT_NE(mesh.notes()[0].message.find("nothing"), std::string::npos);
    EXPECT_NE(mesh.notes()[3].message.find("later"), std::string::npos);
}

TEST(Notes, an_empty_solid_is_left_out) {
    const Mesh mesh =
        read(
            "solid a\nendsolid a\nsolid b\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
            "0\nendloop\nendfacet\nendsolid b\n",
            "a.stl")
            .value();
    EXPECT_EQ(names_of(mesh), std::vector<std::string>{"b"});
    ASSERT_EQ(mesh.notes().size(), 1u);
    EXPECT_EQ(mesh.notes()[0].line, 1u);
}

TEST(Notes, padding_of_a_binary_stl) {
    std::string bytes(84 + 50 + 7, '\0');
    bytes[80] = 1;
    const Mesh mesh = read(bytes, "a.stl").value();
    ASSERT_EQ(mesh.notes().size(), 1u);
    EXPECT_NE(mesh.notes()[0].message.find("7 bytes"), std::string::npos);
}

TEST(Notes, at_most_a_hundred_of_one_kind_are_kept) {
    std::string text = saddle;
    for (int i = 0; i < 1234; ++i) text += "f 1 2 3 4\n";
    text += "l 1 2\n";
    const Mesh mesh = read(text, "a.obj").value();
    ASSERT_EQ(mesh.notes().size(), 102u);
    EXPECT_EQ(mesh.notes()[99].line, 104u);
    EXPECT_NE(mesh.notes()[100].message.find("lines"), std::string::npos);
    EXPECT_EQ(mesh.notes()[101].message, "… and 1134 more faces that are not planar");
}

}  // namespace
}  // namespace allide::test
