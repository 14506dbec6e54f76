// Covers all triangles of an object with a few spheres.
#pragma once

#include "index/file/object_record.hpp"

namespace allide::index {

// Every point of every triangle certainly lies in one of the spheres, since radii are rounded up. Returns one
// sphere if more would gain little, and up to ObjectSummary::most_spheres for long and flat objects. Returns
// none if a radius would overflow.
std::vector<Ball> covering_spheres(const Mesh& mesh);

}  // namespace allide::index
