// Contact search for two wide trees whose sizes or positions single precision cannot represent in one frame.
#pragma once

#include "traverse/collect/contact_list.hpp"
#include "traverse/wide/side.hpp"

namespace allide::traverse {

// Like find_contacts, but uses each node's box as an oriented box in double.
void find_contacts_beyond(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                          ContactList& contacts, WideCounters& counters);

}  // namespace allide::traverse
