// Walls: triangles that are in a part an even number of times and bound nothing, as where two bodies have a
// face in common; and which of them stick out of the solid.
#include "base/joined_sets.hpp"
#include "query/solid_parity.hpp"
#include "query/solid_surface.hpp"
#include "query/triangle_cells.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

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

SolidSurface::Kept SolidSurface::without_closed_groups(const Kept& some) const {
    const std::vector<HalfEdge> edges = edges_of(some);
    base::JoinedSets groups(bounding_.size());
    Kept at_odd_edges;
    for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
        while (last < edges.size() && ends(edges[last]) == ends(edges[first]))
            groups.join(edges[last++] / 3, edges[first] / 3);
        if ((last - first) % 2 != 0) at_odd_edges.push_back(edges[first] / 3);
    }
    std::set<std::uint32_t> open;
    for (const std::uint32_t t : at_odd_edges) open.insert(groups.of(t));
    Kept kept;
    for (const std::uint32_t t : some)
        if (open.count(groups.of(t)) != 0) kept.push_back(t);
    return kept;
}

SolidSurface::Kept SolidSurface::those_that_stick_out(const Kept& walls) const {
    const SolidTriangles solid(*this, Pose::identity());
    const std::vector<Tangle> tangles = tangles_of_walls(walls);
    base::JoinedSets patches = uncut_patches(walls, tangles);
    std::map<std::uint32_t, bool> patch_is_within;
    const auto is_within = [&](std::uint32_t wall) {
        const std::array<Vec3, 3> corners = model_.mesh().corners(wall);
        const std::span<const Tangle> mine = tangles_of(tangles, wall);
        if (mine.empty()) {
            const auto [known, is_new] = patch_is_within.try_emplace(patches.of(wall));
            if (is_new) known->second = uncut_wall_is_within(corners, solid);
            return known->second;
        }
        TriangleCells cells(corners, Pose::identity());
        for (const Tangle& one : mine) cells.cut_by(model_.mesh().corners(one.with), Pose::identity());
        return pieces_are_within(cells, solid);
    };
    Kept found;
    std::copy_if(walls.begin(), walls.end(), std::back_inserter(found),
                 [&](std::uint32_t wall) { return !is_within(wall); });
    return found;
}

bool SolidSurface::is_sheet(std::uint32_t triangle) const {
    return std::binary_search(sheets_.begin(), sheets_.end(), triangle);
}

Model SolidSurface::sheet_model() const {
    return model_of(sheets_);
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
