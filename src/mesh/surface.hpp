// What solids are made of: whether a surface is closed, and the shells that it falls into.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::mesh {

struct Surface {
    // There are triangles, and every edge belongs to an even number of them: then every line that meets no
    // edge crosses the surface an even number of times.
    bool closed = false;
    // Every edge is used as often in one direction as in the other: then the surface winds a whole number of
    // times about a point. Implies closed where there are triangles.
    bool oriented = false;
    // A vertex of each shell: a set of triangles that hang together by their corners.
    std::vector<std::uint32_t> shells;
};

// Vertices are compared by position; triangles without area have no edges, as in inspect(). All must be
// finite.
Surface survey(const Mesh& mesh);

}  // namespace allide::mesh
