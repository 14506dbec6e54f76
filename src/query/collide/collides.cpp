#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "model/model_data.hpp"
#include "query/collide/contact_search.hpp"
#include "query/collide/separation_cache.hpp"

namespace allide {

QueryCache::QueryCache() = default;
QueryCache::QueryCache(QueryCache&&) noexcept = default;
QueryCache& QueryCache::operator=(QueryCache&&) noexcept = default;
QueryCache::~QueryCache() = default;

namespace {

bool has_triangles_of(const Placed& a, const Placed& b, const Contact& contact) {
    return contact.triangle_a < data_of(a).mesh.triangles().size() &&
           contact.triangle_b < data_of(b).mesh.triangles().size();
}

bool touches(const Placed& a, const Placed& b, const kernel::PairTester& tester, const Contact& contact,
             kernel::PairCounters& counters) {
    return tester.touch(data_of(a).mesh.corners(contact.triangle_a),
                        data_of(b).mesh.corners(contact.triangle_b), counters);
}

// The cached contact, if the two models have triangles with these numbers and they still touch.
std::optional<Contact> still_touching(const Placed& a, const Placed& b, const kernel::PairTester& tester,
                                      const detail::QueryMemory& cache, QueryStats& stats) {
    const auto& last = cache.last_contact;
    if (!last || !has_triangles_of(a, b, *last)) return std::nullopt;
    kernel::PairCounters counters;
    const bool touch = touches(a, b, tester, *last, counters);
    query::set_counts(counters, stats);
    return touch ? last : std::nullopt;
}

struct Answer {
    std::optional<Contact> contact;
    QueryStats stats;
};

Answer find_any(const Placed& a, const Placed& b, const kernel::PairTester& tester,
                detail::QueryMemory* cache, const CollideOptions& options) {
    Answer answer;
    if (cache != nullptr) {
        if (query::still_separated(a, b, tester.b_in_a(), *cache)) return answer;
        answer.contact = still_touching(a, b, tester, *cache, answer.stats);
        if (answer.contact) {
            cache->found_nothing = false;
            return answer;
        }
    }
    traverse::WideHint hint;
    if (cache != nullptr) hint = {.found_nothing = cache->found_nothing, .leaves = cache->last_leaves};
    const query::ContactSearchResult found =
        query::search(a, b, tester, traverse::Goal::any(), {options.search, options.realign_cache},
                      cache ? &hint : nullptr);
    if (cache == nullptr) {
        answer.stats = found.stats;
    } else {
        cache->found_nothing = hint.found_nothing;
        cache->last_leaves = hint.leaves;
        cache->last_separation = query::separation_record(hint.gap, a, b, tester.b_in_a());
        answer.stats = query::sum(answer.stats, found.stats);
    }
    if (!found.contacts.empty()) answer.contact = found.contacts.front();
    // If no contact is found, the old pair stays in the cache, since it may be the first to touch again.
    if (cache != nullptr && answer.contact) cache->last_contact = answer.contact;
    return answer;
}

Witness witness_of_contact(const Placed& a, const Placed& b, const kernel::PairTester& tester,
                           const Contact& contact) {
    return {contact, tester.witness_point(data_of(a).mesh.corners(contact.triangle_a),
                                          data_of(b).mesh.corners(contact.triangle_b))};
}

FirstContact first_contact(const Placed& a, const Placed& b, detail::QueryMemory* cache,
                           const CollideOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const kernel::PairTester tester(a.pose(), b.pose());
    const Answer answer = find_any(a, b, tester, cache, options);
    if (!answer.contact) return {.witness = std::nullopt, .stats = answer.stats};
    return {.witness = witness_of_contact(a, b, tester, *answer.contact), .stats = answer.stats};
}

std::optional<Contact> any_contact(const Placed& a, const Placed& b, detail::QueryMemory* cache,
                                   const CollideOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const kernel::PairTester tester(a.pose(), b.pose());
    return find_any(a, b, tester, cache, options).contact;
}

}  // namespace

bool collides(const Placed& a, const Placed& b, const CollideOptions& options) {
    return any_contact(a, b, nullptr, options).has_value();
}

bool collides(const Placed& a, const Placed& b, QueryCache& cache, const CollideOptions& options) {
    return any_contact(a, b, &memory_of(cache), options).has_value();
}

std::optional<Contact> any_contact(const Placed& a, const Placed& b, const CollideOptions& options) {
    return any_contact(a, b, nullptr, options);
}

std::optional<Contact> any_contact(const Placed& a, const Placed& b, QueryCache& cache,
                                   const CollideOptions& options) {
    return any_contact(a, b, &memory_of(cache), options);
}

FirstContact first_contact(const Placed& a, const Placed& b, const CollideOptions& options) {
    return first_contact(a, b, nullptr, options);
}

FirstContact first_contact(const Placed& a, const Placed& b, QueryCache& cache,
                           const CollideOptions& options) {
    return first_contact(a, b, &memory_of(cache), options);
}

Witness witness_of(const Placed& a, const Placed& b, const Contact& contact) {
    const base::DefaultFloatEnvironment environment;
    base::expect(has_triangles_of(a, b, contact), "witness_of: the models have no such triangles");
    const kernel::PairTester tester(a.pose(), b.pose());
    kernel::PairCounters counters;
    base::expect(touches(a, b, tester, contact, counters), "witness_of: the triangles do not touch");
    return witness_of_contact(a, b, tester, contact);
}

}  // namespace allide
