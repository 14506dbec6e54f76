// Visits the pairs of elements of two shapes that are within a clearance of each other.
#pragma once

#include "query/shape/elements.hpp"

#include <functional>
#include <optional>

namespace allide::query {

// Called with a pair and the verdict yes or undecided. Returns false to end the visit.
using PairVisitor = std::function<bool(const ShapeContact& pair, BodyVerdict verdict)>;

// Calls the visitor once for every pair of elements that is, or may be, at most `clearance` apart, in no
// particular order. Meshes count as surfaces; visit_contained() finds what solid meshes contain. Returns
// false if the visitor has ended the visit.
bool visit_near_pairs(const ShapeSide& a, const ShapeSide& b, double clearance, const PairVisitor& visit);

// Any pair of elements of two trees that is certainly at most `clearance` apart, because the balls inside the
// elements are. Empty if there is none, or for other structures. Much faster than a visit where there are
// many such pairs.
std::optional<ShapeContact> surely_near_pair(const ShapeSide& a, const ShapeSide& b, double clearance);

// Which of the elements that a solid mesh contains are visited.
enum class Contained {
    each_element,
    // One element per connected part of a mesh. If the surfaces do not touch, this tells whether the solid
    // mesh contains anything.
    each_shell,
};
// Calls visit(element) for each element of `inner` whose first vertex is inside the solid mesh; a body
// without vertices counts by its origin. Returns false if the visitor has ended the visit.
bool visit_contained(const ShapeSide& solid, const ShapeSide& inner, Contained which,
                     const std::function<bool(std::uint32_t element)>& visit);

}  // namespace allide::query
