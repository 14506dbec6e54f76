#include "query/solid_meeting.hpp"

#include "base/joined_sets.hpp"
#include "kernel/meeting.hpp"
#include "query/point_contact.hpp"
#include "query/solid_cells.hpp"
#include "query/solid_parity.hpp"
#include "query/where.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>
#include <vector>

namespace allide::query {
namespace {

using kernel::CornerSet;

constexpr CornerSet whole_face = 7;

// One solid of the two, and which components have more than single points in common with the other.
struct SolidOfTwo {
    SolidOfTwo(const Placed& where, const SolidSurface& of)
        : placed(where), surface(of), met(of.components().size(), false) {}

    TriangleAtLine at_line(std::uint32_t triangle, bool of_a) const {
        return {surface.model().mesh().corners(triangle), &placed.pose(),
                surface.side(triangle) == SolidSide::above, of_a};
    }

    Placed placed;
    const SolidSurface& surface;
    std::vector<bool> met;
};

// The corners of a triangle between which a segment runs: of its ends each lies in one corner, edge or face.
CornerSet spanned(kernel::Features one, kernel::Features other) {
    return static_cast<CornerSet>(std::countr_zero(one) | std::countr_zero(other));
}

std::array<std::size_t, 2> ends_of(CornerSet edge) {
    if (edge == 3) return {0, 1};
    if (edge == 6) return {1, 2};
    return {0, 2};
}

class MeetingOfSolids {
  public:
    MeetingOfSolids(const Placed& a, const SolidSurface& surface_a, const Placed& b,
                    const SolidSurface& surface_b)
        : a_(a, surface_a),
          b_(b, surface_b),
          closed_(surface_a.closed() && surface_b.closed()),
          one_frame_(a.pose() == b.pose()),
          finder_(a.pose(), b.pose()) {}

    SolidMeeting run(std::span<const Contact> contacts) {
        const std::vector<Contact> pairs = bounding(contacts);
        if (closed_ && is_tangled(pairs)) return by_cells(pairs);
        for (const Contact& contact : pairs) {
            add(contact);
            if (found_.crossing) return found_;
        }
        if (closed_) {
            ask_components(a_, b_, true);
            ask_components(b_, a_, false);
            if (found_.shares.both && (may_bound_nothing(a_) || may_bound_nothing(b_)))
                return by_cells(pairs);
        }
        return found_;
    }

  private:
    SolidMeeting by_cells(std::span<const Contact> pairs) {
        found_.shares = shares_by_cells(a_.placed, a_.surface, b_.placed, b_.surface, pairs);
        return found_;
    }

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

    // Duplicates are looked at once.
    std::vector<Contact> bounding(std::span<const Contact> contacts) const {
        std::vector<Contact> out;
        for (const Contact& c : contacts) {
            const Contact rest{a_.surface.bounding(c.triangle_a), b_.surface.bounding(c.triangle_b)};
            if (rest.triangle_a != SolidSurface::none && rest.triangle_b != SolidSurface::none)
                out.push_back(rest);
        }
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    // Where shells of a part cross or lie flush with each other, what is next to a triangle is not known from
    // its own shell. Elsewhere that does not matter: a component is on one side of the other part up to where
    // they meet.
    bool is_tangled(std::span<const Contact> pairs) const {
        if (pairs.empty() || (a_.surface.tangles().empty() && b_.surface.tangles().empty())) return false;
        return std::any_of(pairs.begin(), pairs.end(), [this](const Contact& c) {
            return !a_.surface.tangles_of(c.triangle_a).empty() ||
                   !b_.surface.tangles_of(c.triangle_b).empty();
        });
    }

    void add(const Contact& contact) {
        const std::array<Vec3, 3> a = a_.surface.model().mesh().corners(contact.triangle_a),
                                  b = b_.surface.model().mesh().corners(contact.triangle_b);
        if (one_frame_ && meet_in_a_point_at_most(a, b)) return;
        const auto meeting = finder_.meeting(a, b);
        if (meeting.corners.size() < 2) return;
        const auto &one = meeting.corners[0], &other = meeting.corners[1];
        const CornerSet on_a = spanned(one.a, other.a), on_b = spanned(one.b, other.b);
        if (!meeting.has_area && on_a == whole_face && on_b == whole_face) {
            found_.crossing = true;
            found_.shares = {closed_, closed_, closed_};
            return;
        }
        if (!closed_) return;
        a_.met[a_.surface.component(contact.triangle_a)] = true;
        b_.met[b_.surface.component(contact.triangle_b)] = true;
        if (meeting.has_area)
            add_flush(contact);
        else
            add_segment(contact, on_a, on_b);
    }

    void add_flush(const Contact& contact) {
        if (on_one_side(a_.at_line(contact.triangle_a, true), b_.at_line(contact.triangle_b, false)))
            found_.shares.both = true;
        else
            found_.shares.only_a = found_.shares.only_b = true;
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
        found_.shares.add(shares_around({corners[i], corners[j]}, owner.placed.pose(), triangles));
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
    bool closed_, one_frame_;
    kernel::MeetingFinder finder_;
    std::set<std::pair<FeatureKey, FeatureKey>> asked_;
    SolidMeeting found_;
};

// Whether a component that meets a solid in single points at most is inside it. A corner may be such a point;
// then one that is infinitely near to it and in the triangle is asked.
bool component_is_inside(const SolidOfTwo& mine, std::uint32_t component, const Placed& solid,
                         const SolidSurface& solid_surface) {
    const std::array<Vec3, 3> corners =
        mine.surface.model().mesh().corners(mine.surface.components()[component]);
    const Where first = where_is_vertex(corners[0], mine.placed.pose(), solid);
    if (first != Where::boundary) return first == Where::inside;
    const ExactVector a = placed_corner<kernel::Exact>(mine.placed.pose(), corners[0]);
    const ExactVector along = kernel::minus(placed_corner<kernel::Exact>(mine.placed.pose(), corners[1]), a),
                      within = kernel::minus(placed_corner<kernel::Exact>(mine.placed.pose(), corners[2]), a);
    const SolidTriangles triangles(solid_surface, solid.pose());
    return ParityNear(triangles, {a}, {along, within, kernel::cross_of(along, within)}).at({1, 2, 3}) ==
           Where::inside;
}

void MeetingOfSolids::ask_components(const SolidOfTwo& mine, const SolidOfTwo& other, bool mine_is_a) {
    if (std::find(mine.met.begin(), mine.met.end(), false) == mine.met.end()) return;
    const Model other_solid = other.surface.solid();
    const Placed solid = other_solid.at(other.placed.pose());
    for (std::uint32_t i = 0; i < mine.met.size(); ++i) {
        if (mine.met[i]) continue;
        // On both sides of the component are points of the other, or none.
        const bool inside = component_is_inside(mine, i, solid, other.surface);
        found_.shares.both = found_.shares.both || inside;
        if (mine_is_a == inside)
            found_.shares.only_b = true;
        else
            found_.shares.only_a = true;
    }
}

}  // namespace

SolidMeeting solid_meeting(const Placed& a, const SolidSurface& surface_a, const Placed& b,
                           const SolidSurface& surface_b, std::span<const Contact> contacts) {
    return MeetingOfSolids(a, surface_a, b, surface_b).run(contacts);
}

bool lies_inside(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                 const SolidSurface& outer_surface) {
    const Mesh& mesh = inner_surface.model().mesh();
    base::JoinedSets sets(mesh.vertices().size());
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    for (std::uint32_t t = 0; t < count; ++t)
        for (std::size_t k = 1; k < 3; ++k) sets.join(inner_surface.place(t, 0), inner_surface.place(t, k));
    const Model outer_solid = outer_surface.solid();
    const Placed solid = outer_solid.at(outer.pose());
    std::set<std::uint32_t> asked;
    for (std::uint32_t t = 0; t < count; ++t)
        if (asked.insert(sets.of(inner_surface.place(t, 0))).second &&
            where_is_vertex(mesh.corners(t)[0], inner.pose(), solid) != Where::inside)
            return false;
    return count != 0;
}

}  // namespace allide::query
