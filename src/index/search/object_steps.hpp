// What is asked of one object on the way to its first contact: the second, the third and the fourth of the
// four steps of Franquesa-Niubó and Brunet (2004). The first is that of the tree.
#pragma once

#include "index/file/object_record.hpp"
#include "index/search/sweep.hpp"

#include <allide/predict.hpp>

namespace allide::index {

// Second: the times of these at which the mover's ball meets the object's box and one of its spheres.
TimeSpans times_at_spheres(const Sweep& sweep, const ObjectSummary& object, const TimeSpans& within);

// Third: the times of these that are not before the mover's triangles first meet the solid polyhedron. A
// contact with the object is within it.
TimeSpans times_at_polyhedron(const Moving& mover, const Mesh& polyhedron, const Pose& scene,
                              double clearance, const TimeSpans& within);

// Fourth, as far as it is not left to predict(): is there certainly no contact up to a time? Only the spans
// are looked at, since there is none outside of them.
bool surely_free(const Moving& mover, const Placed& object, const PredictOptions& options,
                 const TimeSpans& spans, double until);

}  // namespace allide::index
