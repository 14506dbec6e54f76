// A few spheres that cover all triangles of an object.
#pragma once

#include "index/file/object_record.hpp"

namespace allide::index {

// Every point of every triangle is in one of them, certainly: radii are rounded up. From 1 sphere, where more
// gain nothing, to ObjectSummary::most_spheres, for long and flat things. None if a radius is no double.
std::vector<Ball> covering_spheres(const Mesh& mesh);

}  // namespace allide::index
