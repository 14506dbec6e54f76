#include "query/collide/contact_search.hpp"

#include "model/model_data.hpp"
#include "query/collide/any_tree.hpp"
#include "query/collide/walk_trees.hpp"

namespace allide::query {
namespace {

std::vector<Contact> numbered(const std::vector<traverse::ContactList::Pair>& places, Order order_a,
                              Order order_b) {
    std::vector<Contact> contacts;
    contacts.reserve(places.size());
    for (const auto& [place_a, place_b] : places) contacts.push_back({order_a[place_a], order_b[place_b]});
    return contacts;
}

// Searches with the default engine, whose tree is the wide tree.
ContactSearchResult search_wide(const traverse::WideSide& a, const traverse::WideSide& b,
                                const kernel::PairTester& tester, traverse::Goal goal,
                                traverse::WideHint* hint) {
    traverse::ContactList contacts(goal);
    traverse::WideCounters counters;
    traverse::find_contacts(a, b, tester, contacts, counters, hint);
    ContactSearchResult found;
    found.contacts = numbered(contacts.found(), a.tree.order, b.tree.order);
    found.complete = contacts.complete();
    found.stats.volume_tests = counters.volume_tests;
    set_counts(counters.pairs, found.stats);
    return found;
}

}  // namespace

void set_counts(const kernel::PairCounters& counters, QueryStats& stats) {
    stats.triangle_tests = counters.triangle_tests;
    stats.double_tests = counters.double_tests;
    stats.exact_tests = counters.exact_tests;
}

QueryStats sum(const QueryStats& x, const QueryStats& y) {
    return {.volume_tests = x.volume_tests + y.volume_tests,
            .mixed_tests = x.mixed_tests + y.mixed_tests,
            .triangle_tests = x.triangle_tests + y.triangle_tests,
            .double_tests = x.double_tests + y.double_tests,
            .exact_tests = x.exact_tests + y.exact_tests,
            .realignments = x.realignments + y.realignments,
            .multiplications = x.multiplications + y.multiplications};
}

ContactSearchResult search(const Placed& a, const Placed& b, const kernel::PairTester& tester,
                           traverse::Goal goal, const SearchOptions& options, traverse::WideHint* hint) {
    const detail::AnyTree &tree_a = data_of(a).tree, &tree_b = data_of(b).tree;
    const auto *wide_a = std::get_if<tree::WideTree>(&tree_a), *wide_b = std::get_if<tree::WideTree>(&tree_b);
    if (wide_a != nullptr && wide_b != nullptr && options.search == Search::tree)
        return search_wide({*wide_a, data_of(a).mesh}, {*wide_b, data_of(b).mesh}, tester, goal, hint);
    const Triangles triangles_a(data_of(a)), triangles_b(data_of(b));
    traverse::ContactCollector collector(triangles_a.get(), triangles_b.get(), tester, goal);
    ContactSearchResult found;
    if (options.search == Search::brute_force) {
        collector.all_pairs();
    } else {
        WalkContext shared{tester.b_in_a(),       a.pose(),    b.pose(),
                           options.realign_cache, found.stats, &collector};
        walk_any(tree_a, tree_b, shared);
    }
    collector.finish();
    found.contacts = numbered(collector.found(), order_of(tree_a), order_of(tree_b));
    found.complete = collector.complete();
    set_counts(collector.counters(), found.stats);
    return found;
}

}  // namespace allide::query
