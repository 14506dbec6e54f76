// Is a mesh's surface closed, and which shells does it consist of? Queries about solids depend on this.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::mesh {

struct Surface {
    // True if there are triangles, and every edge belongs to an even number of them. Then every line that
    // meets no edge crosses the surface an even number of times.
    bool closed = false;
    // True if every edge is used as often in one direction as in the other. Then the winding number of the
    // surface about every point is an integer. Implies closed if there are triangles.
    bool oriented = false;
    // One vertex per shell. A shell is a maximal set of triangles that are connected through shared corners.
    std::vector<std::uint32_t> shells;
};

// Vertices are compared by position; triangles without area have no edges, as in inspect(). All vertices that
// triangles use must be finite.
Surface survey(const Mesh& mesh);

}  // namespace allide::mesh
