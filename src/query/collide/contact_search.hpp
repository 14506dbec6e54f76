// The search for contacts that all contact queries share.
#pragma once

#include "kernel/triangle/triangle_pair.hpp"
#include "traverse/collect/collectors.hpp"
#include "traverse/wide/two_trees.hpp"

#include <allide/query.hpp>

namespace allide::query {

struct ContactSearchResult {
    std::vector<Contact> contacts;  // in the order in which they were found
    bool complete = true;
    QueryStats stats;
};

struct SearchOptions {
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;
};

void set_counts(const kernel::PairCounters& counters, QueryStats& stats);
QueryStats sum(const QueryStats& x, const QueryStats& y);

// Searches for contacts until the goal is reached. A hint from the last search speeds up the default engine
// when any contact will do; the search updates the hint.
ContactSearchResult search(const Placed& a, const Placed& b, const kernel::PairTester& tester,
                           traverse::Goal goal, const SearchOptions& options,
                           traverse::WideHint* hint = nullptr);

}  // namespace allide::query
