// Manifolds and signed distances of shapes of any kind: those of models and bodies, element by element.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "convex/body/body_data.hpp"
#include "query/shape/elements.hpp"

#include <allide/manifold.hpp>
#include <allide/probe.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace allide {
namespace {

using query::Element;
using query::element_with_faces;
using query::ShapeSide;

bool is_surface_model(const ShapeSide& side) {
    return side.shape.kind == ShapeKind::mesh || side.shape.kind == ShapeKind::height_field;
}
bool is_single_body(const ShapeSide& side) {
    return side.shape.kind == ShapeKind::body || side.shape.kind == ShapeKind::half_space;
}

// Turns the manifold of (b, a) into that of (a, b).
ContactManifold exchanged(ContactManifold manifold) {
    manifold.normal = -manifold.normal;
    for (ManifoldPoint& p : manifold.points) {
        std::swap(p.point_a, p.point_b);
        std::swap(p.triangle_a, p.triangle_b);
        std::swap(p.barycentric_a, p.barycentric_b);
    }
    for (auto& patch : manifold.patches) std::reverse(patch.begin(), patch.end());
    return manifold;
}
PairSignedDistance exchanged(PairSignedDistance d) {
    std::swap(d.point_a, d.point_b);
    d.direction = -d.direction;
    return d;
}

// The manifolds of the given elements, which are bodies, and a mesh.
std::vector<ContactManifold> of_elements_and_model(const ShapeSide& elements, const Placed& model,
                                                   std::span<const std::uint32_t> numbers,
                                                   const ManifoldOptions& options) {
    std::vector<ContactManifold> out;
    for (const std::uint32_t number : numbers) {
        const Element element = element_with_faces(elements, number);
        auto found = contact_manifolds(element.placed(), model, options);
        std::move(found.begin(), found.end(), std::back_inserter(out));
    }
    return out;
}

std::vector<std::uint32_t> elements_of_a(const ShapeContacts& contacts) {
    std::set<std::uint32_t> numbers;
    for (const auto* list : {&contacts.pairs, &contacts.undecided})
        for (const ShapeContact& pair : *list)
            if (pair.element_a != ShapeContact::inside) numbers.insert(pair.element_a);
    return {numbers.begin(), numbers.end()};
}

// Replaces `least` if `found` has a smaller value.
void keep_lower(std::optional<PairSignedDistance>& least, const PairSignedDistance& found) {
    if (!least || found.value < least->value) {
        const double lower = least ? std::min(least->lower, found.lower) : found.lower,
                     upper = least ? std::min(least->upper, found.upper) : found.upper;
        least = found;
        least->lower = lower;
        least->upper = upper;
        return;
    }
    least->lower = std::min(least->lower, found.lower);
    least->upper = std::min(least->upper, found.upper);
}

// Adds the elements of `a` that may lie inside a closed mesh without touching its surface.
void add_contained(const ShapeSide& a, const Placed& mesh, std::vector<std::uint32_t>& numbers) {
    std::set<std::uint32_t> all(numbers.begin(), numbers.end());
    for (std::uint32_t i = 0; i < query::count_of(a.shape); ++i) {
        const Element element = element_with_faces(a, i);
        const Vec3 middle = element.pose.apply(data_of(element.body).middle);
        if (contains(mesh, middle) == PointLocation::inside) all.insert(i);
    }
    numbers.assign(all.begin(), all.end());
}

PairSignedDistance apart(const ShapeDistance& d) {
    const Vec3 between = d.point_a - d.point_b;
    const double size = length(between);
    return {d.value, d.lower, d.upper, d.point_a, d.point_b, size > 0 ? between / size : Vec3{}};
}

PairSignedDistance of_elements_and_model(const PlacedShape& a, const PlacedShape& b,
                                         const PairSignedDistanceOptions& options) {
    const ShapeSide elements(a), mesh(b);
    const Placed model = mesh.model();
    std::vector<std::uint32_t> numbers = elements_of_a(contacts(a, b));
    add_contained(elements, model, numbers);
    if (numbers.empty()) return apart(distance(a, b));
    std::optional<PairSignedDistance> least;
    for (const std::uint32_t number : numbers) {
        const Element element = element_with_faces(elements, number);
        keep_lower(least, signed_distance(element.placed(), model, options));
    }
    return *least;
}

PairSignedDistance of_elements(const PlacedShape& a, const PlacedShape& b) {
    const ShapeDistance gap = distance(a, b);
    if (gap.lower > 0) return apart(gap);
    const bool is_plane = data_of(a).kind == ShapeKind::plane || data_of(b).kind == ShapeKind::plane;
    if (is_plane) {
        PairSignedDistance touching = apart(gap);  // a plane has no inside
        return touching;
    }
    const ShapeSide side_a(a), side_b(b);
    const ShapeContacts touching = contacts(a, b);
    std::optional<PairSignedDistance> least;
    for (const auto* list : {&touching.pairs, &touching.undecided})
        for (const ShapeContact& pair : *list) {
            const Element x = element_with_faces(side_a, pair.element_a),
                          y = element_with_faces(side_b, pair.element_b);
            keep_lower(least, signed_distance(x.placed(), y.placed()));
        }
    return least ? *least : apart(gap);
}

}  // namespace

std::vector<ContactManifold> contact_manifolds(const PlacedShape& a, const PlacedShape& b,
                                               const ManifoldOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const ShapeSide side_a(a), side_b(b);
    if (is_surface_model(side_a) && is_surface_model(side_b))
        return contact_manifolds(side_a.model(), side_b.model(), options);
    if (is_surface_model(side_b) && side_a.shape.kind != ShapeKind::plane)
        return of_elements_and_model(side_a, side_b.model(), elements_of_a(contacts(a, b)), options);
    if (is_surface_model(side_a) && side_b.shape.kind != ShapeKind::plane) {
        std::vector<ContactManifold> out = contact_manifolds(b, a, options);
        std::transform(out.begin(), out.end(), out.begin(),
                       [](ContactManifold& m) { return exchanged(std::move(m)); });
        return out;
    }
    base::expect(side_a.shape.kind != ShapeKind::plane && side_b.shape.kind != ShapeKind::plane,
                 "a plane has no side on which a contact manifold could be: use a half-space");
    const ShapeContacts near = contacts(a, b, {.clearance = options.margin});
    std::vector<ShapeContact> pairs = near.pairs;
    pairs.insert(pairs.end(), near.undecided.begin(), near.undecided.end());
    std::sort(pairs.begin(), pairs.end());
    std::vector<ContactManifold> out;
    for (const ShapeContact& pair : pairs) {
        const Element x = element_with_faces(side_a, pair.element_a),
                      y = element_with_faces(side_b, pair.element_b);
        if (auto manifold = contact_manifold(x.placed(), y.placed(), options))
            out.push_back(*std::move(manifold));
    }
    return out;
}

PairSignedDistance signed_distance(const PlacedShape& a, const PlacedShape& b,
                                   const PairSignedDistanceOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const ShapeSide side_a(a), side_b(b);
    if (is_single_body(side_a) && is_single_body(side_b)) {
        const Element x = element_with_faces(side_a, 0), y = element_with_faces(side_b, 0);
        return signed_distance(x.placed(), y.placed());
    }
    if (is_surface_model(side_a) && is_surface_model(side_b))
        return signed_distance(side_a.model(), side_b.model(), options);
    const bool is_flat = query::structure_of(side_a.shape) == query::Structure::flat ||
                         query::structure_of(side_b.shape) == query::Structure::flat;
    if (is_surface_model(side_b) && !is_flat) return of_elements_and_model(a, b, options);
    if (is_surface_model(side_a) && !is_flat) return exchanged(of_elements_and_model(b, a, options));
    return of_elements(a, b);
}

}  // namespace allide
