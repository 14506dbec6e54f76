// The data that copies of a Mesh share. Vertices and triangles may lie in memory with another owner, such as
// a mapped file.
#pragma once

#include <allide/mesh.hpp>

#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace allide::detail {

struct SharedMesh : MeshData {
    explicit SharedMesh(MeshData data)
        : MeshData(std::move(data)), vertex_view(vertices), triangle_view(triangles) {}
    // `rest` has all other data and empty lists of vertices and triangles, which lie in memory that `keeper`
    // owns.
    SharedMesh(MeshData rest, std::span<const Vec3> mapped_vertices,
               std::span<const TriangleIndices> mapped_triangles, std::shared_ptr<const void> keeper)
        : MeshData(std::move(rest)),
          vertex_view(mapped_vertices),
          triangle_view(mapped_triangles),
          owner(std::move(keeper)) {}
    SharedMesh(const SharedMesh&) = delete;
    SharedMesh& operator=(const SharedMesh&) = delete;

    // A copy whose vertices and triangles are in its own vectors.
    MeshData copied() const {
        MeshData copy = *this;
        copy.vertices.assign(vertex_view.begin(), vertex_view.end());
        copy.triangles.assign(triangle_view.begin(), triangle_view.end());
        return copy;
    }

    std::span<const Vec3> vertex_view;
    std::span<const TriangleIndices> triangle_view;
    std::shared_ptr<const void> owner = {};
};

struct MeshAccess {
    static const SharedMesh& data(const Mesh& mesh) { return *mesh.data_; }
    static Mesh make(std::shared_ptr<const SharedMesh> data) { return Mesh(std::move(data)); }
};

// The checks of Mesh::from: returns an Error if a triangle or a part refers to something that does not exist.
// The triangles are skipped if they have been checked by indices_are_below().
std::optional<Error> mesh_defect(const SharedMesh& mesh, bool indices_are_good = false);

}  // namespace allide::detail
