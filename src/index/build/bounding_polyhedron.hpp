// A convex body of few faces around an object.
#pragma once

#include "index/file/object_record.hpp"

namespace allide::index {

struct Enclosure {
    Mesh polyhedron = {};    // as ObjectSummary says; empty if none was found
    double hull_volume = 0;  // of the convex hull, rounded
};
Enclosure bounding_polyhedron(const Mesh& mesh);

}  // namespace allide::index
