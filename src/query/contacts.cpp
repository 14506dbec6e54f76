#include "base/float_environment.hpp"
#include "base/radix_sort.hpp"
#include "query/search.hpp"

#include <algorithm>
#include <bit>

namespace allide {
namespace {

// In ascending order: both numbers side by side in one key, as short as they allow.
void sort(std::vector<Contact>& contacts) {
    std::uint32_t last_a = 0, last_b = 0;
    for (const Contact& c : contacts) {
        last_a = std::max(last_a, c.triangle_a);
        last_b = std::max(last_b, c.triangle_b);
    }
    const int bits_b = std::bit_width(last_b);
    std::vector<std::uint64_t> keys;
    keys.reserve(contacts.size());
    for (const Contact& c : contacts) keys.push_back(std::uint64_t{c.triangle_a} << bits_b | c.triangle_b);
    base::radix_sort(keys, std::bit_width(last_a) + bits_b);
    const std::uint64_t mask = (std::uint64_t{1} << bits_b) - 1;
    for (std::size_t i = 0; i < keys.size(); ++i)
        contacts[i] = {static_cast<std::uint32_t>(keys[i] >> bits_b),
                       static_cast<std::uint32_t>(keys[i] & mask)};
}

}  // namespace

Contacts contacts(const Placed& a, const Placed& b, const ContactOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const kernel::PairTester tester(a.pose(), b.pose());
    query::Found found = query::search(a, b, tester, traverse::Goal::up_to(options.limit),
                                       {options.search, options.realign_cache});
    sort(found.contacts);
    return {.pairs = std::move(found.contacts), .complete = found.complete, .stats = found.stats};
}

}  // namespace allide
