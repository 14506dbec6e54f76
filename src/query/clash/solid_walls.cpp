// Walls: triangles that a part lists an even number of times and that bound nothing, such as the common face
// of two bodies; and sheets, those walls that lie outside the solid.
#include "base/float_environment.hpp"
#include "base/joined_sets.hpp"
#include "query/clash/self_intersecting_pair.hpp"
#include "query/clash/solid_parity.hpp"
#include "query/clash/solid_surface.hpp"
#include "query/clash/triangle_cells.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace allide::query {
namespace {

// True if the solid is on at least one side of a piece of a wall.
bool has_solid_on_a_side(ParityNearPoint& near, const ParityNearPoint::Path& piece) {
    return near.at({piece[0], piece[1], 3}) == PointLocation::inside ||
           near.at({piece[0], piece[1], -3}) == PointLocation::inside;
}

// True if a wall that no bounding triangle cuts or covers is within the solid. Any one of its points decides.
bool uncut_wall_is_within(const std::array<Vec3, 3>& corners, const SolidTriangles& solid) {
    ParityNearPoint near = parity_near_first_corner(solid, corners, Pose::identity());
    return has_solid_on_a_side(near, {1, 2, 0});
}

bool pieces_are_within(const TriangleCells& cells, const SolidTriangles& solid) {
    return cells.for_each_corner([&](const CellCorner& corner) {
        ParityNearPoint near(solid, corner.place, corner.steps);
        return std::all_of(corner.pieces.begin(), corner.pieces.end(),
                           [&](const auto& piece) { return has_solid_on_a_side(near, piece); });
    });
}

}  // namespace

SolidSurface::TriangleList SolidSurface::without_closed_groups(const TriangleList& some) const {
    const std::vector<HalfEdge> edges = edges_of(some);
    base::JoinedSets groups(bounding_.size());
    TriangleList at_odd_edges;
    for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
        while (last < edges.size() && ends(edges[last]) == ends(edges[first]))
            groups.join(edges[last++] / 3, edges[first] / 3);
        if ((last - first) % 2 != 0) at_odd_edges.push_back(edges[first] / 3);
    }
    std::set<std::uint32_t> open;
    for (const std::uint32_t t : at_odd_edges) open.insert(groups.of(t));
    TriangleList kept;
    for (const std::uint32_t t : some)
        if (open.count(groups.of(t)) != 0) kept.push_back(t);
    return kept;
}

std::map<std::uint32_t, SolidSurface::WallCuts> SolidSurface::cuts_of_walls() const {
    const SelfIntersectingPair pair;
    std::map<std::uint32_t, WallCuts> cuts;
    for (const SelfIntersection& one : wall_intersections()) {
        const unsigned corners = pair.corners_around_intersection(surface_triangle(*this, one.triangle),
                                                                  surface_triangle(*this, one.with));
        WallCuts& mine = cuts[one.triangle];
        for (std::uint32_t k = 0; k < 3; ++k)
            if (corners == (1u << k | 1u << (k + 1) % 3)) mine.edge_is_met[k] = true;
        if (corners == 7) mine.by.push_back(one.with);
    }
    return cuts;
}

SolidSurface::TriangleList SolidSurface::walls_outside_solid() const {
    const SolidTriangles solid(*this, Pose::identity());
    const std::map<std::uint32_t, WallCuts> cuts = cuts_of_walls();
    base::JoinedSets patches = uncut_patches(cuts);
    std::map<std::uint32_t, bool> patch_is_within;
    const auto is_within = [&](std::uint32_t wall) {
        const std::array<Vec3, 3> corners = model_.mesh().corners(wall);
        const auto mine = cuts.find(wall);
        if (mine != cuts.end() && !mine->second.by.empty()) {
            TriangleCells cells(corners, Pose::identity());
            for (const std::uint32_t t : mine->second.by)
                cells.cut_by(model_.mesh().corners(t), Pose::identity());
            return pieces_are_within(cells, solid);
        }
        const auto [known, is_new] = patch_is_within.try_emplace(patches.of(wall));
        if (is_new) known->second = uncut_wall_is_within(corners, solid);
        return known->second;
    };
    TriangleList found;
    std::copy_if(walls_.begin(), walls_.end(), std::back_inserter(found),
                 [&](std::uint32_t wall) { return !is_within(wall); });
    return found;
}

// Neighbouring walls are in one group unless a bounding triangle contains a segment of their common edge.
base::JoinedSets SolidSurface::uncut_patches(const std::map<std::uint32_t, WallCuts>& cuts) const {
    base::JoinedSets patches(bounding_.size());
    std::uint32_t before = none;  // the previous wall at the same edge
    std::uint64_t edge = 0;
    for (const HalfEdge half : edges_of(walls_)) {
        const auto mine = cuts.find(half / 3);
        if (mine != cuts.end() && (!mine->second.by.empty() || mine->second.edge_is_met[half % 3])) continue;
        if (before != none && ends(half) == edge && edges_at(edge).empty()) patches.join(half / 3, before);
        before = half / 3;
        edge = ends(half);
    }
    return patches;
}

std::span<const std::uint32_t> SolidSurface::sheets() const {
    std::call_once(sheets_once_, [this] {
        const base::DefaultFloatEnvironment environment;
        if (!walls_.empty()) sheets_ = walls_outside_solid();
    });
    return sheets_;
}

Model SolidSurface::sheet_model() const {
    return model_of({sheets().begin(), sheets().end()});
}

}  // namespace allide::query
