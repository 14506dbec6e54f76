// Overlap test for two triangles on the line in which their planes intersect.
#pragma once

#include "kernel/number/bounded_double_double.hpp"
#include "kernel/number/number_vectors.hpp"

namespace allide::kernel {

// True only if the triangles overlap wherever the corners lie within their error bounds. This also detects
// contacts without an edge through a face: triangles that meet along a segment whose ends are edge-edge
// contacts, as in mirrored bodies.
bool certainly_cross(const NumberTriangle<BoundedDoubleDouble>& a,
                     const NumberTriangle<BoundedDoubleDouble>& b);

}  // namespace allide::kernel
