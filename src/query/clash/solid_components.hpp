// What meets a solid in single points at most is all inside it or all outside: one point of it tells.
#pragma once

#include "query/clash/solid_parity.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <cstdint>

namespace allide::query {

// Is a component of a surface inside a solid? A point that is infinitely near to a corner and in the triangle
// is asked about.
bool component_is_inside(const Placed& placed, const SolidSurface& surface, std::uint32_t component,
                         const SolidTriangles& solid);
// The same, where the corner itself tells most of the time. `solid` is what bounds that of `solid_surface`.
bool component_is_inside(const Placed& placed, const SolidSurface& surface, std::uint32_t component,
                         const Placed& solid, const SolidSurface& solid_surface);

// Is all of a part, which meets the solid nowhere, inside it?
bool lies_inside(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                 const SolidSurface& outer_surface);

}  // namespace allide::query
