// Two wide trees against each other: the default engine's search.
#pragma once

#include "kernel/triangle_pair.hpp"
#include "traverse/contact_list.hpp"
#include "tree/wide_tree.hpp"

#include <allide/mesh.hpp>

#include <cstdint>

namespace allide::traverse {

struct WideSide {
    const tree::WideTree& tree;
    const Mesh& mesh;
};

struct WideCounters {
    std::uint64_t volume_tests = 0;
    kernel::PairCounters pairs;
};

// Adds contacts by the triangles' places in the two trees' order, until the list has enough. Each contact is
// added once, in an order that is the same on every machine.
void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters);

}  // namespace allide::traverse
