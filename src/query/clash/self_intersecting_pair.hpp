// Tests whether two triangles of one surface intersect in more than their common corners and edges.
#pragma once

#include "kernel/triangle/intersection.hpp"
#include "query/clash/solid_surface.hpp"

#include <array>
#include <cstdint>

namespace allide::query {

// A triangle with data that are often needed.
struct SurfaceTriangle {
    std::array<Vec3, 3> corners;
    std::array<std::uint32_t, 3> positions;
    std::uint32_t triangle;

    bool has(std::uint32_t place) const {
        return place == positions[0] || place == positions[1] || place == positions[2];
    }
};

inline SurfaceTriangle surface_triangle(const SolidSurface& surface, std::uint32_t triangle) {
    return {surface.model().mesh().corners(triangle),
            {surface.position(triangle, 0), surface.position(triangle, 1), surface.position(triangle, 2)},
            triangle};
}

class SelfIntersectingPair {
  public:
    struct Common {
        std::size_t count = 0;
        std::uint32_t least = SolidSurface::none;
    };
    static Common common_positions(const SurfaceTriangle& one, const SurfaceTriangle& other);

    enum class Found { nothing, crossing, flush };
    // Tests for an intersection in more than the `common` corners, or the edge between them.
    Found test(const SurfaceTriangle& one, const SurfaceTriangle& other, std::size_t common) const;
    // For two triangles that `test` finds crossing or flush: the corners of the first, one bit each, that
    // span the intersection: those of an edge, or all three.
    unsigned corners_around_intersection(const SurfaceTriangle& one, const SurfaceTriangle& other) const;

  private:
    kernel::IntersectionFinder finder_{Pose::identity(), Pose::identity()};
};

}  // namespace allide::query
