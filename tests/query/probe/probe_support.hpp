// Meshes and poses for tests of queries about one mesh.
#pragma once

#include "support/hostile_meshes.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <vector>

namespace allide::test {

inline constexpr ProbeOptions brute{.search = Search::brute_force};

inline Model build(const Mesh& mesh, Volume volume = Volume::automatic) {
    return Model::build(mesh, {.volume = volume}).value();
}

inline Vec3 mapped(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
            m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
}
inline Vec3 between(const Vec3& a, const Vec3& b, double t) {
    return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
}
inline Vec3 minus(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

// Adds a box from lo to hi whose faces point outward, or inward if `inward` is set.
inline void add_box(MeshMaker& maker, const Vec3& lo, const Vec3& hi, bool inward = false) {
    const auto corner = [&](int i) {
        return Vec3{(i & 1) != 0 ? hi.x : lo.x, (i & 2) != 0 ? hi.y : lo.y, (i & 4) != 0 ? hi.z : lo.z};
    };
    constexpr int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& f : faces) {
        const Vec3 a = corner(f[0]), b = corner(f[1]), c = corner(f[2]), d = corner(f[3]);
        inward ? maker.add(a, c, b) : maker.add(a, b, c);
        inward ? maker.add(a, d, c) : maker.add(a, c, d);
    }
}
inline Mesh box_mesh(const Vec3& lo, const Vec3& hi) {
    MeshMaker maker;
    add_box(maker, lo, hi);
    return std::move(maker).mesh();
}

// Meshes of every kind that queries must handle.
inline std::vector<NamedMesh> probe_meshes(base::Random& random) {
    auto meshes = hostile_meshes(200, random);
    meshes.push_back({"noisy", generate(GeneratedShape::noisy_torus, {.triangles = 900, .seed = 5}).value()});
    meshes.push_back({"soup", generate(GeneratedShape::soup, {.triangles = 300, .seed = 7}).value()});
    meshes.push_back({"sphere", generate(GeneratedShape::sphere, {.triangles = 500}).value()});
    meshes.push_back({"box", generate(GeneratedShape::box, {.triangles = 300}).value()});
    MeshMaker one;
    one.add({0, 0, 0}, {1, 0, 0}, {0, 1, 0.25});
    meshes.push_back({"one", std::move(one).mesh()});
    meshes.push_back({"tiny", moved(meshes[4].mesh, 1e-7, {})});
    meshes.push_back({"large", moved(meshes[4].mesh, 1e5, {})});
    meshes.push_back({"far", moved(meshes[4].mesh, 1, {1e4, -1e4, 1e4})});
    meshes.push_back({"empty", Mesh()});
    return meshes;
}

// Centre and size of a mesh's bounding box.
struct Extent {
    Vec3 center;
    double size = 1;
};
inline Extent extent_of(const Mesh& mesh) {
    Extent extent;
    if (mesh.triangles().empty()) return extent;
    const Box box = inspect(mesh).front().bounds.value();
    extent.center = between(box.lo, box.hi, 0.5);
    extent.size = std::max({box.hi.x - box.lo.x, box.hi.y - box.lo.y, box.hi.z - box.lo.z}) / 2;
    return extent;
}

// A pose at rest, translated, rotated, far away, or at the edge of the rigidity tolerance.
inline Pose any_pose(base::Random& random, int round, double size) {
    switch (round % 5) {
        case 0:
            return Pose::identity();
        case 1:
            return Pose::translation(random_point(random, size));
        case 2:
            return random_pose(random, size);
        case 3:
            return random_pose(random, 1e4 * size);
        default:
            return barely_rigid_pose(random, size);
    }
}

// A point that is difficult for queries: a corner, or a point on an edge or a face; sometimes any point.
inline Vec3 telling_point(base::Random& random, const Mesh& mesh, const Extent& extent) {
    const Vec3 free = about(extent.center, random, 1.5 * extent.size);
    if (mesh.triangles().empty() || random.below(4) == 0) return free;
    const auto [a, b, c] = mesh.corners(static_cast<std::uint32_t>(random.below(mesh.triangles().size())));
    const std::uint64_t kind = random.below(3);
    if (kind == 0) return a;
    const Vec3 on_edge = between(a, b, 0.5);
    return kind == 1 ? on_edge : between(on_edge, c, 0.25);
}

inline const std::vector<Volume>& some_volumes() {
    static const std::vector<Volume> volumes{Volume::automatic, Volume::aabb,   Volume::obb,
                                             Volume::sphere,    Volume::kdop14, Volume::kdop26};
    return volumes;
}

}  // namespace allide::test
