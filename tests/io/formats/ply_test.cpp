#include "io/reading.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace allide::test {
namespace {

using Triangles = std::vector<TriangleIndices>;

const std::string vertex_header = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
const std::string face_header = "element face 2\nproperty list uchar int vertex_indices\n";

std::string ascii(const std::string& elements, const std::string& rows) {
    return "ply\nformat ascii 1.0\ncomment made by hand\n" + elements + "end_header\n" + rows;
}

// Appends binary numbers in either byte order to a text.
class Bytes {
  public:
    explicit Bytes(bool big) : big_(big) {}
    template <typename Number>
    Bytes& add(Number value) {
        std::string digits(sizeof value, '\0');
        std::memcpy(digits.data(), &value, sizeof value);
        if (big_ != (std::endian::native == std::endian::big)) digits = {digits.rbegin(), digits.rend()};
        text += digits;
        return *this;
    }
    std::string text;

  private:
    bool big_;
};

std::string format_line(bool big) {
    return big ? "format binary_big_endian 1.0\n" : "format binary_little_endian 1.0\n";
}

// A PLY file of the square as two triangles, with floats and ints.
std::string binary_square(bool big) {
    Bytes bytes(big);
    bytes.text = "ply\n" + format_line(big) + vertex_header + face_header + "end_header\n";
    for (const int x : {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}) bytes.add(static_cast<float>(x));
    for (const auto& t : Triangles{{0, 1, 2}, {0, 2, 3}}) {
        bytes.add(std::uint8_t{3});
        for (const std::uint32_t corner : t) bytes.add(corner);
    }
    return bytes.text;
}

void expect_square(const Result<Mesh>& mesh) {
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_EQ(vertices_of(*mesh), (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
    EXPECT_EQ(triangles_of(*mesh), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Ply, text_and_bytes_in_either_order) {
    expect_square(read(ascii(vertex_header + face_header, square + "3 0 1 2\n3 0 2 3\n"), "a.ply"));
    expect_square(read(binary_square(false), "a.ply"));
    expect_square(read(binary_square(true), "a.ply"));
    EXPECT_EQ(names_of(read(binary_square(true), "a.ply").value()), std::vector<std::string>{"a.ply"});
}

TEST(Ply, content_counts_more_than_the_extension) {
    expect_square(read(binary_square(false), "a.stl"));
    expect_square(read(binary_square(true), "mesh"));
    EXPECT_EQ(read("no mesh", "a.ply").error().code, ErrorCode::bad_syntax);
}

TEST(Ply, lines_may_end_in_three_ways) {
    const std::string text = ascii(vertex_header + face_header, square + "3 0 1 2\n\n  3 0 2 3  \n");
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        std::string other;
        for (const char c : text) other += c == '\n' ? end : std::string(1, c);
        expect_square(read(other, "a.ply"));
        // The binary data starts right after the last line end of the header, even if its first byte looks
        // like a line end.
        std::string bytes = binary_square(false);
        const auto body = bytes.find("end_header\n") + 11;
        std::string header;
        for (const char c : bytes.substr(0, body)) header += c == '\n' ? end : std::string(1, c);
        expect_square(read(header + bytes.substr(body), "a.ply"));
    }
}

TEST(Ply, a_body_may_start_with_the_byte_of_a_line_end) {
    Bytes bytes(false);
    bytes.text =
        "ply\rformat binary_little_endian 1.0\relement vertex 1\rproperty uchar x\rproperty uchar "
        "y\rproperty uchar z\rend_header\r";
    bytes.text += "\n\r\n";
    EXPECT_EQ(vertices_of(read(bytes.text, "a.ply").value()), (std::vector<Vec3>{{10, 13, 10}}));
}

TEST(Ply, faces_may_come_before_their_vertices) {
    expect_square(read(ascii(face_header + vertex_header, "3 0 1 2\n3 0 2 3\n" + square), "a.ply"));
    expect_error(ascii(face_header + vertex_header, "3 0 1 2\n3 0 2 4\n" + square), "a.ply",
                 ErrorCode::bad_index, 12);
}

template <typename Number>
void expect_type(const char* name, Number value) {
    for (const bool big : {false, true}) {
        Bytes bytes(big);
        bytes.text = "ply\n" + format_line(big) + "element vertex 1\nproperty " + name + " x\nproperty " +
                     name + " y\nproperty " + name + " z\nend_header\n";
        bytes.add(value).add(Number{2}).add(Number{3});
        const auto mesh = read(bytes.text, "a.ply");
        ASSERT_TRUE(mesh) << name << mesh.error().text();
        EXPECT_EQ(mesh->vertices()[0], (Vec3{static_cast<double>(value), 2, 3})) << name;
    }
}

TEST(Ply, coordinates_of_any_type) {
    expect_type<std::int8_t>("char", -100);
    expect_type<std::uint8_t>("uint8", 200);
    expect_type<std::int16_t>("short", -30000);
    expect_type<std::uint16_t>("ushort", 60000);
    expect_type<std::int32_t>("int32", -2000000000);
    expect_type<std::uint32_t>("uint", 4000000000u);
    expect_type<float>("float32", 0.1f);
    expect_type<double>("double", 0.1);
    expect_type<double>("float64", -std::numeric_limits<double>::infinity());
}

template <typename Count, typename Index>
void expect_list(const char* count, const char* index, const char* property) {
    Bytes bytes(true);
    bytes.text = "ply\n" + format_line(true) + vertex_header + "element face 1\nproperty list " + count +
                 ' ' + index + ' ' + property + "\nend_header\n";
    for (const int x : {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}) bytes.add(static_cast<float>(x));
    bytes.add(Count{4});
    for (int i = 0; i < 4; ++i) bytes.add(static_cast<Index>(i));
    expect_square(read(bytes.text, "a.ply"));
}

TEST(Ply, lists_of_any_integer_type_under_both_names) {
    expect_list<std::uint8_t, std::int32_t>("uchar", "int", "vertex_index");
    expect_list<std::int8_t, std::uint8_t>("char", "uchar", "vertex_indices");
    expect_list<std::uint32_t, std::uint16_t>("uint", "ushort", "vertex_indices");
    expect_list<std::int16_t, std::uint32_t>("int16", "uint32", "vertex_index");
    expect_list<std::int32_t, std::int64_t>("int", "int64", "vertex_index");
    expect_error(ascii(vertex_header + "element face 1\nproperty list uchar float vertex_indices\n",
                       square + "3 0 1 2\n"),
                 "a.ply", ErrorCode::bad_syntax, 8);
}

// Rows of unknown elements are skipped, including lists; the repair log names the elements.
TEST(Ply, unknown_elements_and_properties_are_skipped) {
    const std::string elements =
        "obj_info anything\nelement camera 1\nproperty float angle\nproperty list uchar float matrix\n"
        "element vertex 4\nproperty uchar red\nproperty float z\nproperty list uchar int rings\n"
        "property float y\nproperty float x\nelement face 2\nproperty list uchar float uv\n"
        "property list uchar int vertex_indices\nproperty int flags\nelement edge 1\nproperty int a\n"
        "property int b\n";
    const std::string rows =
        "7 2 1 1\n255 0 0 0 0\n255 0 2 5 6 0 1\n255 0 0 1 1\n255 0 0 1 0\n2 0 0 3 0 1 2 9\n0 3 0 2 3 9\n0 "
        "1\n";
    const auto mesh = read(ascii(elements, rows), "a.ply");
    expect_square(mesh);
    ASSERT_EQ(mesh->notes().size(), 2u);
    EXPECT_NE(mesh->notes()[0].message.find("camera"), std::string::npos);
    EXPECT_NE(mesh->notes()[1].message.find("edge"), std::string::npos);
    EXPECT_EQ(mesh->notes()[0].line, 5u);

    Bytes bytes(false);
    bytes.text = "ply\n" + format_line(false) + elements + "end_header\n";
    bytes.add(7.f).add(std::uint8_t{2}).add(1.f).add(1.f);
    for (const auto& v : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}}) {
        bytes.add(std::uint8_t{255}).add(static_cast<float>(v.z)).add(std::uint8_t{1}).add(77);
        bytes.add(static_cast<float>(v.y)).add(static_cast<float>(v.x));
    }
    bytes.add(std::uint8_t{2}).add(0.f).add(0.f).add(std::uint8_t{3}).add(0).add(1).add(2).add(9);
    bytes.add(std::uint8_t{0}).add(std::uint8_t{3}).add(0).add(2).add(3).add(9).add(0).add(1);
    expect_square(read(bytes.text, "a.ply"));
}

TEST(Ply, text_numbers_are_rounded_to_double_whatever_their_type) {
    const Mesh mesh = read(ascii("element vertex 1\nproperty float x\nproperty int y\nproperty double z\n",
                                 "0.1 0.1 nan\n"),
                           "a.ply")
                          .value();
    EXPECT_EQ(mesh.vertices()[0].x, 0.1);
    EXPECT_EQ(mesh.vertices()[0].y, 0.1);
    EXPECT_TRUE(std::isnan(mesh.vertices()[0].z));
}

// A strip of five points gives three triangles of equal orientation; −1 ends a strip.
TEST(Ply, strips_are_triangles) {
    const std::string elements =
        "element vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
        "element tristrips 1\nproperty list int int vertex_indices\n";
    const std::string points = "0 0 0\n0 1 0\n1 0 0\n1 1 0\n2 0 0\n";
    const Mesh mesh = read(ascii(elements, points + "10 0 1 2 3 4 -1 4 3 2 -1\n"), "a.ply").value();
    EXPECT_EQ(triangles_of(mesh), (Triangles{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 2}}));
    expect_error(ascii(elements, points + "3 0 1 -2\n"), "a.ply", ErrorCode::bad_index, 16);
    expect_error(ascii(elements, points + "1 5\n"), "a.ply", ErrorCode::bad_index, 16);
}

// A C-shaped face with eight corners and an area of 7 in a 3 × 3 square.
TEST(Ply, a_face_that_is_not_convex_keeps_its_area) {
    const std::string text = ascii(
        "element vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty "
        "list uchar int vertex_indices\n",
        "0 0 0\n3 0 0\n3 1 0\n1 1 0\n1 2 0\n3 2 0\n3 3 0\n0 3 0\n8 0 1 2 3 4 5 6 7\n");
    const Mesh mesh = read(text, "a.ply").value();
    ASSERT_EQ(mesh.triangles().size(), 6u);
    double area = 0;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const auto [a, b, c] = mesh.corners(i);
        const double doubled = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        EXPECT_GE(doubled, 0);
        area += doubled / 2;
    }
    EXPECT_EQ(area, 7);
    EXPECT_TRUE(mesh.notes().empty());
}

TEST(Ply, refuses_vertex_numbers_that_do_not_exist) {
    const auto with_face = [](const std::string& rows) {
        return ascii(vertex_header + face_header, square + rows);
    };
    expect_error(with_face("3 0 1 2\n3 0 1 4\n"), "a.ply", ErrorCode::bad_index, 16);
    expect_error(with_face("3 0 1 -1\n3 0 1 2\n"), "a.ply", ErrorCode::bad_index, 15);
    expect_error(with_face("3 0 1 99999999999999999999\n3 0 1 2\n"), "a.ply", ErrorCode::bad_index, 15);
    std::string bytes = binary_square(false);
    bytes[bytes.size() - 1] = '\x7f';
    EXPECT_EQ(read(bytes, "a.ply").error().code, ErrorCode::bad_index);
}

TEST(Ply, refuses_malformed_files) {
    const auto rows = [](const std::string& text) { return ascii(vertex_header + face_header, text); };
    const std::string faces = "3 0 1 2\n3 0 2 3\n";
    expect_error(rows("0 0 0\n1 0\n1 1 0\n0 1 0\n" + faces), "a.ply", ErrorCode::bad_syntax, 12);
    expect_error(rows("0 0 0\n1 0 0 5\n1 1 0\n0 1 0\n" + faces), "a.ply", ErrorCode::bad_syntax, 12);
    expect_error(rows("0 0 0\none 0 0\n1 1 0\n0 1 0\n" + faces), "a.ply", ErrorCode::bad_syntax, 12);
    expect_error(rows(square + "3 0 1\n3 0 2 3\n"), "a.ply", ErrorCode::bad_syntax, 15);
    expect_error(rows(square + "2 0 1\n3 0 2 3\n"), "a.ply", ErrorCode::bad_syntax, 15);
    expect_error(rows(square + "-3 0 1 2\n3 0 2 3\n"), "a.ply", ErrorCode::bad_syntax, 15);
    expect_error(rows(square + "3 0 1.5 2\n3 0 2 3\n"), "a.ply", ErrorCode::bad_syntax, 15);
    expect_error(rows(square + faces + "3 0 1 2\n"), "a.ply", ErrorCode::bad_syntax, 17);
    expect_error("ply\nformat ascii 2.0\nend_header\n", "a.ply", ErrorCode::bad_syntax, 2);
    expect_error("ply\nformat text 1.0\nend_header\n", "a.ply", ErrorCode::bad_syntax, 2);
    expect_error("ply\nelement vertex 0\nend_header\n", "a.ply", ErrorCode::bad_syntax, 3);
    expect_error("ply\nformat ascii 1.0\nelement vertex some\nend_header\n", "a.ply", ErrorCode::bad_syntax,
                 3);
    expect_error("ply\nformat ascii 1.0\nproperty int x\nend_header\n", "a.ply", ErrorCode::bad_syntax, 3);
    expect_error("ply\nformat ascii 1.0\nelement vertex 1\nproperty half x\nend_header\n", "a.ply",
                 ErrorCode::bad_syntax, 4);
    expect_error("ply\nformat ascii 1.0\nelement vertex 1\nproperty list float int x\nend_header\n", "a.ply",
                 ErrorCode::bad_syntax, 4);
    expect_error("ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nend_header\n1\n", "a.ply",
                 ErrorCode::bad_syntax, 3);
    expect_error("ply\nformat ascii 1.0\n" + vertex_header + vertex_header + "end_header\n", "a.ply",
                 ErrorCode::bad_syntax, 7);
    expect_error("ply\nformat ascii 1.0\nnonsense\nend_header\n", "a.ply", ErrorCode::bad_syntax, 3);
    expect_error(ascii(vertex_header + "element face 1\nproperty int vertex_indices\n", square + "1\n"),
                 "a.ply", ErrorCode::bad_syntax, 8);
    EXPECT_FALSE(
        read(ascii("element vertex 0\nproperty int x\nproperty int y\nproperty int z\n", ""), "a.ply"));
}

TEST(Ply, refuses_every_truncation) {
    const std::string text = ascii(vertex_header + face_header, square + "3 0 1 2\n3 0 2 3");
    for (std::size_t size = 0; size < text.size(); ++size)
        EXPECT_FALSE(read(text.substr(0, size), "a.ply")) << size;
    for (const bool big : {false, true}) {
        const std::string bytes = binary_square(big);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            EXPECT_FALSE(read(bytes.substr(0, size), "a.ply")) << size;
    }
    const std::string bytes = binary_square(false);
    const auto cut = read(bytes.substr(0, bytes.size() - 1), "a.ply").error();
    EXPECT_TRUE(cut.byte == bytes.size() - 1 || cut.line) << cut.text();
}

TEST(Ply, padding_is_noted_and_other_trailing_bytes_are_refused) {
    const std::string bytes = binary_square(false);
    const auto mesh = read(bytes + std::string(100, '\0'), "a.ply");
    expect_square(mesh);
    ASSERT_EQ(mesh->notes().size(), 1u);
    EXPECT_NE(mesh->notes()[0].message.find("100 bytes"), std::string::npos);
    expect_square(read(bytes + "\r\n", "a.ply"));
    const auto more = read(bytes + std::string(13, '\1'), "a.ply");
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().byte, bytes.size());
}

// An error quotes a count as it is written in the file, even if it exceeds 64 bits.
TEST(Ply, counts_are_reported_as_written) {
    for (const char* count : {"1152921504606846977", "18446744073709551615", "18446744073709551616"}) {
        std::string faces = face_header;
        faces.replace(faces.find(' ', 8) + 1, 1, count);
        const auto mesh = read(ascii(vertex_header + faces, square + "3 0 1 2\n3 0 2 3\n"), "a.ply");
        ASSERT_FALSE(mesh);
        EXPECT_NE(mesh.error().text().find(count), std::string::npos) << mesh.error().text();
    }
}

TEST(Ply, absurd_counts_are_refused_before_memory_is_allocated) {
    for (const char* count : {"4000000000", "99999999999999999999999"})
        for (const std::string& element : {vertex_header, face_header}) {
            std::string absurd = element;
            absurd.replace(absurd.find(' ', 8) + 1, 1, count);
            const std::string others = element == vertex_header ? face_header : vertex_header;
            EXPECT_FALSE(read(ascii(absurd + others, square + "3 0 1 2\n3 0 2 3\n"), "a.ply"));
            EXPECT_FALSE(
                read("ply\n" + format_line(true) + absurd + others + "end_header\n" + square, "a.ply"));
            EXPECT_FALSE(
                read("ply\n" + format_line(true) + others + absurd + "end_header\n" + square, "a.ply"));
        }
    Bytes list(false);
    list.text = "ply\n" + format_line(false) +
                "element vertex 0\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
                "property list uint int vertex_indices\nend_header\n";
    list.add(0xffffffffu).add(0).add(0).add(0);
    EXPECT_FALSE(read(list.text, "a.ply"));
    // Elements without properties take no memory and no time, however many there are.
    expect_square(read(
        ascii("element nothing 1000000000000\n" + vertex_header + face_header, square + "3 0 1 2\n3 0 2 3\n"),
        "a.ply"));
}

}  // namespace
}  // namespace allide::test
