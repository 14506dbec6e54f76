// collides, first_contact and contacts of two shapes.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "query/collide/query_memory.hpp"
#include "query/shape/depth.hpp"
#include "query/shape/near_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace allide {
namespace {

using query::Contained;
using query::count_of;
using query::Element;
using query::element_of;
using query::ShapeSide;
using query::Structure;
using query::structure_of;

void expect_finite(double clearance) {
    base::expect(std::isfinite(clearance), "a clearance must be finite");
}

// The verdict and, if it is yes or undecided, a pair of elements that gave it.
struct AnyPair {
    BodyVerdict verdict = BodyVerdict::no;
    ShapeContact pair = {};
};

bool is_body(const ShapeSide& side) {
    return side.shape.kind == ShapeKind::body || side.shape.kind == ShapeKind::half_space;
}

// Searches two models with the engine for models, which stores its own data in the cache. Empty unless both
// shapes are models, without a radius or a clearance.
std::optional<AnyPair> any_pair_of_models(const ShapeSide& a, const ShapeSide& b, double clearance,
                                          QueryCache* cache) {
    const bool trees = structure_of(a.shape) == Structure::tree && structure_of(b.shape) == Structure::tree;
    if (!trees || a.shape.kind == ShapeKind::cells || b.shape.kind == ShapeKind::cells) return std::nullopt;
    const query::LengthSum limit = query::sum_of(a.shape.radius, b.shape.radius, clearance);
    if (limit.sum > 0) return std::nullopt;
    const Placed x = a.model(), y = b.model();
    const auto contact = cache != nullptr ? any_contact(x, y, *cache) : any_contact(x, y);
    if (!contact) return AnyPair{};
    return AnyPair{BodyVerdict::yes, {contact->triangle_a, contact->triangle_b}};
}

// The pair that touched in the last query, if it still touches.
std::optional<AnyPair> last_pair(const ShapeSide& a, const ShapeSide& b, double clearance,
                                 QueryCache* cache) {
    if (cache == nullptr || structure_of(a.shape) == Structure::flat ||
        structure_of(b.shape) == Structure::flat)
        return std::nullopt;
    const auto& last = memory_of(*cache).last_contact;
    if (!last || last->triangle_a >= count_of(a.shape) || last->triangle_b >= count_of(b.shape))
        return std::nullopt;
    const Element x = element_of(a, last->triangle_a), y = element_of(b, last->triangle_b);
    if (query::verdict_within(x.placed(), y.placed(), clearance) != BodyVerdict::yes) return std::nullopt;
    return AnyPair{BodyVerdict::yes, {last->triangle_a, last->triangle_b}};
}

AnyPair find_pair(const ShapeSide& a, const ShapeSide& b, double clearance, QueryCache* cache) {
    AnyPair found;
    if (is_body(a) && is_body(b) && clearance == 0) {
        const PlacedBody x = a.shape.parts[0].body.at(a.pose), y = b.shape.parts[0].body.at(b.pose);
        found.verdict = (cache != nullptr ? overlap_solid(x, y, *cache) : overlap_solid(x, y)).verdict;
        return found;
    }
    if (const auto pair = any_pair_of_models(a, b, clearance, cache)) {
        found = *pair;
    } else {
        if (const auto same = last_pair(a, b, clearance, cache)) return *same;
        if (const auto sure = query::surely_near_pair(a, b, clearance))
            found = {BodyVerdict::yes, *sure};
        else
            query::visit_near_pairs(a, b, clearance, [&](const ShapeContact& near, BodyVerdict verdict) {
                found = {verdict, near};
                return verdict != BodyVerdict::yes;
            });
        if (found.verdict == BodyVerdict::yes && cache != nullptr)
            memory_of(*cache).last_contact = Contact{found.pair.element_a, found.pair.element_b};
    }
    if (found.verdict == BodyVerdict::yes) return found;
    query::visit_contained(a, b, Contained::each_shell, [&](std::uint32_t element) {
        found = {BodyVerdict::yes, {ShapeContact::inside, element}};
        return false;
    });
    if (found.verdict == BodyVerdict::yes) return found;
    query::visit_contained(b, a, Contained::each_shell, [&](std::uint32_t element) {
        found = {BodyVerdict::yes, {element, ShapeContact::inside}};
        return false;
    });
    return found;
}

AnyPair answer(const PlacedShape& a, const PlacedShape& b, double clearance, QueryCache* cache) {
    expect_finite(clearance);
    const base::DefaultFloatEnvironment environment;
    const ShapeSide x(a), y(b);
    if (clearance >= 0) return find_pair(x, y, clearance, cache);
    AnyPair found = find_pair(x, y, 0, cache);
    found.verdict = query::verdict_deeper(x, y, -clearance, found.verdict);
    return found;
}

// Some point of the element in the world, rounded.
Vec3 some_point(const ShapeSide& side, std::uint32_t number) {
    const Element element = element_of(side, number);
    const auto vertices = element.body.vertices();
    return element.pose.apply(vertices.empty() ? Vec3{} : vertices[0]);
}

FirstShapeContact with_point(const PlacedShape& a, const PlacedShape& b, const AnyPair& found) {
    FirstShapeContact first{.verdict = found.verdict};
    if (found.verdict == BodyVerdict::no) return first;
    const base::DefaultFloatEnvironment environment;
    const ShapeSide x(a), y(b);
    first.contact = found.pair;
    if (found.pair.element_a == ShapeContact::inside)
        first.point = some_point(y, found.pair.element_b);
    else if (found.pair.element_b == ShapeContact::inside)
        first.point = some_point(x, found.pair.element_a);
    else {
        const Element p = element_of(x, found.pair.element_a), q = element_of(y, found.pair.element_b);
        first.point = distance(p.placed(), q.placed()).point_a;
    }
    return first;
}

}  // namespace

BodyVerdict collides(const PlacedShape& a, const PlacedShape& b, const ShapeQueryOptions& options) {
    return answer(a, b, options.clearance, nullptr).verdict;
}

BodyVerdict collides(const PlacedShape& a, const PlacedShape& b, QueryCache& cache,
                     const ShapeQueryOptions& options) {
    return answer(a, b, options.clearance, &cache).verdict;
}

FirstShapeContact first_contact(const PlacedShape& a, const PlacedShape& b,
                                const ShapeQueryOptions& options) {
    return with_point(a, b, answer(a, b, options.clearance, nullptr));
}

FirstShapeContact first_contact(const PlacedShape& a, const PlacedShape& b, QueryCache& cache,
                                const ShapeQueryOptions& options) {
    return with_point(a, b, answer(a, b, options.clearance, &cache));
}

ShapeContacts contacts(const PlacedShape& a, const PlacedShape& b, const ShapeContactOptions& options) {
    expect_finite(options.clearance);
    base::expect(options.clearance >= 0, "the clearance of contacts must not be negative");
    const base::DefaultFloatEnvironment environment;
    const ShapeSide x(a), y(b);
    ShapeContacts found;
    std::set<ShapeContact> unsure;
    // Only certain contacts count towards the limit.
    const auto add = [&](const ShapeContact& pair) {
        if (found.pairs.size() == options.limit) {
            found.complete = false;
            return false;
        }
        found.pairs.push_back(pair);
        return true;
    };
    if (query::visit_near_pairs(x, y, options.clearance, [&](const ShapeContact& pair, BodyVerdict verdict) {
            if (verdict == BodyVerdict::yes) return add(pair);
            unsure.insert(pair);
            return true;
        })) {
        const auto touched = [&](const auto& number) {
            std::set<std::uint32_t> numbers;
            for (const ShapeContact& pair : found.pairs) numbers.insert(number(pair));
            return numbers;
        };
        const std::set<std::uint32_t> of_a = touched([](const ShapeContact&pair) { return pair.element_a; }),
                                      of_b = touched([](const ShapeContact&pair) { return pair.element_b; });
        // An element that touches the solid's surface is already listed, with the triangles that it touches.
        if (query::visit_contained(x, y, Contained::each_element, [&](std::uint32_t element) {
                return of_b.contains(element) || add({ShapeContact::inside, element});
            }))
            query::visit_contained(y, x, Contained::each_element, [&](std::uint32_t element) {
                return of_a.contains(element) || add({element, ShapeContact::inside});
            });
    }
    std::sort(found.pairs.begin(), found.pairs.end());
    found.undecided.assign(unsure.begin(), unsure.end());
    return found;
}

}  // namespace allide
