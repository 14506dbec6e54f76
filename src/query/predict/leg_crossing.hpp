// Contact at a time of a leg that single pairs of triangles leave in doubt: does a triangle of one model go
// through a patch of the other's surface?
#pragma once

#include "query/predict/pair_times.hpp"

#include <allide/model.hpp>
#include <allide/motion.hpp>

#include <optional>

namespace allide::query {

// A time up to which that lasts for certain; none if it is not certain at t.
std::optional<double> pierced_until(const Moving& a, const Placed& b, const PairTimes& times, double t);

}  // namespace allide::query
