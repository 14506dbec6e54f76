// Covers all triangles of an object with a few spheres.
#pragma once

#include "index/file/object_record.hpp"

namespace allide::index {

// Every point of every triangle certainly lies in one of the spheres, since the radii are rounded up. Returns
// one sphere if more would gain little, up to ObjectSummary::most_spheres for long or flat objects, and none
// if a radius would overflow.
std::vector<Ball> covering_spheres(const Mesh& mesh);

}  // namespace allide::index
