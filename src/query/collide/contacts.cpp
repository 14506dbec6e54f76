#include "base/float_environment.hpp"
#include "base/radix_sort.hpp"
#include "model/model_data.hpp"
#include "query/collide/contact_search.hpp"

#include <bit>

namespace allide {
namespace {

// Sorts by A's, then by B's triangle number. Both are packed into one key with only the bits that they need,
// for a radix sort.
void sort(std::vector<Contact>& contacts, std::size_t triangles_a, std::size_t triangles_b) {
    const auto bits_a = static_cast<int>(std::bit_width(triangles_a)),
               bits_b = static_cast<int>(std::bit_width(triangles_b));
    base::radix_sort(contacts, bits_a + bits_b, [bits_b](const Contact& c) {
        return std::uint64_t{c.triangle_a} << bits_b | c.triangle_b;
    });
}

}  // namespace

Contacts contacts(const Placed& a, const Placed& b, const ContactOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const kernel::PairTester tester(a.pose(), b.pose());
    query::ContactSearchResult found = query::search(a, b, tester, traverse::Goal::up_to(options.limit),
                                                     {options.search, options.realign_cache});
    sort(found.contacts, data_of(a).mesh.triangles().size(), data_of(b).mesh.triangles().size());
    return {.pairs = std::move(found.contacts), .complete = found.complete, .stats = found.stats};
}

}  // namespace allide
