// Two triangles whose planes cross: do their parts of the common line overlap for certain?
#pragma once

#include "kernel/number/bounded_double_double.hpp"
#include "kernel/number/number_vectors.hpp"

namespace allide::kernel {

// True only if they do, for all corners within the bounds. It also sees what no edge through a face shows:
// triangles that meet along a line whose ends are where edge meets edge, as those of mirrored bodies.
bool certainly_cross(const NumberTriangle<BoundedDoubleDouble>& a,
                     const NumberTriangle<BoundedDoubleDouble>& b);

}  // namespace allide::kernel
