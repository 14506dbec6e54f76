#include "query/clash/solid_cells.hpp"

#include "base/joined_sets.hpp"
#include "query/clash/line_cells.hpp"
#include "query/clash/triangle_cells.hpp"
#include "query/probe/point_location.hpp"

#include <algorithm>
#include <vector>

namespace allide::query {
namespace {

// One part of the two.
struct CellSide {
    CellSide(const Placed& where, const SolidSurface& of)
        : placed(where), surface(of), met(of.model().mesh().triangles().size()) {}

    std::array<Vec3, 3> corners(std::uint32_t triangle) const {
        return surface.model().mesh().corners(triangle);
    }
    const Pose& pose() const { return placed.pose(); }

    void find_tangles_of_met() {
        for (std::uint32_t t = 0; t < met.size(); ++t)
            if (!met[t].empty()) looked_at.push_back(t);
        tangles = surface.tangles_around(looked_at);
    }
    std::vector<SolidSurface::Tangle> tangles_of(std::uint32_t triangle) const {
        if (!std::binary_search(looked_at.begin(), looked_at.end(), triangle))
            return surface.tangles_around({&triangle, 1});
        const auto known = SolidSurface::tangles_of(tangles, triangle);
        return {known.begin(), known.end()};
    }
    // Of a triangle that was not met. Where many are asked about, all are looked at at once.
    bool lies_flush(std::uint32_t triangle) {
        constexpr std::size_t most_alone = 32;
        if (++asked_alone > most_alone) return surface.lies_flush(triangle);
        const std::vector<SolidSurface::Tangle> mine = tangles_of(triangle);
        return std::any_of(mine.begin(), mine.end(), [](const auto& one) { return one.flush; });
    }

    Placed placed;
    const SolidSurface& surface;
    // By triangle: those of the other part that have a segment or more in common with it.
    std::vector<std::vector<std::uint32_t>> met;
    std::vector<std::uint32_t> looked_at;       // those that were met
    std::vector<SolidSurface::Tangle> tangles;  // of these
    std::size_t asked_alone = 0;
};

void note_meetings(CellSide& a, CellSide& b, PairMeetings& meetings) {
    const std::span<const Contact> contacts = meetings.contacts();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const auto [in_a, in_b] = contacts[i];
        if (a.surface.bounding(in_a) != in_a || b.surface.bounding(in_b) != in_b) continue;
        if (!meetings.has_segment(i)) continue;
        a.met[in_a].push_back(in_b);
        b.met[in_b].push_back(in_a);
    }
}

// Triangles that meet the other part in single points at most; by edges they hang together in patches.
std::vector<bool> free_triangles(const CellSide& mine) {
    std::vector<bool> free(mine.met.size());
    for (std::uint32_t t = 0; t < free.size(); ++t)
        free[t] = mine.surface.bounding(t) == t && mine.met[t].empty();
    return free;
}

class SharesByCells {
  public:
    SharesByCells(const SolidSurface& surface_a, const SolidSurface& surface_b, PairMeetings& meetings)
        : a_(meetings.a(), surface_a),
          b_(meetings.b(), surface_b),
          solid_a_(surface_a, a_.pose()),
          solid_b_(surface_b, b_.pose()) {
        note_meetings(a_, b_, meetings);
        a_.find_tangles_of_met();
        b_.find_tangles_of_met();
    }

    SolidShares run() {
        if (add_cut(a_, b_) && add_cut(b_, a_) && add_patches(a_, b_, true)) add_patches(b_, a_, false);
        return found_;
    }

  private:
    // These end with false once all is known.
    bool add_cut(const CellSide& mine, const CellSide& other) {
        for (std::uint32_t t = 0; t < mine.met.size(); ++t)
            if (!mine.met[t].empty() && !add_pieces(mine, other, t)) return false;
        return true;
    }

    bool add_pieces(const CellSide& mine, const CellSide& other, std::uint32_t triangle) {
        TriangleCells cells(mine.corners(triangle), mine.pose());
        for (const std::uint32_t t : mine.met[triangle]) cells.cut_by(other.corners(t), other.pose());
        for (const SolidSurface::Tangle& one : mine.tangles_of(triangle))
            cells.cut_by(mine.corners(one.with), mine.pose());
        return cells.for_each_corner([this](const CellCorner& corner) {
            ParityNear in_a(solid_a_, corner.place, corner.steps), in_b(solid_b_, corner.place, corner.steps);
            for (ParityNear::Path path : corner.pieces)
                for (const int off : {3, -3}) {
                    path[2] = off;
                    found_.add(in_a.at(path) == Where::inside, in_b.at(path) == Where::inside);
                }
            return !found_.all();
        });
    }

    // Nothing else is there, so that the solid is on one side only.
    bool add_beside(const CellSide& mine, std::uint32_t triangle, bool mine_is_a) {
        const bool inside =
            beside_first_corner(mine_is_a ? solid_b_ : solid_a_, mine.corners(triangle), mine.pose())
                .at({1, 2, 3}) == Where::inside;
        found_.add(mine_is_a || inside, !mine_is_a || inside);
        found_.add(!mine_is_a && inside, mine_is_a && inside);
        return !found_.all();
    }

    // A triangle that nothing lies flush with stands for its patch. Where there is none, all are cut.
    bool add_patches(CellSide& mine, const CellSide& other, bool mine_is_a) {
        const std::vector<bool> free = free_triangles(mine);
        base::JoinedSets patches = mine.surface.joined(free);
        std::vector<bool> asked(free.size(), false);
        for (std::uint32_t t = 0; t < free.size(); ++t) {
            if (!free[t] || asked[patches.of(t)] || mine.lies_flush(t)) continue;
            asked[patches.of(t)] = true;
            if (!add_beside(mine, t, mine_is_a)) return false;
        }
        for (std::uint32_t t = 0; t < free.size(); ++t)
            if (free[t] && !asked[patches.of(t)] && !add_pieces(mine, other, t)) return false;
        return true;
    }

    CellSide a_, b_;
    SolidTriangles solid_a_, solid_b_;
    SolidShares found_;
};

class WithinByCells {
  public:
    WithinByCells(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                  const SolidSurface& outer_surface, std::span<const Contact> contacts)
        : inner_(inner, inner_surface),
          outer_(outer, outer_surface),
          solid_(outer_surface, outer.pose()),
          contacts_(contacts) {
        PairMeetings meetings(inner, outer, {contacts.begin(), contacts.end()});
        note_meetings(inner_, outer_, meetings);
    }

    LiesWithin run() {
        const bool all = patches_are_within() && cut_ones_are_within() && lines_are_within();
        return {all, some_inside_};
    }

  private:
    // A piece with the outer solid on both sides is inside, one with it on neither side is outside.
    bool is_within(Where above, Where below) {
        some_inside_ = some_inside_ || (above == Where::inside && below == Where::inside);
        return above == Where::inside || below == Where::inside;
    }

    bool patches_are_within() {
        const std::vector<bool> free = free_triangles(inner_);
        base::JoinedSets patches = inner_.surface.joined(free);
        for (std::uint32_t t = 0; t < free.size(); ++t) {
            if (!free[t] || patches.of(t) != t) continue;
            const Where where = beside_first_corner(solid_, inner_.corners(t), inner_.pose()).at({1, 2, 3});
            if (!is_within(where, where)) return false;
        }
        return true;
    }

    bool cut_ones_are_within() {
        for (std::uint32_t t = 0; t < inner_.met.size(); ++t) {
            if (inner_.met[t].empty()) continue;
            TriangleCells cells(inner_.corners(t), inner_.pose());
            for (const std::uint32_t other : inner_.met[t])
                cells.cut_by(outer_.corners(other), outer_.pose());
            const bool within = cells.for_each_corner([this](const CellCorner& corner) {
                ParityNear near(solid_, corner.place, corner.steps);
                return std::all_of(corner.pieces.begin(), corner.pieces.end(), [&](const auto& piece) {
                    return is_within(near.at({piece[0], piece[1], 3}), near.at({piece[0], piece[1], -3}));
                });
            });
            if (!within) return false;
        }
        return true;
    }

    // Triangles without area.
    bool lines_are_within() {
        std::size_t next = 0;
        for (std::uint32_t t = 0; t < inner_.met.size(); ++t) {
            if (inner_.surface.bounding(t) != SolidSurface::none) continue;
            while (next < contacts_.size() && contacts_[next].triangle_a < t) ++next;
            LineCells line(solid_);
            for (std::size_t i = next; i < contacts_.size() && contacts_[i].triangle_a == t; ++i)
                if (outer_.surface.bounding(contacts_[i].triangle_b) == contacts_[i].triangle_b)
                    line.cut_by(outer_.corners(contacts_[i].triangle_b), outer_.pose());
            const LineCells::Found found = line.look(inner_.corners(t), inner_.pose());
            if (found.outside) return false;
            some_inside_ = some_inside_ || found.inside;
        }
        return true;
    }

    CellSide inner_, outer_;
    SolidTriangles solid_;
    std::span<const Contact> contacts_;  // sorted
    bool some_inside_ = false;
};

}  // namespace

SolidShares shares_by_cells(const SolidSurface& surface_a, const SolidSurface& surface_b,
                            PairMeetings& meetings) {
    return SharesByCells(surface_a, surface_b, meetings).run();
}

LiesWithin lies_within(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                       const SolidSurface& outer_surface, std::span<const Contact> contacts) {
    return WithinByCells(inner, inner_surface, outer, outer_surface, contacts).run();
}

}  // namespace allide::query
