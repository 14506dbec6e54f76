#include "query/clash/solid_cells.hpp"

#include "base/cancel.hpp"
#include "base/joined_sets.hpp"
#include "query/clash/line_cells.hpp"
#include "query/clash/triangle_cells.hpp"
#include "query/probe/point_location.hpp"

#include <algorithm>
#include <vector>

namespace allide::query {
namespace {

// One of the two parts.
struct CellSide {
    CellSide(const Placed& of_part, const SolidSurface& of)
        : placed(of_part), surface(of), met(of.model().mesh().triangles().size()) {}

    std::array<Vec3, 3> corners(std::uint32_t triangle) const {
        return surface.model().mesh().corners(triangle);
    }
    const Pose& pose() const { return placed.pose(); }

    void find_self_intersections() {
        for (std::uint32_t t = 0; t < met.size(); ++t)
            if (!met[t].empty()) cut_triangles.push_back(t);
        self_intersections = surface.self_intersections_of_all(cut_triangles);
    }
    std::vector<SolidSurface::SelfIntersection> self_intersections_of(std::uint32_t triangle) const {
        if (!std::binary_search(cut_triangles.begin(), cut_triangles.end(), triangle))
            return surface.self_intersections_of_all({&triangle, 1});
        const auto known = SolidSurface::self_intersections_of(self_intersections, triangle);
        return {known.begin(), known.end()};
    }
    // True if the triangle, which does not intersect the other part, lies flush with one of its own part.
    // After many calls, all self-intersections are found at once.
    bool lies_flush(std::uint32_t triangle) {
        constexpr std::size_t most_single_queries = 32;
        if (++single_queries > most_single_queries) return surface.lies_flush(triangle);
        const std::vector<SolidSurface::SelfIntersection> mine = self_intersections_of(triangle);
        return std::any_of(mine.begin(), mine.end(), [](const auto& one) { return one.flush; });
    }

    Placed placed;
    const SolidSurface& surface;
    // Per triangle: the triangles of the other part that share a segment or more with it.
    std::vector<std::vector<std::uint32_t>> met;
    std::vector<std::uint32_t> cut_triangles;  // ascending: triangles that intersect the other part
    std::vector<SolidSurface::SelfIntersection> self_intersections;  // of the triangles in cut_triangles
    std::size_t single_queries = 0;
};

void note_intersecting(CellSide& a, CellSide& b, ContactIntersections& intersections) {
    const std::span<const Contact> contacts = intersections.contacts();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const auto [in_a, in_b] = contacts[i];
        if (a.surface.bounding(in_a) != in_a || b.surface.bounding(in_b) != in_b) continue;
        if (!intersections.has_segment(i)) continue;
        a.met[in_a].push_back(in_b);
        b.met[in_b].push_back(in_a);
    }
}

// Selects the bounding triangles that meet the other part at most in single points. Connected by edges they
// form patches.
std::vector<bool> free_triangles(const CellSide& mine) {
    std::vector<bool> free(mine.met.size());
    for (std::uint32_t t = 0; t < free.size(); ++t)
        free[t] = mine.surface.bounding(t) == t && mine.met[t].empty();
    return free;
}

class RegionsByCells {
  public:
    RegionsByCells(const SolidSurface& surface_a, const SolidSurface& surface_b,
                   ContactIntersections& intersections)
        : a_(intersections.a(), surface_a),
          b_(intersections.b(), surface_b),
          solid_a_(surface_a, a_.pose()),
          solid_b_(surface_b, b_.pose()) {
        note_intersecting(a_, b_, intersections);
        a_.find_self_intersections();
        b_.find_self_intersections();
    }

    SolidRegions run() {
        if (add_cut(a_, b_) && add_cut(b_, a_) && add_patches(a_, b_, true)) add_patches(b_, a_, false);
        return found_;
    }

  private:
    // The following functions return false as soon as all regions are found.
    bool add_cut(const CellSide& mine, const CellSide& other) {
        for (std::uint32_t t = 0; t < mine.met.size(); ++t)
            if (!mine.met[t].empty() && !add_pieces(mine, other, t)) return false;
        return true;
    }

    bool add_pieces(const CellSide& mine, const CellSide& other, std::uint32_t triangle) {
        check_cancelled_();
        TriangleCells cells(mine.corners(triangle), mine.pose());
        for (const std::uint32_t t : mine.met[triangle]) cells.cut_by(other.corners(t), other.pose());
        for (const SolidSurface::SelfIntersection& one : mine.self_intersections_of(triangle))
            cells.cut_by(mine.corners(one.with), mine.pose());
        return cells.for_each_corner([this](const CellCorner& corner) {
            ParityNearPoint in_a(solid_a_, corner.place, corner.steps),
                in_b(solid_b_, corner.place, corner.steps);
            for (ParityNearPoint::Path path : corner.pieces)
                for (const int off : {3, -3}) {
                    path[2] = off;
                    found_.add(in_a.at(path) == PointLocation::inside,
                               in_b.at(path) == PointLocation::inside);
                }
            return !found_.all();
        });
    }

    // Adds the regions on both sides of a triangle. Requires that no other triangle of its part lies flush
    // with it: the part's solid is then on exactly one side.
    bool add_patch_triangle(const CellSide& mine, std::uint32_t triangle, bool mine_is_a) {
        const bool inside =
            parity_near_first_corner(mine_is_a ? solid_b_ : solid_a_, mine.corners(triangle), mine.pose())
                .at({1, 2, 3}) == PointLocation::inside;
        found_.add(mine_is_a || inside, !mine_is_a || inside);
        found_.add(!mine_is_a && inside, mine_is_a && inside);
        return !found_.all();
    }

    // One triangle decides for its whole patch, if no triangle of its own part lies flush with it. In a patch
    // without such a triangle, all triangles are cut into pieces.
    bool add_patches(CellSide& mine, const CellSide& other, bool mine_is_a) {
        const std::vector<bool> free = free_triangles(mine);
        base::JoinedSets patches = mine.surface.connected(free);
        std::vector<bool> asked(free.size(), false);
        for (std::uint32_t t = 0; t < free.size(); ++t) {
            if (!free[t] || asked[patches.of(t)] || mine.lies_flush(t)) continue;
            asked[patches.of(t)] = true;
            check_cancelled_();
            if (!add_patch_triangle(mine, t, mine_is_a)) return false;
        }
        for (std::uint32_t t = 0; t < free.size(); ++t)
            if (free[t] && !asked[patches.of(t)] && !add_pieces(mine, other, t)) return false;
        return true;
    }

    base::CancelCheck check_cancelled_;
    CellSide a_, b_;
    SolidTriangles solid_a_, solid_b_;
    SolidRegions found_;
};

class WithinByCells {
  public:
    WithinByCells(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                  const SolidSurface& outer_surface, std::span<const Contact> contacts)
        : inner_(inner, inner_surface),
          outer_(outer, outer_surface),
          solid_(outer_surface, outer.pose()),
          contacts_(contacts) {
        ContactIntersections intersections(inner, outer, {contacts.begin(), contacts.end()});
        note_intersecting(inner_, outer_, intersections);
    }

    LiesWithin run() {
        const bool all = patches_are_within() && cut_ones_are_within() && lines_are_within();
        return {all, some_inside_};
    }

  private:
    // A piece is inside if the outer solid is on both sides of it, outside if it is on neither side, and else
    // on its surface. Returns false if the piece is outside.
    bool is_within(PointLocation above, PointLocation below) {
        some_inside_ = some_inside_ || (above == PointLocation::inside && below == PointLocation::inside);
        return above == PointLocation::inside || below == PointLocation::inside;
    }

    bool patches_are_within() {
        const std::vector<bool> free = free_triangles(inner_);
        base::JoinedSets patches = inner_.surface.connected(free);
        for (std::uint32_t t = 0; t < free.size(); ++t) {
            if (!free[t] || patches.of(t) != t) continue;
            check_cancelled_();
            const PointLocation location =
                parity_near_first_corner(solid_, inner_.corners(t), inner_.pose()).at({1, 2, 3});
            if (!is_within(location, location)) return false;
        }
        return true;
    }

    bool cut_ones_are_within() {
        for (std::uint32_t t = 0; t < inner_.met.size(); ++t) {
            if (inner_.met[t].empty()) continue;
            check_cancelled_();
            TriangleCells cells(inner_.corners(t), inner_.pose());
            for (const std::uint32_t other : inner_.met[t])
                cells.cut_by(outer_.corners(other), outer_.pose());
            const bool within = cells.for_each_corner([this](const CellCorner& corner) {
                ParityNearPoint near(solid_, corner.place, corner.steps);
                return std::all_of(corner.pieces.begin(), corner.pieces.end(), [&](const auto& piece) {
                    return is_within(near.at({piece[0], piece[1], 3}), near.at({piece[0], piece[1], -3}));
                });
            });
            if (!within) return false;
        }
        return true;
    }

    // Triangles without area are segments or points, which LineCells locates.
    bool lines_are_within() {
        std::size_t next = 0;
        for (std::uint32_t t = 0; t < inner_.met.size(); ++t) {
            if (inner_.surface.bounding(t) != SolidSurface::none) continue;
            while (next < contacts_.size() && contacts_[next].triangle_a < t) ++next;
            LineCells line(solid_);
            for (std::size_t i = next; i < contacts_.size() && contacts_[i].triangle_a == t; ++i)
                if (outer_.surface.bounding(contacts_[i].triangle_b) == contacts_[i].triangle_b)
                    line.cut_by(outer_.corners(contacts_[i].triangle_b), outer_.pose());
            const LineCells::Found found = line.locate(inner_.corners(t), inner_.pose());
            if (found.outside) return false;
            some_inside_ = some_inside_ || found.inside;
        }
        return true;
    }

    base::CancelCheck check_cancelled_;
    CellSide inner_, outer_;
    SolidTriangles solid_;
    std::span<const Contact> contacts_;  // ascending
    bool some_inside_ = false;
};

}  // namespace

SolidRegions solid_regions_by_cells(const SolidSurface& surface_a, const SolidSurface& surface_b,
                                    ContactIntersections& intersections) {
    return RegionsByCells(surface_a, surface_b, intersections).run();
}

LiesWithin lies_within(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                       const SolidSurface& outer_surface, std::span<const Contact> contacts) {
    return WithinByCells(inner, inner_surface, outer, outer_surface, contacts).run();
}

}  // namespace allide::query
