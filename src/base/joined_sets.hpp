// Union-find (disjoint sets) over the numbers 0 … count − 1. A set is identified by its smallest member.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace allide::base {

class JoinedSets {
  public:
    explicit JoinedSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

    // The smallest member of the set that contains i.
    std::uint32_t of(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    // Merges the sets of i and j.
    void join(std::uint32_t i, std::uint32_t j) {
        i = of(i);
        j = of(j);
        parent_[std::max(i, j)] = std::min(i, j);
    }

  private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace allide::base
