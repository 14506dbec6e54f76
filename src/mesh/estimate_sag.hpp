// An estimate of a mesh's sag: how far its triangles may be from a curved surface that they approximate.
#pragma once

#include <allide/mesh.hpp>

namespace allide::mesh {

// An estimate of the mesh's sag from the angles between neighbouring triangles: a surface of curvature κ
// deviates by κ w² / 8 from a flat facet of width w. Angles above 40 degrees count as edges of the shape;
// only this limit distinguishes a prism from a coarse cylinder. An estimate, not a bound; 0 for flat faces.
double estimate_sag(const Mesh& mesh);

}  // namespace allide::mesh
