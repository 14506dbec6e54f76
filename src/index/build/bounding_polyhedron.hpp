// A convex polyhedron with few faces that contains an object.
#pragma once

#include "index/file/object_record.hpp"

namespace allide::index {

struct Enclosure {
    Mesh polyhedron = {};    // see ObjectSummary::polyhedron; empty if none was found
    double hull_volume = 0;  // volume of the object's convex hull, rounded
};
Enclosure bounding_polyhedron(const Mesh& mesh);

}  // namespace allide::index
