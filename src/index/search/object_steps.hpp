// Steps 2 to 4 of Franquesa-Niubó and Brunet (2004) for one object. Step 1 is in candidate_leaves.hpp.
#pragma once

#include "index/file/object_record.hpp"
#include "index/search/sweep.hpp"

#include <allide/predict.hpp>

namespace allide::index {

// Step 2: those times of `within` at which the mover's bounding sphere may meet both the object's box and one
// of its spheres.
TimeSpans times_at_spheres(const Sweep& sweep, const ObjectSummary& object, const TimeSpans& within);

// Step 3: those times of `within` that are not before the first contact of the mover's triangles with the
// solid polyhedron. The polyhedron contains the object, so there is no earlier contact with the object.
TimeSpans times_at_polyhedron(const Moving& mover, const Mesh& polyhedron, const Pose& scene,
                              double clearance, const TimeSpans& within);

// Step 4, a quick test before predict(): true if there is certainly no contact up to the time `until`.
// Searches only the given spans, since there is no contact outside of them.
bool certainly_free(const Moving& mover, const Placed& object, const PredictOptions& options,
                    const TimeSpans& spans, double until);

}  // namespace allide::index
