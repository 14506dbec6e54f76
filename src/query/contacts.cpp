#include "base/float_environment.hpp"
#include "base/radix_sort.hpp"
#include "model/model_data.hpp"
#include "query/search.hpp"

#include <bit>

namespace allide {
namespace {

// In ascending order: both numbers side by side in one key, as short as the numbers of triangles allow.
void sort(std::vector<Contact>& contacts, std::size_t triangles_a, std::size_t triangles_b) {
    const auto bits_a = static_cast<int>(std::bit_width(triangles_a)),
               bits_b = static_cast<int>(std::bit_width(triangles_b));
    std::vector<std::uint64_t> keys;
    keys.reserve(contacts.size());
    for (const Contact& c : contacts) keys.push_back(std::uint64_t{c.triangle_a} << bits_b | c.triangle_b);
    base::radix_sort(keys, bits_a + bits_b);
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
    sort(found.contacts, a.data().mesh.triangles().size(), b.data().mesh.triangles().size());
    return {.pairs = std::move(found.contacts), .complete = found.complete, .stats = found.stats};
}

}  // namespace allide
