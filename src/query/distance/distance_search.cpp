#include "query/distance/distance_search.hpp"

#include "query/collide/walk_trees.hpp"
#include "traverse/wide/distance.hpp"

namespace allide::query {
namespace {

void measure_first(const DistanceQuery& question, const Contact& pair, traverse::NearPairs& near) {
    const Mesh &a = data_of(question.a).mesh, &b = data_of(question.b).mesh;
    if (pair.triangle_a >= a.triangles().size() || pair.triangle_b >= b.triangles().size()) return;
    near.hint(a.corners(pair.triangle_a), b.corners(pair.triangle_b));
}

void search_any(const DistanceQuery& question, const SearchOptions& options, traverse::NearPairs& near,
                QueryStats& stats) {
    const auto &a = data_of(question.a), &b = data_of(question.b);
    const Triangles triangles_a(a), triangles_b(b);
    traverse::NearCollector collector(triangles_a.get(), triangles_b.get(), near);
    if (options.search == Search::brute_force) {
        collector.all_pairs();
    } else {
        WalkContext shared{question.touching.b_in_a(), question.a.pose(), question.b.pose(),
                           options.realign_cache, stats};
        shared.near = &collector;
        shared.stretch = 1 + 2 * question.distances.stretch();
        walk_any(a.tree, b.tree, shared);
    }
    stats.triangle_tests = collector.triangle_tests();
}

void search(const DistanceQuery& question, const SearchOptions& options, traverse::NearPairs& near,
            QueryStats& stats) {
    const auto &a = data_of(question.a), &b = data_of(question.b);
    const auto *wide_a = std::get_if<tree::WideTree>(&a.tree), *wide_b = std::get_if<tree::WideTree>(&b.tree);
    traverse::WideCounters counters;
    const bool searched =
        wide_a != nullptr && wide_b != nullptr && options.search == Search::tree &&
        traverse::find_near({*wide_a, a.mesh}, {*wide_b, b.mesh}, near, question.distances, counters);
    if (!searched) return search_any(question, options, near, stats);
    stats.volume_tests = counters.volume_tests;
    stats.triangle_tests = counters.pairs.triangle_tests;
}

}  // namespace

DistanceSearchResult search_distances(const DistanceQuery& question, const traverse::NearGoal& goal,
                                      const SearchOptions& options, const std::optional<Contact>& first) {
    traverse::NearPairs near(question.touching, question.distances, goal);
    DistanceSearchResult found;
    if (first) measure_first(question, *first, near);
    search(question, options, near, found.stats);
    found.stats.double_tests = near.counters().double_tests;
    found.closest = near.closest();
    found.kept = near.kept();
    found.stats.exact_tests = near.counters().exact_tests;
    const Order order_a = order_of(data_of(question.a).tree), order_b = order_of(data_of(question.b).tree);
    const auto number = [&](traverse::NearPair& pair) {
        pair.a = order_a[pair.a];
        pair.b = order_b[pair.b];
    };
    if (found.closest) number(found.closest->pair);
    for (traverse::NearPair& pair : found.kept) number(pair);
    return found;
}

}  // namespace allide::query
