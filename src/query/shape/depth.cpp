#include "query/shape/depth.hpp"

#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "query/shape/near_pairs.hpp"

#include <algorithm>
#include <string>

namespace allide::query {
namespace {

// The bounds of a depth.
struct Depth {
    double lower = 0, upper = 0;
};

bool is_surface(const ShapeSide& side) {
    return side.shape.kind == ShapeKind::mesh || side.shape.kind == ShapeKind::height_field ||
           side.shape.kind == ShapeKind::plane;
}

bool is_closed(const ShapeSide& side) {
    return side.shape.kind != ShapeKind::plane && data_of(side.shape.model).surface().closed;
}

// A plane bounds two half-spaces; the depth of a body in the plane is the smaller of its depths in these.
Depth depth_of(const Element& element, const ShapeSide& flat) {
    Depth least{base::infinity, base::infinity};
    for (const CompoundPart& half : flat.shape.parts) {
        const BodyPenetration one = penetration(element.placed(), half.body.at(flat.pose));
        least = {std::min(least.lower, one.lower), std::min(least.upper, one.upper)};
    }
    return least;
}

Depth depth_of(const ShapeSide& a, const ShapeSide& b, const ShapeContact& pair) {
    if (structure_of(b.shape) == Structure::flat && structure_of(a.shape) == Structure::flat) {
        // Both shapes are planes or half-spaces. A translation can separate two half-spaces only if they are
        // parallel and face each other, so the sign of a plane's normal has no influence on the least depth.
        Depth least{base::infinity, base::infinity};
        for (const CompoundPart& x : a.shape.parts)
            for (const CompoundPart& y : b.shape.parts) {
                const BodyPenetration one = penetration(x.body.at(a.pose), y.body.at(b.pose));
                least = {std::min(least.lower, one.lower), std::min(least.upper, one.upper)};
            }
        return least;
    }
    if (structure_of(b.shape) == Structure::flat) return depth_of(element_with_faces(a, pair.element_a), b);
    if (structure_of(a.shape) == Structure::flat) return depth_of(element_with_faces(b, pair.element_b), a);
    const Element x = element_with_faces(a, pair.element_a), y = element_with_faces(b, pair.element_b);
    const BodyPenetration one = penetration(x.placed(), y.placed());
    return {one.lower, one.upper};
}

BodyVerdict compared(const Depth& depth, double allowed) {
    if (depth.lower > allowed) return BodyVerdict::yes;
    return depth.upper <= allowed ? BodyVerdict::no : BodyVerdict::undecided;
}

BodyVerdict meshes_deeper(const ShapeSide& a, const ShapeSide& b, double allowed) {
    for (const char* const name : {is_closed(a) ? nullptr : "a", is_closed(b) ? nullptr : "b"})
        if (name != nullptr)
            throw PreconditionError(
                "a negative clearance needs an inside: two surfaces have a depth only if both "
                "are closed, and " +
                std::string(name) + " is not");
    BodyVerdict verdict = BodyVerdict::undecided;
    for (const double error : {0.1, 0.001}) {
        if (verdict != BodyVerdict::undecided) break;
        const auto depth = interference(a.model(), b.model(), {.depth_error = error}).depth;
        verdict = depth ? compared({depth->lower, depth->upper}, allowed) : BodyVerdict::no;
    }
    return verdict;
}

}  // namespace

BodyVerdict verdict_deeper(const ShapeSide& a, const ShapeSide& b, double allowed, BodyVerdict touching) {
    if (is_surface(a) && is_surface(b)) {
        const BodyVerdict deeper = meshes_deeper(a, b, allowed);
        return touching == BodyVerdict::no ? BodyVerdict::no : deeper;
    }
    BodyVerdict verdict = BodyVerdict::no;
    const auto worse = [&](BodyVerdict one) {
        if (one == BodyVerdict::yes || verdict == BodyVerdict::no) verdict = one;
        return verdict != BodyVerdict::yes;
    };
    if (touching == BodyVerdict::no) return verdict;
    const bool ended = !visit_near_pairs(a, b, 0, [&](const ShapeContact& pair, BodyVerdict) {
        const BodyVerdict one = compared(depth_of(a, b, pair), allowed);
        return one == BodyVerdict::no || worse(one);
    });
    if (ended) return verdict;
    // The depth of an element inside a solid mesh is at least its distance from the mesh's surface.
    const auto contained = [&](const ShapeSide& solid, const ShapeSide& inner) {
        visit_contained(solid, inner, Contained::each_element, [&](std::uint32_t number) {
            const Element element = element_of(inner, number);
            const auto gap = distance(element.placed(), solid.model());
            return worse(gap && gap->distance.lower > allowed ? BodyVerdict::yes : BodyVerdict::undecided);
        });
    };
    contained(a, b);
    if (verdict != BodyVerdict::yes) contained(b, a);
    return verdict;
}

}  // namespace allide::query
