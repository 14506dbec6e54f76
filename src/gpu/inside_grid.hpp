// A grid of cells that are certainly inside a closed mesh.
#pragma once

#include "gpu/tables.hpp"

#include <allide/model.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::gpu {

// Sets the grid of the view and returns its bits; empty if the mesh is too flat for a grid. `corners` are the
// scaled corners of all triangles. A cell is inside if no triangle comes near it and a point in one of the
// cells connected with it is inside the mesh, which is decided exactly.
std::vector<std::uint32_t> build_grid(const Model& model, int exponent,
                                      const std::vector<std::array<Vec3, 3>>& corners, MeshView& view);

}  // namespace allide::gpu
