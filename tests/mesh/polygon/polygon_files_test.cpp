// Polygons read from files: in every format the triangles cover the face, and triangle numbers follow the
// order of the faces.
#include <allide/io.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

struct Point {
    double u, v;
};
using Face = std::vector<std::uint32_t>;
struct Faces {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
};

const std::vector<Point> c_shape{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {4, 3}, {4, 4}, {0, 4}};
const std::vector<Point> spiral{{0, 0}, {7, 0}, {7, 7}, {1, 7}, {1, 2}, {5, 2}, {5, 5}, {3, 5},
                                {3, 4}, {4, 4}, {4, 3}, {2, 3}, {2, 6}, {6, 6}, {6, 1}, {0, 1}};

std::string numbers(const Vec3& p) {
    char text[100];
    std::snprintf(text, sizeof text, "%.17g %.17g %.17g\n", p.x, p.y, p.z);
    return text;
}

std::string as_obj(const Faces& soup) {
    std::string text;
    for (const Vec3& p : soup.vertices) text += "v " + numbers(p);
    for (const Face& face : soup.faces) {
        text += 'f';
        for (const std::uint32_t i : face) text += ' ' + std::to_string(i + 1);
        text += '\n';
    }
    return text;
}

std::string vertices_and_faces(const Faces& soup) {
    std::string text;
    for (const Vec3& p : soup.vertices) text += numbers(p);
    for (const Face& face : soup.faces) {
        text += std::to_string(face.size());
        for (const std::uint32_t i : face) text += ' ' + std::to_string(i);
        text += '\n';
    }
    return text;
}

std::string as_off(const Faces& soup) {
    return "OFF\n" + std::to_string(soup.vertices.size()) + ' ' + std::to_string(soup.faces.size()) + " 0\n" +
           vertices_and_faces(soup);
}

std::string as_ply(const Faces& soup) {
    return "ply\nformat ascii 1.0\nelement vertex " + std::to_string(soup.vertices.size()) +
           "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
           std::to_string(soup.faces.size()) + "\nproperty list uchar int vertex_indices\nend_header\n" +
           vertices_and_faces(soup);
}

struct Format {
    const char* name;
    std::string (*write)(const Faces&);
};
void PrintTo(const Format& format, std::ostream* out) {
    *out << format.name;
}

Mesh read(const Format& format, const Faces& soup) {
    const std::string text = format.write(soup);
    auto mesh = read_mesh(std::as_bytes(std::span(text)), format.name);
    EXPECT_TRUE(mesh) << (mesh ? "" : mesh.error().text());
    return mesh ? *mesh : Mesh();
}

// A mesh of three faces: a triangle, the polygon in one of several planes, another triangle.
Faces between_triangles(const std::vector<Point>& polygon, int plane) {
    Faces soup;
    soup.faces = {{0, 1, 2}, {}, {2, 1, 0}};
    for (const auto& [u, v] : polygon) {
        const Vec3 places[] = {{u, v, 5}, {v, -2, u}, {3, u, v}, {u, v, 0.5 * u - 0.25 * v}};
        soup.faces[1].push_back(static_cast<std::uint32_t>(soup.vertices.size()));
        soup.vertices.push_back(places[plane]);
    }
    return soup;
}
constexpr int planes = 4;

double doubled_area(const Point& a, const Point& b, const Point& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

class PolygonFiles : public testing::TestWithParam<Format> {};

// Both polygons are counter-clockwise, and so must every triangle be. Then no triangle extends outside or
// overlaps another, and the areas add up.
TEST_P(PolygonFiles, triangles_cover_the_face_and_keep_its_place) {
    for (const auto& polygon : {c_shape, spiral}) {
        for (int plane = 0; plane < planes; ++plane) {
            const Mesh mesh = read(GetParam(), between_triangles(polygon, plane));
            const auto triangles = mesh.triangles();
            ASSERT_EQ(triangles.size(), polygon.size());  // n − 2 triangles, and one for each other face
            EXPECT_EQ(triangles.front(), (TriangleIndices{0, 1, 2}));
            EXPECT_EQ(triangles.back(), (TriangleIndices{2, 1, 0}));
            double sum = 0, whole = 0;
            for (std::size_t i = 2; i < polygon.size(); ++i)
                whole += doubled_area(polygon[0], polygon[i - 1], polygon[i]);
            for (const auto& [i, j, k] : triangles.subspan(1, polygon.size() - 2)) {
                const double area = doubled_area(polygon.at(i), polygon.at(j), polygon.at(k));
                EXPECT_GT(area, 0) << i << ' ' << j << ' ' << k << " in plane " << plane;
                sum += area;
            }
            EXPECT_EQ(sum, whole);
            EXPECT_TRUE(mesh.notes().empty());
        }
    }
}

// A face with more than three corners, one of which is lifted out of the plane.
TEST_P(PolygonFiles, bent_faces_are_noted) {
    Faces soup = between_triangles(c_shape, 0);
    soup.vertices[2].z += 0.5;
    const Mesh mesh = read(GetParam(), soup);
    EXPECT_EQ(mesh.triangles().size(), c_shape.size());
    ASSERT_EQ(mesh.notes().size(), 1u);
    EXPECT_NE(mesh.notes()[0].message.find("planar"), std::string::npos) << mesh.notes()[0].message;
    EXPECT_EQ(mesh.notes()[0].triangle, 1u);
}

INSTANTIATE_TEST_SUITE_P(Formats, PolygonFiles,
                         testing::Values(Format{"face.obj", as_obj}, Format{"face.off", as_off},
                                         Format{"face.ply", as_ply}));

}  // namespace
}  // namespace allide
