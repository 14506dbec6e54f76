// Divides the pairs of an index into units of similar cost.
#pragma once

#include "index/search/near_pairs.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::detail::report {

// Consecutive pairs, and their cost: the total number of their triangles.
struct UnitRange {
    std::size_t begin = 0, end = 0;
    std::uint64_t cost = 0;
    std::size_t size() const { return end - begin; }
};

// Cuts the sorted pairs into about `units` units (0: units of about 4 million triangles). Pairs of the same
// two leaves stay together, unless they cost more than a unit. A unit of several pairs costs at most twice
// the median unit; a pair is never divided.
std::vector<UnitRange> cut_units(std::span<const index::NearPair> pairs, std::uint64_t units);

}  // namespace allide::detail::report
