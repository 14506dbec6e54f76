// inspect() for triangles that are not a Mesh, such as an instance whose vertices have been transformed.
#pragma once

#include <allide/mesh.hpp>

#include <span>

namespace allide::mesh {

// The entry that inspect() gives for a mesh of one part, without a name.
PartInfo inspect_part(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles);

}  // namespace allide::mesh
