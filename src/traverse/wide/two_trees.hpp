// Contact search of two wide trees: the default engine.
#pragma once

#include "traverse/collect/contact_list.hpp"
#include "traverse/wide/side.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace allide::traverse {

// The result of one search, which helps the next search along a motion. A hint that comes from other trees
// only costs time; it does not change the answer.
struct WideHint {
    bool found_nothing = false;  // true if the last search found no contact
    double gap = 0;  // if so: lower bound of the distance in A's frame; 0: no separating plane was found
    std::optional<std::array<std::uint32_t, 2>> leaves = {};  // the two leaves whose triangles touched last
};

// Appends contacts, given by the triangles' positions in the two trees' orders, until the list has enough.
// Each contact is added once, in the same order on every machine. A hint may be passed only if one contact,
// whichever it is, is enough for the list.
void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters, WideHint* hint = nullptr);

}  // namespace allide::traverse
