// STL, binary and ASCII. An ASCII file cannot return to an earlier solid, so a new solid begins wherever the
// part changes.
#include "base/cancel.hpp"
#include "io/file/bytes.hpp"
#include "io/formats/writers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace allide::io {
namespace {

Vec3 minus(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

// The vector divided by its largest coordinate, so that squares neither overflow nor underflow.
Vec3 scaled(const Vec3& v) {
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    return largest > 0 ? Vec3{v.x / largest, v.y / largest, v.z / largest} : Vec3{};
}

// The unit normal, which only viewers need; zero for a degenerate triangle.
Vec3 unit_normal(const std::array<Vec3, 3>& corners) {
    const Vec3 a = scaled(minus(corners[1], corners[0])), b = scaled(minus(corners[2], corners[0]));
    const Vec3 n = scaled({a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x});
    const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    return length > 0 && std::isfinite(length) ? Vec3{n.x / length, n.y / length, n.z / length} : Vec3{};
}

void append_floats(std::string& bytes, const Vec3& v) {
    for (const double x : {v.x, v.y, v.z})
        append_little_endian(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
}

// False if rounding a finite coordinate to float would give infinity.
bool corner_fits_float(const Vec3& v) {
    // Half an ulp above the largest float, where rounding to nearest gives infinity.
    constexpr double limit = 0x1.ffffffp127;
    const auto fits = [](double x) { return std::abs(x) < limit || !std::isfinite(x); };
    return fits(v.x) && fits(v.y) && fits(v.z);
}

void append_words(std::string& text, const char* words, const Vec3& v) {
    text += words;
    for (const double x : {v.x, v.y, v.z}) {
        text += ' ';
        append_number(text, x);
    }
    text += '\n';
}

void append_facet(std::string& text, const std::array<Vec3, 3>& corners) {
    append_words(text, "facet normal", unit_normal(corners));
    text += " outer loop\n";
    for (const Vec3& corner : corners) append_words(text, "  vertex", corner);
    text += " endloop\nendfacet\n";
}

}  // namespace

Result<std::string> write_stl_binary(const Mesh& mesh) {
    // The header must not start with "solid", because ASCII files do.
    std::string bytes = "binary STL, three corners a triangle";
    bytes.reserve(84 + 50 * mesh.triangles().size());
    bytes.resize(80, ' ');
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    append_little_endian(bytes, count);
    const base::CancelCheck check_cancelled;
    for (std::uint32_t i = 0; i < count; ++i) {
        check_cancelled();
        const auto corners = mesh.corners(i);
        if (!std::all_of(corners.begin(), corners.end(), corner_fits_float))
            return Error{.code = ErrorCode::too_large,
                         .message = "a coordinate exceeds the range of floats, which binary STL stores",
                         .file = {},
                         .triangle = i};
        append_floats(bytes, unit_normal(corners));
        for (const Vec3& corner : corners) append_floats(bytes, corner);
        bytes.append(2, '\0');
    }
    return bytes;
}

std::string write_stl_ascii(const Mesh& mesh) {
    const std::vector<std::string> names = printable_names(mesh);
    const auto line = [&names](const char* keyword, std::uint32_t part) {
        const std::string name = names.empty() ? std::string() : names[part];
        return keyword + (name.empty() ? name : ' ' + name) + '\n';
    };
    std::string text;
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    const base::CancelCheck check_cancelled;
    for (std::uint32_t i = 0; i < count; ++i) {
        check_cancelled();
        const std::uint32_t part = mesh.part_of(i);
        if (i == 0 || part != mesh.part_of(i - 1)) text += line("solid", part);
        append_facet(text, mesh.corners(i));
        if (i + 1 == count || part != mesh.part_of(i + 1)) text += line("endsolid", part);
    }
    return text.empty() ? "solid\nendsolid\n" : text;
}

}  // namespace allide::io
