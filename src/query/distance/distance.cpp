#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "query/collide/query_memory.hpp"
#include "query/distance/distance_search.hpp"

#include <allide/query.hpp>

#include <cmath>

namespace allide {
namespace {

constexpr double narrowest_gap = 1e-12;

void check_gap(double gap) {
    base::expect(gap >= narrowest_gap && gap <= 0.5,
                 "the gap of a distance's bounds must be from 1e-12 to 0.5");
}

Distance answer(const query::DistanceSearchResult& found) {
    Distance distance;
    distance.stats = found.stats;
    if (!found.closest) return distance;
    const auto& [pair, touches, point_a, point_b, estimate] = *found.closest;
    distance.value = estimate;
    distance.lower = pair.lower;
    distance.upper = pair.upper;
    distance.closest = ClosestPair{pair.a, pair.b, point_a, point_b};
    return distance;
}

}  // namespace

Distance distance(const Placed& a, const Placed& b, const DistanceOptions& options) {
    check_gap(options.gap);
    const base::DefaultFloatEnvironment environment;
    const query::DistanceQuery question(a, b);
    return answer(query::search_distances(question, traverse::NearGoal::closest(options.gap),
                                          {options.search, options.realign_cache}));
}

Distance distance(const Placed& a, const Placed& b, QueryCache& cache, const DistanceOptions& options) {
    check_gap(options.gap);
    const base::DefaultFloatEnvironment environment;
    const query::DistanceQuery question(a, b);
    Distance distance = answer(query::search_distances(question, traverse::NearGoal::closest(options.gap),
                                                       {options.search, options.realign_cache},
                                                       memory_of(cache).last_closest));
    if (distance.closest)
        memory_of(cache).last_closest = Contact{distance.closest->triangle_a, distance.closest->triangle_b};
    return distance;
}

}  // namespace allide
