// The faults of a part whose triangles and vertices stand anywhere, e.g. at another place than its mesh.
#pragma once

#include <allide/mesh.hpp>

#include <span>

namespace allide::mesh {

// As inspect() tells it, without a name.
PartInfo inspect_part(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles);

}  // namespace allide::mesh
