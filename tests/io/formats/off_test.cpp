#include "io/reading.hpp"

namespace allide::test {
namespace {

using Triangles = std::vector<TriangleIndices>;

TEST(Off, counts_on_their_own_line_or_with_the_keyword) {
    for (const std::string head : {"OFF\n4 2 0\n", "OFF 4 2 0\n", "OFF4 2 0\n", "  \tOFF\n\n4 2\n",
                                   "# first\nOFF # here\n# there\n4 2 5 # counts\n", "4 2 0\n",
                                   "off\n4 2 0\n", "\xef\xbb\xbfOFF\n4 2 0\n"}) {
        const auto mesh = read(head + square + "3 0 1 2\n3 0 2 3\n", "a.off");
        ASSERT_TRUE(mesh) << head << mesh.error().text();
        EXPECT_EQ(triangles_of(*mesh), (Triangles{{0, 1, 2}, {0, 2, 3}})) << head;
        EXPECT_EQ(mesh->vertices()[2], (Vec3{1, 1, 0}));
        EXPECT_EQ(names_of(*mesh), std::vector<std::string>{"a.off"});
    }
}

TEST(Off, content_counts_more_than_the_extension) {
    EXPECT_TRUE(read("OFF\n4 1 0\n" + square + "3 0 1 2\n", "a.obj"));
    EXPECT_TRUE(read("OFF\n4 1 0\n" + square + "3 0 1 2\n", "mesh"));
}

TEST(Off, polygons_and_colours) {
    const Mesh mesh =
        read("OFF\n4 3 0\n" + square + "4 0 1 2 3 0.5 0.5 0.5 1\n3 0 1 2 7\n4  3 2 1 0  255 0 0 # red\n",
             "a.off")
            .value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {3, 2, 1}, {3, 1, 0}}));
}

TEST(Off, prefixes_add_numbers_per_vertex) {
    const std::string faces = "3 0 1 2\n";
    EXPECT_EQ(read("COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 0\n0 1 0 9 9 9 9\n" + faces, "a.off")
                  .value()
                  .vertices()[2],
              (Vec3{0, 1, 0}));
    EXPECT_EQ(
        read("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n" + faces, "a.off").value().vertices()[2],
        (Vec3{0, 1, 0}));
    EXPECT_EQ(read("STOFF\n3 1 0\n0 0 0 0 0\n1 0 0 1 0\n0 1 0 0 1\n" + faces, "a.off").value().vertices()[2],
              (Vec3{0, 1, 0}));
    EXPECT_EQ(
        read("STCNOFF\n3 1 0\n0 0 0 0 0\n1 0 0 1 0\n0 1 0 0 1\n" + faces, "a.off").value().vertices()[2],
        (Vec3{0, 1, 0}));
    expect_error("4OFF\n3 1 0\n0 0 0 1\n1 0 0 1\n0 1 0 1\n" + faces, "a.off", ErrorCode::bad_syntax, 1);
    expect_error("OFF BINARY\n3 1 0\n", "a.off", ErrorCode::bad_syntax, 1);
}

TEST(Off, numbers_may_be_spread_over_lines) {
    const Mesh mesh =
        read("OFF 4 2 0 0 0 0 1 0\n0 1 1 0 0 1\n\n0 3 0 1 2 # half\n3 0\n2 3\n", "a.off").value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(vertices_of(mesh), (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
}

TEST(Off, refuses_vertex_numbers_that_do_not_exist) {
    expect_error("OFF\n4 2 0\n" + square + "3 0 1 2\n3 0 1 4\n", "a.off", ErrorCode::bad_index, 8);
    expect_error("OFF\n4 1 0\n" + square + "3 0 1 -1\n", "a.off", ErrorCode::bad_index, 7);
    expect_error("OFF\n4 1 0\n" + square + "3 0 1 99999999999999999999\n", "a.off", ErrorCode::bad_index, 7);
}

TEST(Off, refuses_malformed_files) {
    expect_error("OFF\n4 1 0\n0 0 0\n1 0\n1 1 0\n0 1 0\n3 0 1 2\n", "a.off", ErrorCode::bad_syntax, 4);
    expect_error("OFF\n4 1 0\n0 0 0\n1 0 x\n1 1 0\n0 1 0\n3 0 1 2\n", "a.off", ErrorCode::bad_syntax, 4);
    expect_error("OFF\n4 1 0\n" + square + "2 0 1\n \n\n", "a.off", ErrorCode::bad_syntax, 7);
    expect_error("OFF\n4 1 0\n" + square + "3 0 1\n    \n", "a.off", ErrorCode::bad_syntax, 7);
    expect_error("OFF\n4 1 0\n" + square + "3 0 1.5 2\n", "a.off", ErrorCode::bad_syntax, 7);
    expect_error("OFF\n4 1 0\n" + square + "3 0 1 2\n3 0 1 2\n", "a.off", ErrorCode::bad_syntax, 8);
    expect_error("OFF\n-4 1 0\n" + square + "3 0 1 2\n", "a.off", ErrorCode::bad_syntax, 2);
    expect_error("OFF\n4 1 0 7\n" + square + "3 0 1 2\n", "a.off", ErrorCode::bad_syntax, 2);
    expect_error("OFF\n", "a.off", ErrorCode::bad_syntax, 2);
    EXPECT_FALSE(read("OFF\n0 0 0\n", "a.off"));
}

TEST(Off, refuses_every_truncation) {
    const std::string text = "OFF\n4 2 0\n" + square + "3 0 1 2\n3 0 2 3";
    ASSERT_TRUE(read(text, "a.off"));
    for (std::size_t size = 0; size < text.size(); ++size)
        EXPECT_FALSE(read(text.substr(0, size), "a.off")) << size;
}

TEST(Off, absurd_counts_are_refused_before_memory_is_allocated) {
    expect_error("OFF\n4000000000 1 0\n" + square + "3 0 1 2\n", "a.off", ErrorCode::bad_syntax, 2);
    expect_error("OFF\n4 4000000000000000000 0\n" + square + "3 0 1 2\n", "a.off", ErrorCode::bad_syntax, 2);
    expect_error("OFF\n99999999999999999999999 99999999999999999999999 0\n" + square, "a.off",
                 ErrorCode::bad_syntax, 2);
    expect_error("OFF\n4 1 0\n" + square + "99999999999999999 0 1 2\n", "a.off", ErrorCode::bad_syntax, 7);
}

}  // namespace
}  // namespace allide::test
