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

Distance answer(const query::NearFound& found) {
    Distance distance;
    distance.stats = found.stats;
    if (!found.closest) return distance;
    const auto& [pair, touches, point_a, point_b] = *found.closest;
    distance.lower = pair.lower;
    distance.upper = distance.value = pair.upper;
    distance.closest = ClosestPair{pair.a, pair.b, point_a, point_b};
    return distance;
}

}  // namespace

Distance distance(const Placed& a, const Placed& b, const DistanceOptions& options) {
    check_gap(options.gap);
    const base::DefaultFloatEnvironment environment;
    const query::NearQuestion question(a, b);
    return answer(query::near_search(question, traverse::NearGoal::closest(options.gap),
                                     {options.search, options.realign_cache}));
}

Distance distance(const Placed& a, const Placed& b, QueryCache& cache, const DistanceOptions& options) {
    check_gap(options.gap);
    const base::DefaultFloatEnvironment environment;
    const query::NearQuestion question(a, b);
    Distance distance =
        answer(query::near_search(question, traverse::NearGoal::closest(options.gap),
                                  {options.search, options.realign_cache}, memory_of(cache).last_closest));
    if (distance.closest)
        memory_of(cache).last_closest = Contact{distance.closest->triangle_a, distance.closest->triangle_b};
    return distance;
}

}  // namespace allide
