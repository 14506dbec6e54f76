#include "base/float_environment.hpp"
#include "query/search.hpp"

#include <algorithm>

namespace allide {

Contacts contacts(const Placed& a, const Placed& b, const ContactOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const kernel::PairTester tester(a.pose(), b.pose());
    query::Found found = query::search(a, b, tester, traverse::Goal::up_to(options.limit),
                                       {options.search, options.realign_cache});
    std::sort(found.contacts.begin(), found.contacts.end());
    return {.pairs = std::move(found.contacts), .complete = found.complete, .stats = found.stats};
}

}  // namespace allide
