// Meshes of any size, of kinds that occur in files and are difficult for tree builders, made from a seed.
#pragma once

#include "support/random_geometry.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace allide::test {

class MeshMaker {
  public:
    void add(const Vec3& p, const Vec3& q, const Vec3& r) {
        const auto base = static_cast<std::uint32_t>(data_.vertices.size());
        data_.vertices.insert(data_.vertices.end(), {p, q, r});
        data_.triangles.push_back({base, base + 1, base + 2});
    }
    Mesh mesh() && { return Mesh::from(std::move(data_)).value(); }

  private:
    MeshData data_;
};

inline Vec3 about(const Vec3& center, base::Random& random, double size) {
    const Vec3 arm = random_point(random, size);
    return {center.x + arm.x, center.y + arm.y, center.z + arm.z};
}

// Small triangles scattered in a cube.
inline Mesh scattered(std::uint32_t count, base::Random& random, double size) {
    MeshMaker maker;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 center = random_point(random, 1);
        const Vec3 p = about(center, random, size), q = about(center, random, size);
        maker.add(p, q, about(center, random, size));
    }
    return std::move(maker).mesh();
}

// The same triangle many times.
inline Mesh duplicates(std::uint32_t count) {
    MeshMaker maker;
    for (std::uint32_t i = 0; i < count; ++i) maker.add({0.1, 0.2, 0.3}, {1, 0.5, 0.25}, {0.3, 0.9, -0.5});
    return std::move(maker).mesh();
}

// Triangles that all lie exactly in the plane z = x − y; each overlaps many others.
inline Mesh in_one_plane(std::uint32_t count, base::Random& random) {
    const double size = 4 / std::sqrt(count + 1.0);
    const auto in_plane = [](double x, double y) {
        const double u = std::round(0x1p30 * x), v = std::round(0x1p30 * y);
        return Vec3{0x1p-30 * u, 0x1p-30 * v, 0x1p-30 * (u - v)};
    };
    MeshMaker maker;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double x = random.between(-1, 1), y = random.between(-1, 1);
        const auto corner = [&] {
            const double aside = random.between(-size, size);  // a variable, so that x is drawn before y
            return in_plane(x + aside, y + random.between(-size, size));
        };
        const Vec3 p = corner(), q = corner(), r = corner();
        maker.add(p, q, r);
    }
    return std::move(maker).mesh();
}

// Degenerate triangles (points and segments) around the unit sphere.
inline Mesh zero_area(std::uint32_t count, base::Random& random) {
    const double size = 2 / std::sqrt(count + 1.0);
    MeshMaker maker;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 x = random_point(random, 1);
        const double length = std::sqrt(x.x * x.x + x.y * x.y + x.z * x.z) + 1e-30;
        const Vec3 p{x.x / length, x.y / length, x.z / length}, q = about(p, random, size);
        maker.add(p, i % 4 == 0 ? p : q, i % 2 == 0 ? p : q);
    }
    return std::move(maker).mesh();
}

// Triangles of sizes from `smallest` to 1, each order of magnitude equally often. Every other one is near the
// origin, at a distance of about its size.
inline Mesh huge_and_tiny(std::uint32_t count, base::Random& random, double smallest) {
    MeshMaker maker;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double size = std::pow(smallest, random.unit());
        const Vec3 center = random_point(random, i % 2 == 0 ? 1 : size);
        const Vec3 p = about(center, random, size), q = about(center, random, size);
        maker.add(p, q, about(center, random, size));
    }
    return std::move(maker).mesh();
}

// The same mesh with every coordinate scaled, then translated.
inline Mesh moved(const Mesh& mesh, double scale, const Vec3& shift) {
    MeshData data;
    for (const Vec3& x : mesh.vertices())
        data.vertices.push_back({x.x * scale + shift.x, x.y * scale + shift.y, x.z * scale + shift.z});
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    return Mesh::from(std::move(data)).value();
}

struct NamedMesh {
    std::string name;
    Mesh mesh;
};

inline std::vector<NamedMesh> hostile_meshes(std::uint32_t count, base::Random& random) {
    return {{"duplicates", duplicates(count)},
            {"one plane", in_one_plane(count, random)},
            {"zero area", zero_area(count, random)},
            {"huge and tiny", huge_and_tiny(count, random, 1e-9)}};
}

}  // namespace allide::test
