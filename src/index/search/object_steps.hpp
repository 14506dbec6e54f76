// Steps 2 to 4 of Franquesa-Niubó and Brunet (2004), for one object. Step 1 is in candidate_leaves.hpp.
#pragma once

#include "index/file/object_record.hpp"
#include "index/search/sweep.hpp"

#include <allide/predict.hpp>

namespace allide::index {

// Step 2: the times of `within` at which the mover's bounding sphere may meet the object's box and one of its
// spheres.
TimeSpans times_at_spheres(const Sweep& sweep, const ObjectSummary& object, const TimeSpans& within);

// Step 3: the times of `within` from the first contact of the mover's triangles with the solid polyhedron on.
// The polyhedron contains the object, so that there is no earlier contact.
TimeSpans times_at_polyhedron(const Moving& mover, const Mesh& polyhedron, const Pose& scene,
                              double clearance, const TimeSpans& within);

// Step 4, a quick test before predict(): true if there is certainly no contact up to the time `until`. Only
// the spans are searched, since there is no contact outside them.
bool certainly_free(const Moving& mover, const Placed& object, const PredictOptions& options,
                    const TimeSpans& spans, double until);

}  // namespace allide::index
