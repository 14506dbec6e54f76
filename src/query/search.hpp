// One search for contacts serves every question about them.
#pragma once

#include "kernel/triangle_pair.hpp"
#include "traverse/collectors.hpp"

#include <allide/query.hpp>

namespace allide::query {

struct Found {
    std::vector<Contact> contacts;  // in the order of discovery
    bool complete = true;
    QueryStats stats;
};

Found search(const Placed& a, const Placed& b, const kernel::PairTester& tester, traverse::Goal goal,
             Search how);

}  // namespace allide::query
