#include "scene/pair_query.hpp"

#include "convex/body/body_data.hpp"
#include "convex/gjk/outline_overlap.hpp"
#include "query/shape/elements.hpp"

namespace allide::scene {
namespace {

PlacedBody body_at(const Objects& objects, std::uint32_t number) {
    return detail::BodyAccess::place(*objects.body(number), objects.pose(number));
}

// The sum of the clearance and both paddings, rounded up. A pair whose distance lies between the exact and
// the rounded sum counts as near.
double with_paddings(const Objects& objects, std::uint32_t a, std::uint32_t b, double clearance) {
    return query::sum_of(objects.padding(a), objects.padding(b), clearance).sum;
}

}  // namespace

BodyVerdict verdict_of(const Objects& objects, std::uint32_t a, std::uint32_t b, double clearance,
                       QueryCache* cache) {
    const double limit = with_paddings(objects, a, b, clearance);
    if (objects.body(a) != nullptr && objects.body(b) != nullptr) {
        const convex::Outline *outline_a = objects.outline(a), *outline_b = objects.outline(b);
        if (outline_a != nullptr && outline_b != nullptr) {
            const BodyVerdict verdict = convex::overlap_of_outlines(*outline_a, *outline_b, limit);
            if (verdict != BodyVerdict::undecided) return verdict;
        }
        const PlacedBody x = body_at(objects, a), y = body_at(objects, b);
        if (limit > 0) return query::verdict_within(x, y, limit);
        // A hint from the last step would cost more cache misses than it saves steps of the search.
        return overlap_solid(x, y).verdict;
    }
    if (objects.is_mesh(a) && objects.is_mesh(b)) {
        const Placed x = objects.placed(a), y = objects.placed(b);
        const bool touch = limit > 0          ? distance_within(x, y, limit).within
                           : cache != nullptr ? collides(x, y, *cache)
                                              : collides(x, y);
        return touch ? BodyVerdict::yes : BodyVerdict::no;
    }
    const PlacedShape x = objects.shape(a), y = objects.shape(b);
    return cache != nullptr ? collides(x, y, *cache, {.clearance = limit})
                            : collides(x, y, {.clearance = limit});
}

BodyVerdict verdict_of(const Objects& objects, std::uint32_t a, const PlacedShape& b, double clearance) {
    return collides(objects.shape(a), b, {.clearance = query::sum_of(objects.padding(a), clearance, 0).sum});
}

ShapeDistance distance_of(const Objects& objects, std::uint32_t a, std::uint32_t b, QueryCache* cache) {
    if (objects.body(a) != nullptr && objects.body(b) != nullptr) {
        const PlacedBody x = body_at(objects, a), y = body_at(objects, b);
        const BodyDistance d = cache != nullptr ? distance(x, y, *cache) : distance(x, y);
        return {d.value, d.lower, d.upper, d.point_a, d.point_b, {}};
    }
    const PlacedShape x = objects.shape(a), y = objects.shape(b);
    return cache != nullptr ? distance(x, y, *cache) : distance(x, y);
}

}  // namespace allide::scene
