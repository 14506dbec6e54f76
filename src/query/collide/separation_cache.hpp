// Two bodies that were seen apart still are if one has moved less than the gap: no tree is asked.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "query/collide/query_memory.hpp"

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <optional>

namespace allide::query {

// False if it is not known.
bool still_apart(const Placed& a, const Placed& b, const kernel::RelativePose& b_in_a,
                 const detail::QueryMemory& cache);

// What there is to remember of two bodies that are more than `gap` apart in A's frame.
std::optional<detail::LastSeparation> apart_by(double gap, const Placed& a, const Placed& b,
                                               const kernel::RelativePose& b_in_a);

}  // namespace allide::query
