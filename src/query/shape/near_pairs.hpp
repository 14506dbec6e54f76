// Visits the pairs of elements of two shapes that are within a clearance of each other.
#pragma once

#include "query/shape/elements.hpp"

#include <functional>

namespace allide::query {

// Called with a pair and the verdict yes or undecided. Returns false to end the visit.
using PairVisitor = std::function<bool(const ShapeContact& pair, BodyVerdict verdict)>;

// Calls the visitor with every pair of elements that is, or may be, at most `clearance` apart, each once, in
// no particular order. Surfaces only: what solid meshes contain is left to visit_contained. False if the
// visitor has ended the visit.
bool visit_near_pairs(const ShapeSide& a, const ShapeSide& b, double clearance, const PairVisitor& visit);

// How much of what a solid mesh contains is visited.
enum class Contained {
    each_element,
    // One element of each connected part of a mesh, which is enough to know whether there is any, provided
    // that the surfaces do not touch.
    each_shell,
};
// Calls visit(element) with the elements of `inner` of which a certain point is inside the solid mesh. False
// if the visitor has ended the visit.
bool visit_contained(const ShapeSide& solid, const ShapeSide& inner, Contained which,
                     const std::function<bool(std::uint32_t element)>& visit);

}  // namespace allide::query
