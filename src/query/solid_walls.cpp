// Walls: triangles that are in a part an even number of times and are left out, as where two bodies have a
// face in common. A part with walls that stick out of its solid is not closed.
#include "base/joined_sets.hpp"
#include "query/solid_parity.hpp"
#include "query/solid_surface.hpp"
#include "query/triangle_cells.hpp"

#include <algorithm>

namespace allide::query {
namespace {

// The solid is on one side at least of a piece of a wall.
bool is_beside_solid(ParityNear& near, const ParityNear::Path& piece) {
    return near.at({piece[0], piece[1], 3}) == Where::inside ||
           near.at({piece[0], piece[1], -3}) == Where::inside;
}

// Of a wall that no bounding triangle cuts or covers, so that any point of it tells.
bool uncut_wall_is_within(const std::array<Vec3, 3>& corners, const SolidTriangles& solid) {
    ParityNear near = beside_first_corner(solid, corners, Pose::identity());
    return is_beside_solid(near, {1, 2, 0});
}

bool pieces_are_within(const TriangleCells& cells, const SolidTriangles& solid) {
    return cells.for_each_corner([&](const CellCorner& corner) {
        ParityNear near(solid, corner.place, corner.steps);
        return std::all_of(corner.pieces.begin(), corner.pieces.end(),
                           [&](const auto& piece) { return is_beside_solid(near, piece); });
    });
}

}  // namespace

bool SolidSurface::no_wall_sticks_out(const Kept& walls) const {
    const SolidTriangles solid(*this, Pose::identity());
    const std::vector<Tangle> tangles = tangles_of_walls(walls);
    base::JoinedSets patches = uncut_patches(walls, tangles);
    for (const std::uint32_t wall : walls) {
        const std::array<Vec3, 3> corners = model_.mesh().corners(wall);
        const std::span<const Tangle> mine = tangles_of(tangles, wall);
        if (mine.empty()) {
            if (patches.of(wall) == wall && !uncut_wall_is_within(corners, solid)) return false;
            continue;
        }
        TriangleCells cells(corners, Pose::identity());
        for (const Tangle& one : mine) cells.cut_by(model_.mesh().corners(one.with), Pose::identity());
        if (!pieces_are_within(cells, solid)) return false;
    }
    return true;
}

// From one wall to the next nothing changes across an edge that no bounding triangle has.
base::JoinedSets SolidSurface::uncut_patches(const Kept& walls, std::span<const Tangle> tangles) const {
    base::JoinedSets patches(bounding_.size());
    std::uint32_t before = none;  // the last one at the same edge
    std::uint64_t edge = 0;
    for (const HalfEdge half : edges_of(walls)) {
        if (!tangles_of(tangles, half / 3).empty()) continue;
        if (before != none && ends(half) == edge && edges_at(edge).empty()) patches.join(half / 3, before);
        before = half / 3;
        edge = ends(half);
    }
    return patches;
}

}  // namespace allide::query
