// An estimate of a mesh's sag: how far its triangles may be from a curved surface that they approximate.
#pragma once

#include <allide/mesh.hpp>

namespace allide::mesh {

// From the curvature that the angles between neighbouring triangles suggest: a surface of curvature κ
// deviates by κ w² / 8 from a flat facet of width w. Angles above 40 degrees count as edges of the shape, so
// a coarse cylinder and a prism are told apart only by that. A hint, never a bound; 0 for flat faces.
double estimate_sag(const Mesh& mesh);

}  // namespace allide::mesh
