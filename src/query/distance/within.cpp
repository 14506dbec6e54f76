#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "query/distance/distance_search.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

query::DistanceSearchResult search_within(const Placed& a, const Placed& b, const traverse::NearGoal& goal,
                                          const CollideOptions& options) {
    base::expect(goal.limit >= 0 && std::isfinite(goal.limit),
                 "the limit of a distance must be finite and not negative");
    const base::DefaultFloatEnvironment environment;
    return query::search_distances(query::DistanceQuery(a, b), goal, {options.search, options.realign_cache});
}

}  // namespace

Within distance_within(const Placed& a, const Placed& b, double limit, const CollideOptions& options) {
    const query::DistanceSearchResult found =
        search_within(a, b, traverse::NearGoal::any_within(limit), options);
    return {.within = !found.kept.empty(), .stats = found.stats};
}

PairsWithin pairs_within(const Placed& a, const Placed& b, double limit, const CollideOptions& options) {
    const query::DistanceSearchResult found =
        search_within(a, b, traverse::NearGoal::all_within(limit), options);
    PairsWithin within{.pairs = {}, .stats = found.stats};
    for (const traverse::NearPair& pair : found.kept) within.pairs.push_back({pair.a, pair.b});
    std::sort(within.pairs.begin(), within.pairs.end());
    return within;
}

}  // namespace allide
