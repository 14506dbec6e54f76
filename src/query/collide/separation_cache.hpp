// Two bodies that were at least some distance apart are still separated as long as no point of one has moved
// that far relative to the other; no tree needs to be searched then.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "query/collide/query_memory.hpp"

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <optional>

namespace allide::query {

// True if the cache proves that the bodies are still separated. If false, they may be separated or not.
bool still_separated(const Placed& a, const Placed& b, const kernel::RelativePose& b_in_a,
                     const detail::QueryMemory& cache);

// The record for the cache about two bodies that are more than `gap` apart in A's frame; empty if the gap is
// too small or not finite.
std::optional<detail::LastSeparation> separation_record(double gap, const Placed& a, const Placed& b,
                                                        const kernel::RelativePose& b_in_a);

}  // namespace allide::query
