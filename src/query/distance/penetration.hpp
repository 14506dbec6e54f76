// Depths, for those who know more about the two than the public question does.
#pragma once

#include <allide/query.hpp>

namespace allide::query {

// Of models whose surfaces touch, or that share a point inside: nobody looks again whether they do.
Penetration penetration_of_meeting(const Placed& a, const Placed& b);

}  // namespace allide::query
