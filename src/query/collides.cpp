#include "base/float_environment.hpp"
#include "model/model_data.hpp"
#include "query/search.hpp"

namespace allide {

bool collides(const Placed& a, const Placed& b, const CollideOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const kernel::PairTester tester(a.pose(), b.pose());
    return !query::search(a, b, tester, traverse::Goal::any(), {options.search, options.realign_cache})
                .contacts.empty();
}

FirstContact first_contact(const Placed& a, const Placed& b, const CollideOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const kernel::PairTester tester(a.pose(), b.pose());
    const query::Found found =
        query::search(a, b, tester, traverse::Goal::any(), {options.search, options.realign_cache});
    if (found.contacts.empty()) return {.witness = std::nullopt, .stats = found.stats};
    const Contact contact = found.contacts.front();
    const Vec3 point = tester.witness_point(a.data().mesh.corners(contact.triangle_a),
                                            b.data().mesh.corners(contact.triangle_b));
    return {.witness = Witness{contact, point}, .stats = found.stats};
}

}  // namespace allide
