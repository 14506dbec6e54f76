// The benchmark setting: two equal objects scaled to the cube of side 2, at eight distances along x, where
// B is rotated about its own z axis in fifty steps.
#pragma once

#include <allide/allide.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace allide::bench {

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline std::vector<Pose> poses_of_setting() {
    std::vector<Pose> poses;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 50; ++j)
            poses.push_back(
                Pose::rotation({0, 0, 1}, degrees(360.0 * j / 50)).translated({2.2 * (i + 0.5) / 8, 0, 0}));
    return poses;
}

// Moves and scales the mesh so that its bounding box is centred at the origin with a longest side of 2.
inline Mesh in_cube_of_two(const Mesh& mesh) {
    MeshData data{.vertices = {mesh.vertices().begin(), mesh.vertices().end()},
                  .triangles = {mesh.triangles().begin(), mesh.triangles().end()},
                  .source = mesh.source()};
    Vec3 lo = data.vertices.front(), hi = lo;
    for (const Vec3& v : data.vertices) {
        lo = {std::min(lo.x, v.x), std::min(lo.y, v.y), std::min(lo.z, v.z)};
        hi = {std::max(hi.x, v.x), std::max(hi.y, v.y), std::max(hi.z, v.z)};
    }
    const double scale = 2 / std::max({hi.x - lo.x, hi.y - lo.y, hi.z - lo.z});
    for (Vec3& v : data.vertices)
        v = {scale * (v.x - (lo.x + hi.x) / 2), scale * (v.y - (lo.y + hi.y) / 2),
             scale * (v.z - (lo.z + hi.z) / 2)};
    return Mesh::from(std::move(data)).value();
}

// Hash of one contact at one pose. The sum over a set of contacts is a hash of the set that does not depend
// on their order.
inline std::uint64_t mixed(std::uint64_t pose, std::uint64_t a, std::uint64_t b) {
    std::uint64_t z = (pose << 48) ^ (a << 24) ^ b;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace allide::bench
