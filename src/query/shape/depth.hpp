// Allowed penetration: are two shapes that touch deeper in each other than a limit?
#pragma once

#include "query/shape/elements.hpp"

namespace allide::query {

// `touching` is the verdict on contact. Throws PreconditionError if the shapes are two surfaces without a
// depth.
BodyVerdict verdict_deeper(const ShapeSide& a, const ShapeSide& b, double allowed, BodyVerdict touching);

}  // namespace allide::query
