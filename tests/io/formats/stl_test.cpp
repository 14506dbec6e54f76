#include "io/reading.hpp"

#include <bit>
#include <cmath>

namespace allide::test {
namespace {

using Triangles = std::vector<TriangleIndices>;
using Names = std::vector<std::string>;

std::string facet(const std::string& corners) {
    return "facet normal 0 0 1\nouter loop\n" + corners + "endloop\nendfacet\n";
}
const std::string three = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n";

void append(std::string& bytes, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

// A binary STL file. Triangle i has its corners at (i, 0, 0), (i, 1, 0), (i, 2, 0).
std::string binary(std::string header, std::uint32_t announced, int present) {
    header.resize(80, '\0');
    append(header, announced);
    for (int i = 0; i < present; ++i) {
        header.append(12, '\0');
        for (int corner = 0; corner < 3; ++corner)
            for (const int x : {i, corner, 0})
                append(header, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
        header.append(2, '\0');
    }
    return header;
}

void expect_error_at_byte(const std::string& bytes, std::uint64_t byte) {
    const auto mesh = read(bytes, "a.stl");
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::bad_syntax);
    EXPECT_EQ(mesh.error().byte, byte) << mesh.error().text();
    EXPECT_EQ(mesh.error().file, "a.stl");
}

TEST(StlAscii, one_solid) {
    const Mesh mesh =
        read("solid a cube\n" + facet(three) + facet(three) + "endsolid a cube\n", "a.stl").value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(mesh.vertices()[4], (Vec3{1, 0, 0}));
    EXPECT_EQ(names_of(mesh), Names{"a cube"});
}

TEST(StlAscii, each_solid_with_facets_is_a_part) {
    const std::string text = "solid a\n" + facet(three) + "endsolid a\nsolid none\nendsolid\n\nsolid a\n" +
                             facet(three) + facet(three) + "endsolid\nsolid\n" + facet(three) + "endsolid";
    const Mesh mesh = read(text, "x.stl").value();
    EXPECT_EQ(names_of(mesh), (Names{"a", "a", "x.stl"}));
    EXPECT_EQ(part_numbers(mesh), (std::vector<std::uint32_t>{0, 1, 1, 2}));
}

TEST(StlAscii, any_case_and_odd_whitespace) {
    const Mesh mesh = read(
                          "\r\n  SOLID  big \r\n\tFacet Normal 0 0\n 1 OUTER\nLOOP Vertex 0 0 0 vertex 1\n0 "
                          "0 VERTEX 0 1 0 EndLoop endFACET ENDSOLID big\r",
                          "a.stl")
                          .value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}}));
    EXPECT_EQ(names_of(mesh), Names{"big"});
}

TEST(StlAscii, normals_are_ignored) {
    const std::string rest = "outer loop\n" + three + "endloop\nendfacet\nendsolid\n";
    for (const std::string normal :
         {"facet normal nan nan nan\n", "facet normal 1.#QNAN 0 0\n", "facet\n", "facet normal\n"})
        EXPECT_TRUE(read("solid\n" + normal + rest, "a.stl")) << normal;
    expect_error("solid\nfacet normal 0 0 0 0 0\n" + rest, "a.stl", ErrorCode::bad_syntax, 2);
}

TEST(StlAscii, facets_of_more_corners) {
    const Mesh mesh = read("solid\n" + facet("vertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\n") +
                               facet(three) + "endsolid\n",
                           "a.stl")
                          .value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {0, 2, 3}, {4, 5, 6}}));
}

TEST(StlAscii, refuses_malformed_files) {
    expect_error("solid\n" + facet("vertex 0 0 0\nvertex 1 0 0\n") + "endsolid\n", "a.stl",
                 ErrorCode::bad_syntax, 6);
    expect_error("solid\n" + facet("vertex 0 0 0\nvertex 1 0 blah\nvertex 1 1 1\n") + "endsolid\n", "a.stl",
                 ErrorCode::bad_syntax, 5);
    expect_error("solid\n" + facet("vertex 0 0 0\nvertex 1 0\nvertex 1 1 1\n") + "endsolid\n", "a.stl",
                 ErrorCode::bad_syntax, 6);
    expect_error("solid\n" + facet(three) + "facet\n", "a.stl", ErrorCode::bad_syntax, 10);
    expect_error("solid\n" + facet(three) + "endsolid\nrubbish\n", "a.stl", ErrorCode::bad_syntax, 10);
    expect_error("solid\nloop\nendsolid\n", "a.stl", ErrorCode::bad_syntax, 2);
}

// A file that lacks any number of bytes at its end, even one, is rejected, and not read as a smaller mesh.
TEST(StlAscii, refuses_every_truncation) {
    const std::string text = "solid a\n" + facet(three) + facet(three) + "endsolid";
    ASSERT_TRUE(read(text, "a.stl"));
    for (std::size_t size = 0; size < text.size(); ++size)
        EXPECT_FALSE(read(text.substr(0, size), "a.stl")) << size;
}

TEST(StlAscii, a_file_without_facets_is_refused) {
    EXPECT_FALSE(read("solid nothing\nendsolid nothing\n", "a.stl"));
}

TEST(StlBinary, triangles_with_vertices_of_their_own) {
    const Mesh mesh = read(binary("made by hand", 2, 2), "a.stl").value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(mesh.vertices()[5], (Vec3{1, 2, 0}));
    EXPECT_EQ(names_of(mesh), Names{"a.stl"});
}

TEST(StlBinary, may_start_with_solid) {
    for (const char* header :
         {"solid", "solid name", "solid\nfacet normal", "solid a\n  facet normal 0 0 1\n outer loop\n"})
        EXPECT_EQ(read(binary(header, 3, 3), "a.stl").value().triangles().size(), 3u) << header;
    expect_error_at_byte(binary("solid name", 3, 2), 84 + 100);
    EXPECT_TRUE(read(binary("solid name", 3, 3) + "tail", "a.stl"));
}

TEST(StlBinary, is_recognised_without_its_extension) {
    EXPECT_TRUE(read(binary("any", 1, 1), "a.bin"));
    EXPECT_TRUE(read(binary("OFF", 1, 1), "a.off"));
}

TEST(StlBinary, refuses_every_truncation) {
    const std::string bytes = binary("x", 2, 2);
    for (std::size_t size = 1; size < bytes.size(); ++size) {
        if (size < 2) continue;  // a single letter is taken for a text file
        expect_error_at_byte(bytes.substr(0, size), size);
    }
}

TEST(StlBinary, absurd_counts_are_refused_before_memory_is_allocated) {
    expect_error_at_byte(binary("x", 0xffffffff, 1), 84 + 50);
    expect_error_at_byte(binary("x", 0x7fffffff, 0), 84);
}

// Triangles beyond the announced number must not be dropped silently; padding after the last one may be.
TEST(StlBinary, bytes_after_the_last_triangle) {
    EXPECT_EQ(read(binary("x", 2, 2) + std::string(49, 'x'), "a.stl").value().triangles().size(), 2u);
    EXPECT_EQ(read(binary("x", 2, 2) + std::string(4096, '\0'), "a.stl").value().triangles().size(), 2u);
    expect_error_at_byte(binary("x", 2, 3), 84 + 100);
}

TEST(StlBinary, a_file_without_triangles_is_refused) {
    expect_error_at_byte(binary("x", 0, 0), 80);
}

TEST(StlBinary, floats_are_widened_exactly) {
    std::string bytes = binary("x", 1, 1);
    const auto put = [&bytes](std::size_t at, float value) {
        std::string four;
        append(four, std::bit_cast<std::uint32_t>(value));
        bytes.replace(at, 4, four);
    };
    put(96, 0.1f);
    put(100, std::nanf(""));
    put(104, 0x1p-149f);
    const Mesh mesh = read(bytes, "a.stl").value();
    EXPECT_EQ(mesh.vertices()[0].x, double{0.1f});
    EXPECT_TRUE(std::isnan(mesh.vertices()[0].y));
    EXPECT_EQ(mesh.vertices()[0].z, 0x1p-149);
}

}  // namespace
}  // namespace allide::test
