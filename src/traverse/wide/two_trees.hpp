// Two wide trees against each other: the default engine's search.
#pragma once

#include "traverse/collect/contact_list.hpp"
#include "traverse/wide/side.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace allide::traverse {

// What one search for any contact leaves to the next of a motion. It may come from other trees: that costs
// time only.
struct WideHint {
    bool found_nothing = false;  // so there may be nothing again
    double gap = 0;  // then: the two are farther apart, in A's frame; 0 if no plane was found between them
    std::optional<std::array<std::uint32_t, 2>> leaves = {};  // nodes whose triangles touched last
};

// Adds contacts by the triangles' places in the two trees' order, until the list has enough. Each contact is
// added once, in an order that is the same on every machine. A hint is for a list that wants any contact.
void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters, WideHint* hint = nullptr);

}  // namespace allide::traverse
