// Decides contact at a time of a segment where single triangle pairs stay undecided, by testing if a triangle
// of one model passes through a patch of the other model's surface.
#pragma once

#include "query/predict/pair_times.hpp"

#include <allide/model.hpp>
#include <allide/motion.hpp>

#include <optional>

namespace allide::query {

// The time up to which a crossing of the surfaces at t certainly lasts; empty if no crossing is proven at t.
std::optional<double> pierced_until(const Moving& a, const Placed& b, const PairTimes& times, double t);

}  // namespace allide::query
