#include "query/clash/solid_relation.hpp"

#include "query/clash/crossing_triangles.hpp"
#include "query/clash/solid_cells.hpp"
#include "query/clash/solid_components.hpp"
#include "query/clash/solid_parity.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace allide::query {
namespace {

using kernel::CornerSet;

// One solid of the two, and which components have more than single points in common with the other.
struct SolidOfTwo {
    SolidOfTwo(const Placed& where, const SolidSurface& of)
        : placed(where), surface(of), met(of.components().size(), false) {}

    // All triangles at a common segment or area are touched.
    TriangleAtLine at_line(std::uint32_t triangle, bool of_a) const {
        const auto i = std::lower_bound(touched.begin(), touched.end(), triangle) - touched.begin();
        return {surface.model().mesh().corners(triangle), &placed.pose(),
                sides[static_cast<std::size_t>(i)] == SolidSide::above, of_a};
    }

    Placed placed;
    const SolidSurface& surface;
    std::vector<bool> met;
    std::vector<std::uint32_t> touched;  // triangles that have more than single points in common with it
    std::vector<SolidSide> sides;        // by these
};

std::array<std::size_t, 2> ends_of(CornerSet edge) {
    if (edge == 3) return {0, 1};
    if (edge == 6) return {1, 2};
    return {0, 2};
}

class MeetingOfSolids {
  public:
    MeetingOfSolids(const SolidSurface& surface_a, const SolidSurface& surface_b, PairMeetings& meetings)
        : a_(meetings.a(), surface_a),
          b_(meetings.b(), surface_b),
          meetings_(meetings),
          pairs_(contacts_that_bound(surface_a, surface_b, meetings.contacts())) {}

    SolidShares run() {
        find_touched();
        if (is_tangled(SurfaceScope::whole)) return components_share_nothing() ? found_ : by_cells();
        for (const std::size_t i : pairs_) {
            add(i);
            if (found_.all()) return found_;
        }
        ask_components(a_, b_, true);
        ask_components(b_, a_, false);
        if (found_.both && (may_bound_nothing(a_) || may_bound_nothing(b_))) return by_cells();
        return found_;
    }

  private:
    const Contact& contact(std::size_t i) const { return meetings_.contacts()[i]; }

    SolidShares by_cells() { return shares_by_cells(a_.surface, b_.surface, meetings_); }

    // A component that was asked about lies flush with others all over.
    static bool may_bound_nothing(const SolidOfTwo& solid) {
        if (std::find(solid.met.begin(), solid.met.end(), false) == solid.met.end()) return false;
        if (!solid.surface.has_flush_shells()) return false;
        std::vector<bool> bounds = solid.met;
        const auto count = static_cast<std::uint32_t>(solid.surface.model().mesh().triangles().size());
        for (std::uint32_t t = 0; t < count; ++t)
            if (solid.surface.bounding(t) == t && !solid.surface.lies_flush(t))
                bounds[solid.surface.component(t)] = true;
        return std::find(bounds.begin(), bounds.end(), false) != bounds.end();
    }

    // Where shells of a part cross or lie flush with each other, what is next to a triangle is not known from
    // its own shell. Elsewhere that does not matter: a component is on one side of the other part up to where
    // they meet.
    bool is_tangled(SurfaceScope scope) {
        for (SolidOfTwo* solid : {&a_, &b_})
            if (solid->surface.any_tangled(solid->touched, scope)) return true;
        for (SolidOfTwo* solid : {&a_, &b_}) solid->sides = solid->surface.sides_of(solid->touched, scope);
        return false;
    }

    void find_touched() {
        for (const std::size_t i : pairs_)
            if (meetings_.has_segment(i)) {
                a_.touched.push_back(contact(i).triangle_a);
                b_.touched.push_back(contact(i).triangle_b);
            }
        for (SolidOfTwo* solid : {&a_, &b_}) {
            std::sort(solid->touched.begin(), solid->touched.end());
            solid->touched.erase(std::unique(solid->touched.begin(), solid->touched.end()),
                                 solid->touched.end());
        }
    }

    // Where no component of one part shares a point inside with one of the other, the parts share none,
    // whatever of it their components leave out where they overlap. False says nothing.
    bool components_share_nothing() {
        const std::size_t count_a = a_.met.size(), count_b = b_.met.size();
        constexpr std::size_t most_pairs = 64;
        if (count_a * count_b == 1 || count_a * count_b > most_pairs) return false;
        if (is_tangled(SurfaceScope::by_component)) return false;
        std::vector<bool> met(count_a * count_b, false);
        for (const std::size_t i : pairs_) {
            if (!meetings_.has_segment(i)) continue;
            add(i);
            if (found_.both) break;
            met[a_.surface.component(contact(i).triangle_a) * count_b +
                b_.surface.component(contact(i).triangle_b)] = true;
        }
        if (!found_.both && !one_is_in_another(met)) return true;
        found_ = {};
        return false;
    }
    // Of those components that meet in single points, or nowhere.
    bool one_is_in_another(const std::vector<bool>& met) const;

    void add(std::size_t i) {
        if (!meetings_.has_segment(i)) return;
        if (is_crossing(meetings_, i)) {
            found_ = {true, true, true};
            return;
        }
        const auto [corners, has_area] = meetings_.of(i);
        const CornerSet on_a = spanned(corners[0].a, corners[1].a),
                        on_b = spanned(corners[0].b, corners[1].b);
        a_.met[a_.surface.component(contact(i).triangle_a)] = true;
        b_.met[b_.surface.component(contact(i).triangle_b)] = true;
        if (has_area)
            add_flush(contact(i));
        else
            add_segment(contact(i), on_a, on_b);
    }

    void add_flush(const Contact& contact) {
        if (on_one_side(a_.at_line(contact.triangle_a, true), b_.at_line(contact.triangle_b, false)))
            found_.both = true;
        else
            found_.only_a = found_.only_b = true;
    }

    // An edge, known by its two places, or a face by its number.
    using FeatureKey = std::pair<std::uint32_t, std::uint32_t>;
    static FeatureKey key_of(const SolidOfTwo& solid, std::uint32_t triangle, CornerSet corners) {
        if (corners == whole_face) return {triangle, SolidSurface::none};
        const auto [i, j] = ends_of(corners);
        return std::minmax({solid.surface.place(triangle, i), solid.surface.place(triangle, j)});
    }

    void add_segment(const Contact& contact, CornerSet on_a, CornerSet on_b) {
        if (!asked_.insert({key_of(a_, contact.triangle_a, on_a), key_of(b_, contact.triangle_b, on_b)})
                 .second)
            return;
        std::vector<TriangleAtLine> triangles;
        collect(triangles, a_, contact.triangle_a, on_a, true);
        collect(triangles, b_, contact.triangle_b, on_b, false);
        const bool edge_of_a = on_a != whole_face;
        const SolidOfTwo& owner = edge_of_a ? a_ : b_;
        const auto corners =
            owner.surface.model().mesh().corners(edge_of_a ? contact.triangle_a : contact.triangle_b);
        const auto [i, j] = ends_of(edge_of_a ? on_a : on_b);
        found_.add(shares_around({corners[i], corners[j]}, owner.placed.pose(), triangles));
    }

    static void collect(std::vector<TriangleAtLine>& triangles, const SolidOfTwo& solid,
                        std::uint32_t triangle, CornerSet corners, bool of_a) {
        std::vector<std::uint32_t> numbers{triangle};
        if (corners != whole_face) {
            const auto [i, j] = ends_of(corners);
            numbers = solid.surface.around(triangle, i, j);
        }
        for (const std::uint32_t number : numbers) triangles.push_back(solid.at_line(number, of_a));
    }

    // Those that meet the other in single points, or nowhere.
    void ask_components(const SolidOfTwo& mine, const SolidOfTwo& other, bool mine_is_a);

    SolidOfTwo a_, b_;
    PairMeetings& meetings_;
    std::vector<std::size_t> pairs_;  // contacts of bounding triangles
    std::set<std::pair<FeatureKey, FeatureKey>> asked_;
    SolidShares found_;
};

bool MeetingOfSolids::one_is_in_another(const std::vector<bool>& met) const {
    const auto count_a = static_cast<std::uint32_t>(a_.met.size()),
               count_b = static_cast<std::uint32_t>(b_.met.size());
    for (std::uint32_t i = 0; i < count_a; ++i) {
        std::optional<SolidTriangles> of_a;
        for (std::uint32_t j = 0; j < count_b; ++j) {
            if (met[i * count_b + j]) continue;
            if (!of_a) of_a.emplace(a_.surface, a_.placed.pose(), i);
            if (component_is_inside(b_.placed, b_.surface, j, *of_a)) return true;
        }
    }
    for (std::uint32_t j = 0; j < count_b; ++j) {
        std::optional<SolidTriangles> of_b;
        for (std::uint32_t i = 0; i < count_a; ++i) {
            if (met[i * count_b + j]) continue;
            if (!of_b) of_b.emplace(b_.surface, b_.placed.pose(), j);
            if (component_is_inside(a_.placed, a_.surface, i, *of_b)) return true;
        }
    }
    return false;
}

void MeetingOfSolids::ask_components(const SolidOfTwo& mine, const SolidOfTwo& other, bool mine_is_a) {
    if (std::find(mine.met.begin(), mine.met.end(), false) == mine.met.end()) return;
    const Model other_solid = other.surface.solid();
    const Placed solid = other_solid.at(other.placed.pose());
    for (std::uint32_t i = 0; i < mine.met.size(); ++i) {
        if (mine.met[i]) continue;
        // On both sides of the component are points of the other, or none.
        const bool inside = component_is_inside(mine.placed, mine.surface, i, solid, other.surface);
        found_.both = found_.both || inside;
        if (mine_is_a == inside)
            found_.only_b = true;
        else
            found_.only_a = true;
    }
}

}  // namespace

SolidShares solid_shares(const SolidSurface& surface_a, const SolidSurface& surface_b,
                         PairMeetings& meetings) {
    return MeetingOfSolids(surface_a, surface_b, meetings).run();
}

}  // namespace allide::query
