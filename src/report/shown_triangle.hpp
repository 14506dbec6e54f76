// Access to the triangles of a scene's objects, for pictures.
#pragma once

#include <allide/scene.hpp>

#include <array>
#include <cstdint>

namespace allide::detail::report {

// A triangle of the object in world coordinates, rounded.
inline std::array<Vec3, 3> shown_triangle(const Scene& scene, ObjectId object, std::uint32_t triangle) {
    std::array<Vec3, 3> corners = scene.model(object).mesh().corners(triangle);
    for (Vec3& p : corners) p = scene.pose(object).apply(p);
    return corners;
}

}  // namespace allide::detail::report
