#include "query/search.hpp"

#include "model/model_data.hpp"
#include "traverse/two_trees.hpp"

#include <algorithm>

namespace allide::query {
namespace {

// The twin: no volume has a say.
template <typename V>
void offer_all_pairs(const tree::Tree<V>& a, const tree::Tree<V>& b,
                     traverse::ContactCollector<V>& collector) {
    collector.triangle_pairs(0, static_cast<std::uint32_t>(a.order.size()), 0,
                             static_cast<std::uint32_t>(b.order.size()));
}

}  // namespace

Found search(const Placed& a, const Placed& b, const kernel::PairTester& tester, traverse::Goal goal,
             Search how) {
    const auto& tree_a = std::get<0>(a.data().tree);
    const auto& tree_b = std::get<0>(b.data().tree);
    traverse::ContactCollector collector(tree_a, tree_b, tester, goal);
    Found found;
    if (how == Search::brute_force) {
        offer_all_pairs(tree_a, tree_b, collector);
    } else {
        const volume::ObbFrame frame(tester.b_in_a(), tree_a.norm, tree_b.norm);
        found.stats.volume_tests = traverse::traverse(tree_a, tree_b, frame, collector);
    }
    collector.finish();
    found.contacts.reserve(collector.found().size());
    for (const auto& [place_a, place_b] : collector.found())
        found.contacts.push_back({tree_a.order[place_a], tree_b.order[place_b]});
    found.complete = collector.complete();
    found.stats.triangle_tests = collector.counters().triangle_tests;
    found.stats.double_tests = collector.counters().double_tests;
    found.stats.exact_tests = collector.counters().exact_tests;
    return found;
}

}  // namespace allide::query
