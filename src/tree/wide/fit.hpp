// Computes the frames and boxes of a wide tree whose links and triangle order are given. The result is the
// same to the last bit for every instruction set and number of threads.
#pragma once

#include "tree/wide/fit_job.hpp"
#include "tree/wide/fit_plan.hpp"
#include "tree/wide/local_unit.hpp"
#include "tree/wide/tree.hpp"

#include <span>

namespace allide::tree {

void fit(WideTree& tree, const FitPlan& plan, std::span<const Vec3> vertices, const LocalUnit& unit,
         FitSpace& space);

}  // namespace allide::tree
