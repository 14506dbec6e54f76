// The corners of a group of triangles, each once.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

class NodePoints {
  public:
    explicit NodePoints(const Mesh& mesh) : mesh_(&mesh), last_user_(mesh.vertices().size(), 0) {}

    // Valid until the next call.
    std::span<const Vec3> of(std::span<const std::uint32_t> triangles);
    // Bounds |x|₁ of every corner of the mesh.
    double norm() const;

  private:
    const Mesh* mesh_;
    std::vector<std::uint32_t> last_user_;
    std::vector<Vec3> points_;
    std::uint32_t user_ = 0;
};

std::vector<Vec3> triangle_centers(const Mesh& mesh);

}  // namespace allide::tree
