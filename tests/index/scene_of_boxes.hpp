// Scenes of many small bodies, as files and as indexes.
#pragma once

#include "base/random.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/index.hpp>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace allide::test {

// A temporary folder that the destructor removes.
class ScratchFolder {
  public:
    ScratchFolder() {
        static std::atomic<int> count = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("allide-index-query-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
        std::filesystem::create_directories(path_);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() { std::filesystem::remove_all(path_); }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

// The length of a page of an index file.
inline constexpr std::size_t page_bytes = 4096;

inline std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

inline Mesh box_mesh(const Vec3& at, const Vec3& half) {
    MeshData data;
    for (unsigned n = 0; n < 8; ++n)
        data.vertices.push_back({at.x + half.x * (n & 1 ? 1 : -1), at.y + half.y * (n & 2 ? 1 : -1),
                                 at.z + half.z * (n & 4 ? 1 : -1)});
    const std::uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& q : quads) {
        data.triangles.push_back({q[0], q[1], q[2]});
        data.triangles.push_back({q[0], q[2], q[3]});
    }
    return Mesh::from(std::move(data)).value();
}

// Merges several meshes.
inline Mesh together(const std::vector<Mesh>& meshes) {
    MeshData data;
    for (const Mesh& mesh : meshes) {
        const auto first = static_cast<std::uint32_t>(data.vertices.size());
        data.vertices.insert(data.vertices.end(), mesh.vertices().begin(), mesh.vertices().end());
        for (const auto& [a, b, c] : mesh.triangles())
            data.triangles.push_back({first + a, first + b, first + c});
    }
    return Mesh::from(std::move(data)).value();
}

// The mesh transformed by the pose, with rounding.
inline Mesh moved(const Mesh& mesh, const Pose& pose) {
    const auto& m = pose.matrix();
    MeshData data;
    for (const Vec3& x : mesh.vertices())
        data.vertices.push_back({m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3],
                                 m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
                                 m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]});
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    return Mesh::from(std::move(data)).value();
}

inline Pose any_turn(base::Random& random, const Vec3& at) {
    const auto some = [&] { return random.between(-1, 1); };
    return Pose::rotation({some(), some(), some() + 2}, radians(3 * some())).translated(at);
}

// Random bodies of various shapes with centres in a cube of half side `half`; they may overlap.
inline std::vector<Mesh> some_bodies(base::Random& random, int count, double half) {
    std::vector<Mesh> bodies;
    for (int i = 0; i < count; ++i) {
        const auto some = [&] { return random.between(-half, half); };
        const Pose pose = any_turn(random, {some(), some(), some()});
        const auto side = [&] { return random.between(0.05, 0.4); };
        bodies.push_back(i % 4 == 0 ? moved(generate(GeneratedShape::torus, {.triangles = 60}).value(), pose)
                                    : moved(box_mesh({}, {side(), side(), side()}), pose));
    }
    return bodies;
}

inline void write_scene(const std::filesystem::path& file, const std::vector<Mesh>& bodies) {
    std::FILE* out = std::fopen(file.c_str(), "w");
    std::size_t first = 1;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        std::fprintf(out, "o body%zu\n", i);
        for (const Vec3& v : bodies[i].vertices()) std::fprintf(out, "v %.17g %.17g %.17g\n", v.x, v.y, v.z);
        for (const auto& [a, b, c] : bodies[i].triangles())
            std::fprintf(out, "f %zu %zu %zu\n", first + a, first + b, first + c);
        first += bodies[i].vertices().size();
    }
    std::fclose(out);
}

// A scene, both as a single model and as an index with many leaves.
struct IndexedScene {
    ScratchFolder folder;
    std::vector<Mesh> bodies;
    Model whole;
    Index index;

    explicit IndexedScene(std::vector<Mesh> some, std::uint64_t memory_limit = 1 << 30,
                          std::uint64_t leaf_bytes = 10240)
        : bodies(std::move(some)), whole(written()), index(built(memory_limit, leaf_bytes)) {}

  private:
    Model written() const {
        write_scene(folder / "scene.obj", bodies);
        return load_model(folder / "scene.obj").value();
    }
    Index built(std::uint64_t memory_limit, std::uint64_t leaf_bytes) const {
        const std::vector files{folder / "scene.obj"};
        Index::build(files, folder / "scene.allide", {.leaf_bytes = leaf_bytes}).value();
        return Index::open(folder / "scene.allide", {.memory_limit = memory_limit}).value();
    }
};

}  // namespace allide::test
