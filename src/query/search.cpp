#include "query/search.hpp"

#include "model/model_data.hpp"
#include "query/walk.hpp"

namespace allide::query {
namespace {

std::span<const kernel::Triangle> triangles_of(const detail::AnyTree& any) {
    return std::visit([](const auto& tree) { return std::span(tree.triangles); }, any);
}
std::span<const std::uint32_t> order_of(const detail::AnyTree& any) {
    return std::visit([](const auto& tree) { return std::span(tree.order); }, any);
}

// Trees of one kind have a walk of their own; different kinds meet as oriented boxes.
void walk_any(const detail::AnyTree& any_a, const detail::AnyTree& any_b, Walk& shared) {
    const auto view = [](const auto& tree) { return tree::ObbView(tree); };
    const auto walk_from = [&](const auto& a) {
        if (const auto* b = std::get_if<std::decay_t<decltype(a)>>(&any_b))
            walk(a, *b, shared);
        else
            walk_mixed(tree::ObbView(a), std::visit(view, any_b), shared);
    };
    std::visit(walk_from, any_a);
}

}  // namespace

Found search(const Placed& a, const Placed& b, const kernel::PairTester& tester, traverse::Goal goal,
             const SearchOptions& options) {
    const detail::AnyTree &tree_a = a.data().tree, &tree_b = b.data().tree;
    traverse::ContactCollector collector(triangles_of(tree_a), triangles_of(tree_b), tester, goal);
    Found found;
    if (options.search == Search::brute_force) {
        collector.all_pairs();
    } else {
        Walk shared{tester.b_in_a(), a.pose(), b.pose(), options.realign_cache, collector, found.stats};
        walk_any(tree_a, tree_b, shared);
    }
    collector.finish();
    const auto order_a = order_of(tree_a), order_b = order_of(tree_b);
    found.contacts.reserve(collector.found().size());
    for (const auto& [place_a, place_b] : collector.found())
        found.contacts.push_back({order_a[place_a], order_b[place_b]});
    found.complete = collector.complete();
    found.stats.triangle_tests = collector.counters().triangle_tests;
    found.stats.double_tests = collector.counters().double_tests;
    found.stats.exact_tests = collector.counters().exact_tests;
    return found;
}

}  // namespace allide::query
