// One search for near pairs serves every question about distances.
#pragma once

#include "query/collide/contact_search.hpp"
#include "traverse/collect/closest_pairs.hpp"

#include <optional>

namespace allide::query {

// Two models, and what a search about their distance prepares once.
struct NearQuestion {
    NearQuestion(const Placed& placed_a, const Placed& placed_b)
        : a(placed_a), b(placed_b), touching(a.pose(), b.pose()), distances(a.pose(), b.pose()) {}

    Placed a, b;
    kernel::PairTester touching;
    kernel::DistanceTester distances;
};

struct NearFound {
    std::optional<traverse::NearPairs::Closest> closest;
    std::vector<traverse::NearPair> kept;
    QueryStats stats;
};

// Pairs in the answer are numbered as in the two meshes. `first` is tried before all others, if there are
// such triangles.
NearFound near_search(const NearQuestion& question, const traverse::NearGoal& goal,
                      const SearchOptions& options, const std::optional<Contact>& first = std::nullopt);

}  // namespace allide::query
