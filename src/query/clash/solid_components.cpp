#include "query/clash/solid_components.hpp"

#include "base/joined_sets.hpp"
#include "query/probe/point_location.hpp"

#include <array>
#include <set>

namespace allide::query {

bool component_is_inside(const Placed& placed, const SolidSurface& surface, std::uint32_t component,
                         const SolidTriangles& solid) {
    const std::array<Vec3, 3> corners = surface.model().mesh().corners(surface.components()[component]);
    return parity_near_first_corner(solid, corners, placed.pose()).at({1, 2, 3}) == PointLocation::inside;
}

bool component_is_inside(const Placed& placed, const SolidSurface& surface, std::uint32_t component,
                         const Placed& solid, const SolidSurface& solid_surface) {
    const std::array<Vec3, 3> corners = surface.model().mesh().corners(surface.components()[component]);
    const PointLocation first = locate_vertex(corners[0], placed.pose(), solid);
    if (first != PointLocation::boundary) return first == PointLocation::inside;
    return component_is_inside(placed, surface, component, SolidTriangles(solid_surface, solid.pose()));
}

bool lies_inside(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                 const SolidSurface& outer_surface) {
    const Mesh& mesh = inner_surface.model().mesh();
    base::JoinedSets sets(mesh.vertices().size());
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    for (std::uint32_t t = 0; t < count; ++t)
        for (std::size_t k = 1; k < 3; ++k)
            sets.join(inner_surface.position(t, 0), inner_surface.position(t, k));
    const Model outer_solid = outer_surface.solid();
    const Placed solid = outer_solid.at(outer.pose());
    std::set<std::uint32_t> asked;
    for (std::uint32_t t = 0; t < count; ++t)
        if (asked.insert(sets.of(inner_surface.position(t, 0))).second &&
            locate_vertex(mesh.corners(t)[0], inner.pose(), solid) != PointLocation::inside)
            return false;
    return count != 0;
}

}  // namespace allide::query
