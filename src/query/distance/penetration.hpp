// The penetration depth, for callers that already know that the two models overlap.
#pragma once

#include <allide/query.hpp>

namespace allide::query {

// Like penetration(a, b), without testing for overlap first: the caller knows that the surfaces touch, or
// that some point is inside both.
Penetration penetration_of_overlapping(const Placed& a, const Placed& b);
// The same, but much faster, because the lower bound is not computed; it is 0.
Penetration separation_of_overlapping(const Placed& a, const Placed& b);

}  // namespace allide::query
