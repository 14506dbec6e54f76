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

// One of the two solids. `met` tells, by component, whether it shares more than single points with the other
// solid.
struct OneSolid {
    OneSolid(const Placed& of_part, const SolidSurface& of)
        : placed(of_part), surface(of), met(of.components().size(), false) {}

    // `triangle` must be in `touched`, as all triangles at a common segment or area are.
    TriangleAtLine at_line(std::uint32_t triangle, bool of_a) const {
        const auto i = std::lower_bound(touched.begin(), touched.end(), triangle) - touched.begin();
        return {surface.model().mesh().corners(triangle), &placed.pose(),
                sides[static_cast<std::size_t>(i)] == SolidSide::above, of_a};
    }

    Placed placed;
    const SolidSurface& surface;
    std::vector<bool> met;
    std::vector<std::uint32_t>
        touched;  // ascending: triangles that share more than single points with the other solid
    std::vector<SolidSide> sides;  // one per entry of `touched`
};

std::array<std::size_t, 2> ends_of(CornerSet edge) {
    if (edge == 3) return {0, 1};
    if (edge == 6) return {1, 2};
    return {0, 2};
}

class SolidRelation {
  public:
    SolidRelation(const SolidSurface& surface_a, const SolidSurface& surface_b,
                  ContactIntersections& intersections)
        : a_(intersections.a(), surface_a),
          b_(intersections.b(), surface_b),
          intersections_(intersections),
          pairs_(contacts_that_bound(surface_a, surface_b, intersections.contacts())) {}

    SolidRegions run() {
        find_touched();
        if (any_self_intersects(SurfaceScope::whole)) return components_share_nothing() ? found_ : by_cells();
        for (const std::size_t i : pairs_) {
            add(i);
            if (found_.all()) return found_;
        }
        locate_components(a_, b_, true);
        locate_components(b_, a_, false);
        if (found_.both && (may_bound_nothing(a_) || may_bound_nothing(b_))) return by_cells();
        return found_;
    }

  private:
    const Contact& contact(std::size_t i) const { return intersections_.contacts()[i]; }

    SolidRegions by_cells() { return solid_regions_by_cells(a_.surface, b_.surface, intersections_); }

    // True if some component without contact may lie flush with other components everywhere. Such a component
    // bounds nothing.
    static bool may_bound_nothing(const OneSolid& solid) {
        if (std::find(solid.met.begin(), solid.met.end(), false) == solid.met.end()) return false;
        if (!solid.surface.has_flush_shells()) return false;
        std::vector<bool> bounds = solid.met;
        const auto count = static_cast<std::uint32_t>(solid.surface.model().mesh().triangles().size());
        for (std::uint32_t t = 0; t < count; ++t)
            if (solid.surface.bounding(t) == t && !solid.surface.lies_flush(t))
                bounds[solid.surface.component(t)] = true;
        return std::find(bounds.begin(), bounds.end(), false) != bounds.end();
    }

    // True if a touched triangle intersects another one of its part, in this scope. Because shells cross or
    // lie flush there, a triangle's own shell does not determine on which side of it the solid is. Otherwise
    // finds the sides of the touched triangles. Self-intersections elsewhere do not matter, since a component
    // stays inside or outside the other part until it meets that part's surface.
    bool any_self_intersects(SurfaceScope scope) {
        for (OneSolid* solid : {&a_, &b_})
            if (solid->surface.any_self_intersects(solid->touched, scope)) return true;
        for (OneSolid* solid : {&a_, &b_}) solid->sides = solid->surface.sides_of(solid->touched, scope);
        return false;
    }

    void find_touched() {
        for (const std::size_t i : pairs_)
            if (intersections_.has_segment(i)) {
                a_.touched.push_back(contact(i).triangle_a);
                b_.touched.push_back(contact(i).triangle_b);
            }
        for (OneSolid* solid : {&a_, &b_}) {
            std::sort(solid->touched.begin(), solid->touched.end());
            solid->touched.erase(std::unique(solid->touched.begin(), solid->touched.end()),
                                 solid->touched.end());
        }
    }

    // True if certainly no component of one part shares an interior point with a component of the other. Then
    // the parts do not share one either, since every interior point of a part is inside one of its
    // components. False proves nothing.
    bool components_share_nothing() {
        const std::size_t count_a = a_.met.size(), count_b = b_.met.size();
        constexpr std::size_t most_pairs = 64;
        if (count_a * count_b == 1 || count_a * count_b > most_pairs) return false;
        if (any_self_intersects(SurfaceScope::by_component)) return false;
        std::vector<bool> met(count_a * count_b, false);
        for (const std::size_t i : pairs_) {
            if (!intersections_.has_segment(i)) continue;
            add(i);
            if (found_.both) break;
            met[a_.surface.component(contact(i).triangle_a) * count_b +
                b_.surface.component(contact(i).triangle_b)] = true;
        }
        if (!found_.both && !one_is_in_another(met)) return true;
        found_ = {};
        return false;
    }
    // True if a component of one part is inside a component of the other part and meets it at most in single
    // points.
    bool one_is_in_another(const std::vector<bool>& met) const;

    void add(std::size_t i) {
        if (!intersections_.has_segment(i)) return;
        if (is_crossing(intersections_, i)) {
            found_ = {true, true, true};
            return;
        }
        const auto [corners, has_area] = intersections_.of(i);
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
        if (solids_on_same_side(a_.at_line(contact.triangle_a, true), b_.at_line(contact.triangle_b, false)))
            found_.both = true;
        else
            found_.only_a = found_.only_b = true;
    }

    // An edge, identified by its two positions, or a face, identified by its triangle.
    using FeatureKey = std::pair<std::uint32_t, std::uint32_t>;
    static FeatureKey key_of(const OneSolid& solid, std::uint32_t triangle, CornerSet corners) {
        if (corners == whole_face) return {triangle, SolidSurface::none};
        const auto [i, j] = ends_of(corners);
        return std::minmax({solid.surface.position(triangle, i), solid.surface.position(triangle, j)});
    }

    void add_segment(const Contact& contact, CornerSet on_a, CornerSet on_b) {
        if (!asked_.insert({key_of(a_, contact.triangle_a, on_a), key_of(b_, contact.triangle_b, on_b)})
                 .second)
            return;
        std::vector<TriangleAtLine> triangles;
        collect(triangles, a_, contact.triangle_a, on_a, true);
        collect(triangles, b_, contact.triangle_b, on_b, false);
        const bool edge_of_a = on_a != whole_face;
        const OneSolid& owner = edge_of_a ? a_ : b_;
        const auto corners =
            owner.surface.model().mesh().corners(edge_of_a ? contact.triangle_a : contact.triangle_b);
        const auto [i, j] = ends_of(edge_of_a ? on_a : on_b);
        found_.add(solid_regions_at_line({corners[i], corners[j]}, owner.placed.pose(), triangles));
    }

    static void collect(std::vector<TriangleAtLine>& triangles, const OneSolid& solid, std::uint32_t triangle,
                        CornerSet corners, bool of_a) {
        std::vector<std::uint32_t> numbers{triangle};
        if (corners != whole_face) {
            const auto [i, j] = ends_of(corners);
            numbers = solid.surface.triangles_at_edge(triangle, i, j);
        }
        for (const std::uint32_t number : numbers) triangles.push_back(solid.at_line(number, of_a));
    }

    // Locates the components that meet the other solid at most in single points.
    void locate_components(const OneSolid& mine, const OneSolid& other, bool mine_is_a);

    OneSolid a_, b_;
    ContactIntersections& intersections_;
    std::vector<std::size_t> pairs_;  // indices of contacts between bounding triangles
    std::set<std::pair<FeatureKey, FeatureKey>> asked_;
    SolidRegions found_;
};

bool SolidRelation::one_is_in_another(const std::vector<bool>& met) const {
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

void SolidRelation::locate_components(const OneSolid& mine, const OneSolid& other, bool mine_is_a) {
    if (std::find(mine.met.begin(), mine.met.end(), false) == mine.met.end()) return;
    const Model other_solid = other.surface.solid();
    const Placed solid = other_solid.at(other.placed.pose());
    for (std::uint32_t i = 0; i < mine.met.size(); ++i) {
        if (mine.met[i]) continue;
        // The other solid is on both sides of the component, or on neither.
        const bool inside = component_is_inside(mine.placed, mine.surface, i, solid, other.surface);
        found_.both = found_.both || inside;
        if (mine_is_a == inside)
            found_.only_b = true;
        else
            found_.only_a = true;
    }
}

}  // namespace

SolidRegions solid_regions(const SolidSurface& surface_a, const SolidSurface& surface_b,
                           ContactIntersections& intersections) {
    return SolidRelation(surface_a, surface_b, intersections).run();
}

}  // namespace allide::query
