// inspect() for triangles that are not a Mesh, such as an instance whose vertices have been transformed.
#pragma once

#include <allide/mesh.hpp>

#include <span>

namespace allide::mesh {

// The PartInfo that inspect() would give for a mesh with this one part, without a name.
PartInfo inspect_part(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles);

}  // namespace allide::mesh
