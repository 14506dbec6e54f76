// Queries of an index for many poses in one call, in parallel.
#pragma once

#include <allide/index.hpp>
#include <allide/query.hpp>

#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

// Does the part, at each of the poses, come within the clearance of any object? The clearance is finite and
// not negative; with 0, only contact counts. The answers are in the order of the poses and do not depend on
// the number of threads. Each page is read about once per some thousand poses.
Result<std::vector<bool>> collides_many(const Index& scene, const Model& part, std::span<const Pose> poses,
                                        double clearance = 0, const BatchOptions& options = {});

}  // namespace allide
