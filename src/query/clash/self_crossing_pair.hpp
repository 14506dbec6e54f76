// Two triangles of one surface: have they more in common than common corners and edges?
#pragma once

#include "kernel/triangle/intersection.hpp"
#include "query/clash/solid_surface.hpp"

#include <array>
#include <cstdint>

namespace allide::query {

// A triangle with what is asked about it again and again.
struct TangleFace {
    std::array<Vec3, 3> corners;
    std::array<std::uint32_t, 3> places;
    std::uint32_t triangle;

    bool has(std::uint32_t place) const {
        return place == places[0] || place == places[1] || place == places[2];
    }
};

inline TangleFace tangle_face(const SolidSurface& surface, std::uint32_t triangle) {
    return {surface.model().mesh().corners(triangle),
            {surface.place(triangle, 0), surface.place(triangle, 1), surface.place(triangle, 2)},
            triangle};
}

class TangledPair {
  public:
    struct Common {
        std::size_t count = 0;
        std::uint32_t least = SolidSurface::none;
    };
    static Common common_places(const TangleFace& one, const TangleFace& other);

    enum class Found { nothing, tangled, flush };
    // More than what they have in common anyway must be: a corner, or an edge.
    Found look(const TangleFace& one, const TangleFace& other, std::size_t common) const;
    // Of two that are tangled: the corners of the first, one bit each, between which lies what they have in
    // common: those of an edge, or all.
    unsigned common_lies_between(const TangleFace& one, const TangleFace& other) const;

  private:
    kernel::MeetingFinder finder_{Pose::identity(), Pose::identity()};
};

}  // namespace allide::query
