#include "query/solid_meeting.hpp"

#include "kernel/meeting.hpp"
#include "kernel/vec.hpp"
#include "query/where.hpp"

#include <algorithm>
#include <bit>
#include <optional>
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
    bool knows_side(std::uint32_t triangle) const { return surface.side(triangle) != SolidSide::unknown; }

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
          finder_(a.pose(), b.pose()) {}

    SolidMeeting run(std::span<const Contact> contacts) {
        for (const Contact& contact : bounding(contacts)) {
            add(contact);
            if (found_.crossing) return found_;
        }
        if (closed_) {
            ask_components(a_, b_, true);
            ask_components(b_, a_, false);
        }
        return found_;
    }

  private:
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

    void add(const Contact& contact) {
        const auto meeting = finder_.meeting(a_.surface.model().mesh().corners(contact.triangle_a),
                                             b_.surface.model().mesh().corners(contact.triangle_b));
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
        if (!a_.knows_side(contact.triangle_a) || !b_.knows_side(contact.triangle_b)) return;
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
        if (!collect(triangles, a_, contact.triangle_a, on_a, true)) return;
        if (!collect(triangles, b_, contact.triangle_b, on_b, false)) return;
        const bool edge_of_a = on_a != whole_face;
        const SolidOfTwo& owner = edge_of_a ? a_ : b_;
        const auto corners =
            owner.surface.model().mesh().corners(edge_of_a ? contact.triangle_a : contact.triangle_b);
        const auto [i, j] = ends_of(edge_of_a ? on_a : on_b);
        found_.shares.add(shares_around({corners[i], corners[j]}, owner.placed.pose(), triangles));
    }

    // False if a triangle's side is not known.
    static bool collect(std::vector<TriangleAtLine>& triangles, const SolidOfTwo& solid,
                        std::uint32_t triangle, CornerSet corners, bool of_a) {
        std::vector<std::uint32_t> numbers{triangle};
        if (corners != whole_face) {
            const auto [i, j] = ends_of(corners);
            numbers = solid.surface.around(triangle, i, j);
        }
        for (const std::uint32_t number : numbers) {
            if (!solid.knows_side(number)) return false;
            triangles.push_back(solid.at_line(number, of_a));
        }
        return true;
    }

    // Those that meet the other in single points, or nowhere.
    void ask_components(const SolidOfTwo& mine, const SolidOfTwo& other, bool mine_is_a);

    SolidOfTwo a_, b_;
    bool closed_;
    kernel::MeetingFinder finder_;
    std::set<std::pair<FeatureKey, FeatureKey>> asked_;
    SolidMeeting found_;
};

Vec3 rounded_image(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
            m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
}

// A point near the middle of a triangle stands for it if the other surface is farther away.
std::optional<bool> middle_is_inside(const Placed& placed, const Model& mine, std::uint32_t triangle,
                                     const Placed& other) {
    using kernel::operator+;
    using kernel::operator*;
    const auto [a, b, c] = mine.mesh().corners(triangle);
    for (const double weight : {1.0 / 3, 0.45, 0.21}) {
        const Vec3 point =
            rounded_image(placed.pose(), weight * a + 0.5 * (1 - weight) * b + 0.5 * (1 - weight) * c);
        if (!kernel::finite(point)) continue;
        const auto near_mine = nearest(placed, point), near_other = nearest(other, point);
        if (near_mine && near_other && near_other->lower > near_mine->upper)
            return contains(other, point) == Where::inside;
    }
    return std::nullopt;
}

// Whether a component that meets a solid in single points at most is inside it. All of the vertices may be
// such points.
bool component_is_inside(const SolidOfTwo& mine, std::uint32_t component, const Placed& solid) {
    const Mesh& mesh = mine.surface.model().mesh();
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    const auto belongs = [&](std::uint32_t t) {
        return mine.surface.bounding(t) == t && mine.surface.component(t) == component;
    };
    for (std::uint32_t t = mine.surface.components()[component]; t < count; ++t) {
        if (!belongs(t)) continue;
        for (const Vec3& corner : mesh.corners(t)) {
            const Where where = where_is_vertex(corner, mine.placed.pose(), solid);
            if (where != Where::boundary) return where == Where::inside;
        }
    }
    for (std::uint32_t t = mine.surface.components()[component]; t < count; ++t)
        if (belongs(t))
            if (const auto inside = middle_is_inside(mine.placed, mine.surface.model(), t, solid))
                return *inside;
    return false;
}

void MeetingOfSolids::ask_components(const SolidOfTwo& mine, const SolidOfTwo& other, bool mine_is_a) {
    if (std::find(mine.met.begin(), mine.met.end(), false) == mine.met.end()) return;
    const Model other_solid = other.surface.solid();
    const Placed solid = other_solid.at(other.placed.pose());
    for (std::uint32_t i = 0; i < mine.met.size(); ++i) {
        if (mine.met[i]) continue;
        // On both sides of the component are points of the other, or none.
        const bool inside = component_is_inside(mine, i, solid);
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
    const SolidOfTwo mine(inner, inner_surface);
    const Model outer_solid = outer_surface.solid();
    const Placed solid = outer_solid.at(outer.pose());
    for (std::uint32_t i = 0; i < mine.met.size(); ++i)
        if (!component_is_inside(mine, i, solid)) return false;
    return !mine.met.empty();
}

}  // namespace allide::query
