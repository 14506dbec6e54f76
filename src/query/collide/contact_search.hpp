// One search for contacts serves every question about them.
#pragma once

#include "kernel/triangle/triangle_pair.hpp"
#include "traverse/collect/collectors.hpp"
#include "traverse/wide/two_trees.hpp"

#include <allide/query.hpp>

namespace allide::query {

struct Found {
    std::vector<Contact> contacts;  // in the order of discovery
    bool complete = true;
    QueryStats stats;
};

struct SearchOptions {
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;
};

void note(const kernel::PairCounters& counters, QueryStats& stats);
QueryStats sum(const QueryStats& x, const QueryStats& y);

// A hint saves time where the default engine looks for any contact.
Found search(const Placed& a, const Placed& b, const kernel::PairTester& tester, traverse::Goal goal,
             const SearchOptions& options, traverse::WideHint* hint = nullptr);

}  // namespace allide::query
