#include "io/reading.hpp"

#include <cfenv>
#include <cmath>
#include <limits>

namespace allide::test {
namespace {

using Triangles = std::vector<TriangleIndices>;
using Names = std::vector<std::string>;
using Parts = std::vector<std::uint32_t>;

// Four corners of the unit square in the plane z = 0.
const std::string square_lines = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(Obj, vertices_and_faces) {
    const Mesh mesh = read("# a square\n" + square_lines + "f 1 2 3\nf 1 3 4\n", "a.obj").value();
    EXPECT_EQ(vertices_of(mesh), (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(names_of(mesh), Names{"a.obj"});
    EXPECT_EQ(mesh.source(), "a.obj");
}

TEST(Obj, corners_with_texture_and_normal_numbers) {
    const Mesh mesh =
        read(square_lines + "f 1/1 2/2 3/3\nf 1//7 2//7 3//7\nf 1/1/1 2/2/1 3/3/1\nf -4/-1/-1 -3//-1 -2/\n",
             "a.obj")
            .value();
    EXPECT_EQ(triangles_of(mesh), Triangles(4, {0, 1, 2}));
}

TEST(Obj, negative_numbers_count_back_from_the_vertices_so_far) {
    const Mesh mesh = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -1 -2 -3\n", "a.obj").value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {3, 2, 1}}));
}

TEST(Obj, faces_may_come_before_their_vertices) {
    const Mesh mesh = read("f 1 2 3 4\n" + square_lines, "a.obj").value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Obj, polygons_give_consecutive_triangles) {
    const Mesh mesh = read(square_lines + "v 0.5 2 0\nf 1 2 3\nf 1 2 3 5 4\nf 4 3 2 1\n", "a.obj").value();
    EXPECT_EQ(triangles_of(mesh),
              (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 4}, {0, 4, 3}, {3, 2, 1}, {3, 1, 0}}));
}

// An arrowhead whose second corner is concave: a triangle fan from its first corner would leave the polygon.
TEST(Obj, concave_polygons_are_triangulated_inside) {
    const Mesh mesh = read("v 0 0 0\nv 2 1 0\nv 4 0 0\nv 2 4 0\nf 1 2 3 4\n", "a.obj").value();
    for (const TriangleIndices& triangle : mesh.triangles()) {
        EXPECT_NE(std::find(triangle.begin(), triangle.end(), 1u), triangle.end());
        EXPECT_NE(std::find(triangle.begin(), triangle.end(), 3u), triangle.end());
    }
}

TEST(Obj, weights_colours_and_comments_after_a_vertex) {
    const Mesh mesh =
        read("v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5 # red\nv 0 1 0#x\nf 1 2 3 # the only face\n", "a.obj").value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}}));
    EXPECT_EQ(mesh.vertices()[1], (Vec3{1, 0, 0}));
}

TEST(Obj, lines_continue_after_a_backslash) {
    const Mesh mesh =
        read("v 0 \\\n0 0\nv 1\\\r\n 0 0\nv 0 1 0\nf 1 \\\n 2 \\\n 3\ncurv \\\nf 9 9 9\n", "a.obj").value();
    EXPECT_EQ(vertices_of(mesh), (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}}));
}

// A Windows path that ends a comment with a backslash must not hide the vertex in the next line.
TEST(Obj, comments_do_not_continue) {
    EXPECT_EQ(read("# C:\\models\\\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj").value().vertices().size(),
              3u);
}

TEST(Obj, every_line_ending_and_a_byte_order_mark) {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        const std::string text = "\xef\xbb\xbfv 0 0 0" + end + "v\t1 0  0 " + end + end + " v 0 1 0" + end +
                                 "o x" + end + "f 1 2 3";
        const Mesh mesh = read(text, "a.obj").value();
        EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}}));
        EXPECT_EQ(names_of(mesh), Names{"x"});
        expect_error(text + end + "f 1 2 x", "a.obj", ErrorCode::bad_syntax, 7);
    }
}

TEST(Obj, parts_number_by_their_first_face_and_join_by_name) {
    const std::string text = square_lines +
                             "f 1 2 3\n"            // a face before any part has a name
                             "o empty\ng second\n"  // "empty" has no faces
                             "f 1 3 4\nf 2 3 4\n"
                             "o  the third one # really \n"
                             "f 1 2 4\n"
                             "o second\n"
                             "f 4 3 2\n";
    const Mesh mesh = read(text, "a.obj").value();
    EXPECT_EQ(names_of(mesh), (Names{"a.obj", "second", "the third one # really"}));
    EXPECT_EQ(part_numbers(mesh), (Parts{0, 1, 1, 2, 1}));
}

TEST(Obj, all_triangles_of_a_polygon_belong_to_its_part) {
    const Mesh mesh = read(square_lines + "g a\nf 1 2 3\ng b\nf 1 2 3 4\ng a\nf 1 2 3 4\n", "a.obj").value();
    EXPECT_EQ(part_numbers(mesh), (Parts{0, 1, 1, 0, 0}));
}

// Errors name the line of the face, although vertex numbers can only be checked at the end of the file.
TEST(Obj, refuses_vertex_numbers_that_do_not_exist) {
    expect_error(square_lines + "f 1 2 3\nf 1 2 5\n", "a.obj", ErrorCode::bad_index, 6);
    expect_error(square_lines + "f 0 1 2\n", "a.obj", ErrorCode::bad_index, 5);
    expect_error(square_lines + "f 1 2 -5\n", "a.obj", ErrorCode::bad_index, 5);
    expect_error(square_lines + "f 1 2 4294967296\n", "a.obj", ErrorCode::bad_index, 5);
    expect_error(square_lines + "f 1 2 4294967297\n", "a.obj", ErrorCode::bad_index, 5);
    expect_error(square_lines + "f 1 2 99999999999999999999999999\n", "a.obj", ErrorCode::bad_index, 5);
    expect_error(square_lines + "f 1 2 -99999999999999999999999999\n", "a.obj", ErrorCode::bad_index, 5);
}

TEST(Obj, refuses_malformed_statements) {
    expect_error(square_lines + "v 1 2\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "v 1 2 blah\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "v 1 2 3x\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "v 1,5 2,5 3,5\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "v 1 2 3 red\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "\n\nf 1 2\n", "a.obj", ErrorCode::bad_syntax, 7);
    expect_error(square_lines + "f 1 2 three\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "f 1 2 3.0\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "f 1/a 2 3\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "f 1/1/1/1 2 3\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "f /1 2 3\n", "a.obj", ErrorCode::bad_syntax, 5);
    expect_error(square_lines + "f 1 2 \\\n x\n", "a.obj", ErrorCode::bad_syntax, 6);
}

TEST(Obj, messages_show_the_word_without_control_characters) {
    const auto mesh = read(square_lines + "v 1 2 \x01\x1b[31m" + std::string(500, 'x') + "\n", "a.obj");
    ASSERT_FALSE(mesh);
    EXPECT_LT(mesh.error().message.size(), 100u);
    for (const char c : mesh.error().message) EXPECT_FALSE(c >= 0 && c < ' ');
}

TEST(Obj, keeps_non_finite_numbers) {
    const Mesh mesh = read("v nan 0 0\nv 1e999 -inf 0\nv 1e-999 +1 4.9e-324\nf 1 2 3\n", "a.obj").value();
    EXPECT_TRUE(std::isnan(mesh.vertices()[0].x));
    EXPECT_EQ(mesh.vertices()[1].x, std::numeric_limits<double>::infinity());
    EXPECT_EQ(mesh.vertices()[1].y, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(mesh.vertices()[2], (Vec3{0, 1, 0x1p-1074}));
}

TEST(Obj, a_file_without_geometry_is_refused) {
    for (const char* text : {"# nothing\n", "\n", "o name\n", "hello world\n"}) {
        const auto mesh = read(text, "a.obj");
        ASSERT_FALSE(mesh) << text;
        EXPECT_EQ(mesh.error().code, ErrorCode::bad_syntax);
    }
}

TEST(Obj, the_callers_rounding_mode_does_not_matter) {
    const std::string text = "v 0.1 1e23 123456789012345678\nv 3 0.3 -0.7\nv 1 0 0\nf 1 2 3\n";
    const auto expected = vertices_of(read(text, "a.obj").value());
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fesetround(mode);
        const auto vertices = vertices_of(read(text, "a.obj").value());
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(vertices, expected);
    }
    EXPECT_EQ(expected[0], (Vec3{0.1, 1e23, 123456789012345678.0}));
}

}  // namespace
}  // namespace allide::test
