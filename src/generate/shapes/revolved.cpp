// Surfaces of revolution about z. They consist of rings with the same number of vertices each, connected by
// bands of triangles.
#include "base/cancel.hpp"
#include "base/random.hpp"
#include "generate/shapes/circle.hpp"
#include "generate/shapes/makers.hpp"
#include "generate/shapes/split.hpp"

#include <algorithm>
#include <cmath>

namespace allide::mesh {

namespace {

// Numbers of rings and slices of a surface with 2 · rings · slices triangles: a torus, or one with two poles.
struct Grid {
    std::uint32_t rings, slices;
};

struct Limits {
    double slices_per_ring;  // ratio for which triangles are about as wide as they are high
    std::uint64_t least_rings;
};

constexpr std::uint64_t least_slices = 3;

Grid choose_grid(std::uint64_t wanted, const Limits& limits) {
    const double ideal = std::sqrt(static_cast<double>(wanted) / (2 * limits.slices_per_ring));
    const auto rings = std::clamp(static_cast<std::uint64_t>(std::lround(ideal)), limits.least_rings,
                                  wanted / (2 * least_slices));
    const std::uint64_t nearest = std::max(least_slices, (wanted + rings) / (2 * rings));
    const std::uint64_t slices = is_near(2 * rings * nearest, wanted)
                                     ? nearest
                                     : wanted / (2 * rings);  // splitting edges adds the missing triangles
    return {static_cast<std::uint32_t>(rings), static_cast<std::uint32_t>(slices)};
}

// A point of the outline that is rotated about z.
struct OutlinePoint {
    double radius, height;
};

// Makes the vertices of all rings. outline(ring) is called once per vertex, ring by ring.
template <typename Outline>
MeshData rings_of(const Grid& grid, Outline outline) {
    MeshData surface;
    surface.vertices.reserve(std::size_t{grid.rings} * grid.slices + 2);
    surface.triangles.reserve(2 * std::size_t{grid.rings} * grid.slices);
    const base::CancelCheck check_cancelled;
    for (std::uint32_t ring = 0; ring < grid.rings; ++ring)
        for (std::uint32_t slice = 0; slice < grid.slices; ++slice) {
            check_cancelled();
            const CirclePoint at = circle_point(slice, grid.slices);
            const OutlinePoint p = outline(ring);
            surface.vertices.push_back({p.radius * at.cos, p.radius * at.sin, p.height});
        }
    return surface;
}

// Adds the triangles between two rings. They face outward if `upper` is above `lower` seen from outside.
void join_rings(MeshData& surface, std::uint32_t slices, std::uint32_t lower, std::uint32_t upper) {
    for (std::uint32_t slice = 0; slice < slices; ++slice) {
        const std::uint32_t next = (slice + 1) % slices;
        const std::uint32_t a = lower * slices + slice, b = lower * slices + next;
        const std::uint32_t c = upper * slices + next, d = upper * slices + slice;
        surface.triangles.push_back({a, b, c});
        surface.triangles.push_back({a, c, d});
    }
}

void join_all_rings(MeshData& surface, const Grid& grid) {
    for (std::uint32_t ring = 0; ring + 1 < grid.rings; ++ring)
        join_rings(surface, grid.slices, ring, ring + 1);
}

void close_with_poles(MeshData& surface, const Grid& grid, double bottom, double top) {
    const auto south = static_cast<std::uint32_t>(surface.vertices.size());
    const std::uint32_t north = south + 1;
    const std::uint32_t last = (grid.rings - 1) * grid.slices;
    surface.vertices.push_back({0, 0, bottom});
    surface.vertices.push_back({0, 0, top});
    for (std::uint32_t slice = 0; slice < grid.slices; ++slice) {
        const std::uint32_t next = (slice + 1) % grid.slices;
        surface.triangles.push_back({south, next, slice});
        surface.triangles.push_back({last + slice, last + next, north});
    }
}

// tube() returns the radius of the tube at a vertex, relative to the largest radius.
template <typename Tube>
MeshData torus_with(std::uint64_t wanted, Tube tube) {
    const Grid grid = choose_grid(wanted, {2, 3});
    constexpr double widest_tube = 0.3125;
    MeshData surface = rings_of(grid, [&](std::uint32_t ring) {
        const CirclePoint at = circle_point(ring, grid.rings);
        const double radius = widest_tube * tube();
        return OutlinePoint{(1 - widest_tube) + radius * at.cos, radius * at.sin};
    });
    join_all_rings(surface, grid);
    join_rings(surface, grid.slices, grid.rings - 1, 0);
    split_to(surface, wanted);
    return surface;
}

// The outline of a cylinder: along the bottom, up the side, along the top. Both corners have a ring.
class CanOutline {
  public:
    static constexpr double radius = 0.5;

    explicit CanOutline(std::uint32_t rings)
        : cap_steps_(std::max(1u, static_cast<std::uint32_t>(std::lround((rings + 1) / 6.0)))),
          side_steps_(rings + 1 - 2 * cap_steps_) {}

    OutlinePoint operator()(std::uint32_t ring) const {
        const std::uint32_t step = ring + 1;  // step 0 would be the pole
        if (step <= cap_steps_) return {radius * fraction(step, cap_steps_), -1};
        const std::uint32_t above = step - cap_steps_;
        if (above < side_steps_) return {radius, 2 * fraction(above, side_steps_) - 1};
        return {radius * fraction(cap_steps_ - (above - side_steps_), cap_steps_), 1};
    }

  private:
    static double fraction(std::uint32_t part, std::uint32_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole);
    }
    std::uint32_t cap_steps_, side_steps_;
};

}  // namespace

MeshData make_sphere(std::uint64_t wanted, std::uint64_t /*seed*/) {
    const Grid grid = choose_grid(wanted, {2, 1});
    MeshData surface = rings_of(grid, [&](std::uint32_t ring) {
        const CirclePoint at = circle_point(ring + 1, 2 * (std::uint64_t{grid.rings} + 1));
        return OutlinePoint{at.sin, -at.cos};
    });
    join_all_rings(surface, grid);
    close_with_poles(surface, grid, -1, 1);
    split_to(surface, wanted);
    return surface;
}

MeshData make_torus(std::uint64_t wanted, std::uint64_t /*seed*/) {
    return torus_with(wanted, [] { return 1.0; });
}

MeshData make_noisy_torus(std::uint64_t wanted, std::uint64_t seed) {
    base::Random random(seed);
    return torus_with(wanted, [&] { return random.between(0.9, 1); });
}

MeshData make_cylinder(std::uint64_t wanted, std::uint64_t /*seed*/) {
    const Grid grid = choose_grid(wanted, {1, 2});
    MeshData surface = rings_of(grid, CanOutline(grid.rings));
    join_all_rings(surface, grid);
    close_with_poles(surface, grid, -1, 1);
    split_to(surface, wanted);
    return surface;
}

}  // namespace allide::mesh
