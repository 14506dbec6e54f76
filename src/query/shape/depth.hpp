// Decides whether two shapes interpenetrate more deeply than allowed.
#pragma once

#include "query/shape/elements.hpp"

namespace allide::query {

// `touching` is the verdict on contact. Throws PreconditionError if both shapes are surfaces and one is not
// closed, because such a pair has no depth.
BodyVerdict verdict_deeper(const ShapeSide& a, const ShapeSide& b, double allowed, BodyVerdict touching);

}  // namespace allide::query
