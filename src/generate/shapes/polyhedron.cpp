// The four convex bodies of Arcila, Dinás, Bañón 2008: the cube, the octahedron, the body of 20 triangles
// (which they call dodecahedron), and the nonagonal antiprism. If more triangles are wanted than the body
// has, its faces are subdivided without changing the shape.
#include "base/cancel.hpp"
#include "generate/shapes/circle.hpp"
#include "generate/shapes/makers.hpp"
#include "generate/shapes/split.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <utility>

namespace allide::mesh {

namespace {

// Divides every triangle of a closed surface into n² equal triangles. Two triangles that share an edge share
// the new points on it.
class Subdivision {
  public:
    Subdivision(const MeshData& body, std::uint32_t n) : n_(n) {
        result_.vertices = body.vertices;
        for (const TriangleIndices& t : body.triangles) cut(t);
    }
    MeshData take() && { return std::move(result_); }

  private:
    void cut(const TriangleIndices& t) {
        std::vector<std::uint32_t> row = points(t, 0);
        const base::CancelCheck check_cancelled;
        for (std::uint32_t i = 1; i <= n_; ++i) {
            check_cancelled();
            std::vector<std::uint32_t> next = points(t, i);
            for (std::uint32_t j = 0; j < i; ++j) {
                result_.triangles.push_back({row[j], next[j], next[j + 1]});
                if (j + 1 < i) result_.triangles.push_back({row[j], next[j + 1], row[j + 1]});
            }
            row = std::move(next);
        }
    }

    // The vertex numbers of row i of the triangle: i + 1 points from the side 0-1 to the side 0-2.
    std::vector<std::uint32_t> points(const TriangleIndices& t, std::uint32_t i) {
        if (i == 0) return {t[0]};
        std::vector<std::uint32_t> row{on_edge(t[0], t[1], i)};
        for (std::uint32_t j = 1; j < i; ++j)
            row.push_back(i == n_ ? on_edge(t[1], t[2], j) : add(mix(t, n_ - i, i - j, j)));
        row.push_back(on_edge(t[0], t[2], i));
        return row;
    }

    // The vertex number of point `step`, of n, on an edge. The first call for an edge adds all its points.
    std::uint32_t on_edge(std::uint32_t from, std::uint32_t to, std::uint32_t step) {
        if (step == 0) return from;
        if (step == n_) return to;
        if (from > to) return on_edge(to, from, n_ - step);
        const auto [place, is_new] = edges_.try_emplace({from, to}, result_.vertices.size());
        if (is_new)
            for (std::uint32_t k = 1; k < n_; ++k) add(mix({from, to, to}, n_ - k, k, 0));
        return static_cast<std::uint32_t>(place->second + step - 1);
    }

    Vec3 mix(const TriangleIndices& t, double a, double b, double c) const {
        const Vec3 &p = result_.vertices[t[0]], &q = result_.vertices[t[1]], &r = result_.vertices[t[2]];
        const auto n = static_cast<double>(n_);
        return {(a * p.x + b * q.x + c * r.x) / n, (a * p.y + b * q.y + c * r.y) / n,
                (a * p.z + b * q.z + c * r.z) / n};
    }

    std::uint32_t add(const Vec3& point) {
        result_.vertices.push_back(point);
        return static_cast<std::uint32_t>(result_.vertices.size() - 1);
    }

    std::uint32_t n_;
    MeshData result_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>
        edges_;  // per edge: the vertex number of its first inner point
};

// Subdivides the faces, and then splits single edges until there are about `wanted` triangles.
MeshData refine(const MeshData& body, std::uint64_t wanted) {
    const std::uint64_t faces = body.triangles.size();
    const double ideal = std::sqrt(static_cast<double>(wanted) / static_cast<double>(faces));
    auto n = static_cast<std::uint64_t>(std::lround(ideal));
    if (n * n * faces > wanted && !is_near(n * n * faces, wanted)) --n;
    MeshData surface = Subdivision(body, static_cast<std::uint32_t>(n)).take();
    split_to(surface, wanted);
    return surface;
}

void add_polygon(MeshData& body, std::initializer_list<std::uint32_t> corners) {
    const std::uint32_t* corner = corners.begin();
    for (std::size_t i = 2; i < corners.size(); ++i)
        body.triangles.push_back({corner[0], corner[i - 1], corner[i]});
}

double squared_distance(const Vec3& p, const Vec3& q) {
    const double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return x * x + y * y + z * z;
}

double triple_product(const Vec3& p, const Vec3& q, const Vec3& r) {
    return p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) + p.z * (q.x * r.y - q.y * r.x);
}

// Adds the faces of a convex body around the origin whose faces are regular triangles of equal size: every
// three vertices that are one edge length apart from each other.
void add_regular_faces(MeshData& body, double squared_edge) {
    const std::vector<Vec3>& v = body.vertices;
    const auto adjacent = [&](std::uint32_t i, std::uint32_t j) {
        return std::abs(squared_distance(v[i], v[j]) - squared_edge) < 1e-9;
    };
    const auto count = static_cast<std::uint32_t>(v.size());
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t j = i + 1; j < count; ++j)
            for (std::uint32_t k = j + 1; k < count; ++k) {
                if (!adjacent(i, j) || !adjacent(j, k) || !adjacent(k, i)) continue;
                const bool outward = triple_product(v[i], v[j], v[k]) > 0;
                body.triangles.push_back(outward ? TriangleIndices{i, j, k} : TriangleIndices{i, k, j});
            }
}

MeshData cube() {
    MeshData body;
    for (int corner = 0; corner < 8; ++corner)
        body.vertices.push_back({corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0});
    add_polygon(body, {0, 4, 6, 2});
    add_polygon(body, {1, 3, 7, 5});
    add_polygon(body, {0, 1, 5, 4});
    add_polygon(body, {2, 6, 7, 3});
    add_polygon(body, {0, 2, 3, 1});
    add_polygon(body, {4, 5, 7, 6});
    return body;
}

MeshData octahedron() {
    MeshData body;
    body.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    add_regular_faces(body, 2);
    return body;
}

MeshData icosahedron() {
    const double golden = (std::sqrt(5.0) - 1) / 2;
    MeshData body;
    for (const double one : {1.0, -1.0})
        for (const double g : {golden, -golden}) {
            body.vertices.push_back({0, one, g});
            body.vertices.push_back({one, g, 0});
            body.vertices.push_back({g, 0, one});
        }
    add_regular_faces(body, 4 * golden * golden);
    return body;
}

// Two nonagons, one of them rotated by half a step, and 18 regular triangles between them.
MeshData antiprism() {
    const double full_step = circle_point(1, 18).sin, half_step = circle_point(1, 36).sin;
    const double height = std::sqrt(full_step * full_step - half_step * half_step);
    MeshData body;
    for (std::uint32_t k = 0; k < 18; ++k) {  // even k: the lower nonagon; odd k: the upper one
        const CirclePoint at = circle_point(k, 18);
        body.vertices.push_back({at.cos, at.sin, k % 2 == 0 ? -height : height});
    }
    for (std::uint32_t k = 0; k < 18; k += 2) {
        body.triangles.push_back({k, (k + 2) % 18, k + 1});
        body.triangles.push_back({k + 1, (k + 2) % 18, (k + 3) % 18});
    }
    add_polygon(body, {0, 16, 14, 12, 10, 8, 6, 4, 2});
    add_polygon(body, {1, 3, 5, 7, 9, 11, 13, 15, 17});
    return body;
}

}  // namespace

MeshData make_cube(std::uint64_t wanted, std::uint64_t /*seed*/) {
    return refine(cube(), wanted);
}

MeshData make_octahedron(std::uint64_t wanted, std::uint64_t /*seed*/) {
    return refine(octahedron(), wanted);
}

MeshData make_icosahedron(std::uint64_t wanted, std::uint64_t /*seed*/) {
    return refine(icosahedron(), wanted);
}

MeshData make_antiprism(std::uint64_t wanted, std::uint64_t /*seed*/) {
    return refine(antiprism(), wanted);
}

}  // namespace allide::mesh
