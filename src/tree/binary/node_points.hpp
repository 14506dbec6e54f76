// Collects the distinct vertices of a group of triangles.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

class NodePoints {
  public:
    explicit NodePoints(const Mesh& mesh) : mesh_(&mesh), last_user_(mesh.vertices().size(), 0) {}

    // Distinct vertices of the triangles. The returned span is valid until the next call.
    std::span<const Vec3> of(std::span<const std::uint32_t> triangles);
    // Upper bound of |x|₁ over all vertices that triangles use.
    double norm() const;

  private:
    const Mesh* mesh_;
    std::vector<std::uint32_t> last_user_;  // per vertex: the value of user_ when of() last found it
    std::vector<Vec3> points_;
    std::uint32_t user_ = 0;
};

std::vector<Vec3> triangle_centers(const Mesh& mesh);

}  // namespace allide::tree
