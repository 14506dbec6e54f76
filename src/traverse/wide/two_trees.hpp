// Contact search of two wide trees: the default engine.
#pragma once

#include "traverse/collect/contact_list.hpp"
#include "traverse/wide/side.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace allide::traverse {

// Result of one search that helps the next one along a motion. A hint from other trees only costs time; it
// does not change the answer.
struct WideHint {
    bool found_nothing = false;  // the last search found no contact
    double gap = 0;  // if so, a lower bound of the distance in A's frame; 0 if no separating plane was found
    std::optional<std::array<std::uint32_t, 2>> leaves = {};  // nodes whose triangles touched last
};

// Appends contacts, given by the triangles' positions in the two trees' orders, until the list has enough.
// Each contact is added once, in the same order on every machine. Pass a hint only if the list wants any
// contact.
void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters, WideHint* hint = nullptr);

}  // namespace allide::traverse
