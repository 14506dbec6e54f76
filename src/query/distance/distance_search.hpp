// The search for close pairs that all distance queries share.
#pragma once

#include "query/collide/contact_search.hpp"
#include "traverse/collect/closest_pairs.hpp"

#include <optional>

namespace allide::query {

// Two models, and the triangle tests for their poses, which are prepared once per query.
struct DistanceQuery {
    DistanceQuery(const Placed& placed_a, const Placed& placed_b)
        : a(placed_a), b(placed_b), touching(a.pose(), b.pose()), distances(a.pose(), b.pose()) {}

    Placed a, b;
    kernel::PairTester touching;
    kernel::DistanceTester distances;
};

struct DistanceSearchResult {
    std::optional<traverse::NearPairs::Closest> closest;
    std::vector<traverse::NearPair> kept;
    QueryStats stats;
};

// Triangle numbers in the result are those of the two meshes. The pair `first`, if the models have triangles
// with these numbers, is measured before all others.
DistanceSearchResult search_distances(const DistanceQuery& question, const traverse::NearGoal& goal,
                                      const SearchOptions& options,
                                      const std::optional<Contact>& first = std::nullopt);

}  // namespace allide::query
