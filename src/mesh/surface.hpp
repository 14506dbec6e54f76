// Finds out whether a mesh's surface is closed, and which shells it has. Queries about solids need this.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::mesh {

struct Surface {
    // True if there are triangles and every edge belongs to an even number of them. Then every line that
    // meets no edge crosses the surface an even number of times.
    bool closed = false;
    // True if every edge is traversed equally often in both directions. Then the winding number of the
    // surface about every point is an integer. If there are triangles, this implies `closed`.
    bool oriented = false;
    // One vertex per shell. A shell is a maximal set of triangles that are connected through shared corners.
    std::vector<std::uint32_t> shells;
};

// Vertices with equal coordinates count as one. As in inspect(), triangles without area have no edges. All
// vertices that triangles use must be finite.
Surface survey(const Mesh& mesh);

}  // namespace allide::mesh
