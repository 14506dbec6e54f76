// A component of a surface that meets the surface of a solid at most in single points is, apart from these,
// entirely inside the solid or entirely outside, so any other point of it decides.
#pragma once

#include "query/clash/solid_parity.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <cstdint>

namespace allide::query {

// True if a component of a surface is inside a solid, given that the two surfaces meet at most in single
// points. Tests a point of a triangle infinitely near to one of its corners.
bool component_is_inside(const Placed& placed, const SolidSurface& surface, std::uint32_t component,
                         const SolidTriangles& solid);
// The same, but first tests the corner itself, which usually decides; only if it lies on the solid's surface,
// tests the point near it. `solid` is the placed model of solid_surface.solid().
bool component_is_inside(const Placed& placed, const SolidSurface& surface, std::uint32_t component,
                         const Placed& solid, const SolidSurface& solid_surface);

// True if all of a part is inside the solid, given that their surfaces do not meet.
bool lies_inside(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                 const SolidSurface& outer_surface);

}  // namespace allide::query
