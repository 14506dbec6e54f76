// The bounding box of a mesh's triangles.
#pragma once

#include "tree/wide/local_unit.hpp"

#include <allide/mesh.hpp>

namespace allide::index {

// Returns a box that contains only the origin if there are no triangles.
inline Box mesh_box(const Mesh& mesh) {
    if (mesh.triangles().empty()) return {};
    const Vec3 first = mesh.corners(0)[0];
    Box box{first, first};
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) box.grow(mesh.vertices()[vertex]);
    return box;
}

}  // namespace allide::index
