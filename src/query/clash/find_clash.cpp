#include "query/clash/find_clash.hpp"

#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "model/model_data.hpp"
#include "query/clash/contact_intersections.hpp"
#include "query/clash/crossing_triangles.hpp"
#include "query/clash/measure_overlap.hpp"
#include "query/clash/same_triangles.hpp"
#include "query/clash/separating_plane.hpp"
#include "query/clash/solid_cells.hpp"
#include "query/clash/solid_components.hpp"
#include "query/clash/solid_relation.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace allide {
namespace query {
namespace {

bool both_at_rest(const ClashPart& a, const ClashPart& b) {
    return a.is_at_rest() && b.is_at_rest();
}

// True if a plane across a coordinate axis separates the parts, though both may touch it. Then no point is
// inside both, and no two triangles cross. False for parts that are not at rest.
bool axis_plane_separates(const ClashPart& a, const ClashPart& b) {
    if (!both_at_rest(a, b)) return false;
    const Box &one = a.box_at_rest(), &other = b.box_at_rest();
    return one.hi.x <= other.lo.x || other.hi.x <= one.lo.x || one.hi.y <= other.lo.y ||
           other.hi.y <= one.lo.y || one.hi.z <= other.lo.z || other.hi.z <= one.lo.z;
}

// A quarter of the box's diagonal, because the diagonal itself may exceed the largest double.
double quarter_diagonal(const Box& box) {
    return std::hypot(box.hi.x / 4 - box.lo.x / 4, box.hi.y / 4 - box.lo.y / 4, box.hi.z / 4 - box.lo.z / 4);
}

// Classifies one pair; README.md draws the order of the tests.
class PairClassifier {
  public:
    PairClassifier(const ClashPart& a, const ClashPart& b, const ClashLimits& limits, PlacesWanted places)
        : a_(a),
          b_(b),
          limits_(limits),
          places_(places),
          intersections_(a.placed, b.placed, contacts(a.placed, b.placed).pairs) {}

    // Empty if the parts do not clash.
    std::optional<PairClash> run() {
        if (a_.model.mesh().triangles().empty() || b_.model.mesh().triangles().empty()) return std::nullopt;
        clash_.contacts = intersections_.contacts().size();
        return clash_.contacts == 0 ? classify_without_contact() : classify_with_contact();
    }

    // One place per region of connected contacts. Requires that run() has been called.
    std::vector<ContactPlace> places() {
        std::vector<ContactPlace> out;
        for (const auto& [count, box, has_curve] : regions().regions)
            out.push_back({count, has_curve ? Vec3{box.lo.x / 2 + box.hi.x / 2, box.lo.y / 2 + box.hi.y / 2,
                                                   box.lo.z / 2 + box.hi.z / 2}
                                            : clash_.point});
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i].depth = i < depth_of_region_.size() ? depth_of_region_[i] : clash_.depth;
        return out;
    }

  private:
    const RegionBoxes& regions() {
        if (!regions_) regions_ = region_boxes(intersections_);
        return *regions_;
    }

    PairClash classify_with_contact() {
        clash_.point = point_of_contact();
        clash_.contact_area = contact_area(a_, b_, intersections_);
        if (may_be_same() && same_triangles(a_.placed, b_.placed)) return overlapping(ClashKind::duplicate);
        if (a_plane_separates()) return touching();
        const PairCrossing crossing = find_crossing(a_.surface(), b_.surface(), intersections_);
        if (!both_closed()) return classify_open_parts(crossing);
        if (crossing.alone || (crossing.any && !one_may_lie_within() && sheets_cross()))
            return overlapping(ClashKind::hard);
        const SolidRegions regions = solid_regions(a_.surface(), b_.surface(), intersections_);
        if (regions.both) return overlapping(kind_of_overlap(regions));
        return sheets_cross() ? overlapping(ClashKind::hard) : touching();
    }

    // The clash of parts that only touch: no point is inside both, and no surface runs through the other.
    PairClash touching() {
        if (a_.surface().closed() || b_.surface().closed()) clash_.depth = LocalDepth{.point = clash_.point};
        if (both_closed()) clash_.volume = CommonVolume{};
        return clash_;
    }

    bool a_plane_separates() const {
        return axis_plane_separates(a_, b_) ||
               (a_.placed.pose() == b_.placed.pose() &&
                a_face_plane_separates(a_.model.mesh(), b_.model.mesh(), intersections_.contacts()));
    }

    bool sheets_cross() { return sheets_cross_other_part(a_.surface(), b_.surface(), intersections_); }

    // Classifies parts of which at most one is closed.
    PairClash classify_open_parts(const PairCrossing& crossing) {
        const bool a_closed = a_.surface().closed(), b_closed = b_.surface().closed();
        if (a_closed && !crossing.alone && box_may_lie_within(b_, a_)) {
            std::vector<Contact> exchanged;
            for (const Contact& c : intersections_.contacts())
                exchanged.push_back({c.triangle_b, c.triangle_a});
            std::sort(exchanged.begin(), exchanged.end());
            if (is_contained(lies_within(b_.placed, b_.surface(), a_.placed, a_.surface(), exchanged)))
                return overlapping(ClashKind::contained);
        }
        if (b_closed && !crossing.alone && box_may_lie_within(a_, b_) &&
            is_contained(
                lies_within(a_.placed, a_.surface(), b_.placed, b_.surface(), intersections_.contacts())))
            return overlapping(ClashKind::contained);
        if (crossing.any || sheets_cross()) return overlapping(ClashKind::hard);
        measure();  // an open part may end inside a closed one
        return clash_;
    }
    static bool is_contained(const LiesWithin& found) { return found.all && found.some_inside; }

    // True unless bounding boxes show that neither part lies within the other.
    bool one_may_lie_within() const { return box_may_lie_within(a_, b_) || box_may_lie_within(b_, a_); }
    static bool box_may_lie_within(const ClashPart& inner, const ClashPart& outer) {
        if (!both_at_rest(inner, outer)) return true;
        return outer.box_at_rest().contains(inner.box_at_rest());
    }

    std::optional<PairClash> classify_without_contact() {
        const bool a_closed = a_.surface().closed(), b_closed = b_.surface().closed();
        if (a_closed && b_closed) {
            const SolidRegions regions = solid_regions(a_.surface(), b_.surface(), intersections_);
            if (regions.both) {
                clash_.point = first_vertex(regions.only_a ? b_ : a_);
                return overlapping(kind_of_overlap(regions));
            }
        } else if (b_closed && lies_inside(a_.placed, a_.surface(), b_.placed, b_.surface())) {
            clash_.point = first_vertex(a_);
            return overlapping(ClashKind::contained);
        } else if (a_closed && lies_inside(b_.placed, b_.surface(), a_.placed, a_.surface())) {
            clash_.point = first_vertex(b_);
            return overlapping(ClashKind::contained);
        }
        return classify_gap();
    }

    std::optional<PairClash> classify_gap() {
        const double limit = std::max(limits_.clearance, limits_.touch);
        if (!(limit > 0) || !distance_within(a_.placed, b_.placed, limit).within) return std::nullopt;
        const Distance gap = distance(a_.placed, b_.placed);
        const bool touches = limits_.touch > 0 && distance_within(a_.placed, b_.placed, limits_.touch).within;
        clash_.kind = touches ? ClashKind::touch : ClashKind::clearance;
        clash_.distance = gap.upper;
        clash_.point = gap.closest->point_a;
        return touching();
    }

    // The kind of two closed parts that have an inner point in common.
    ClashKind kind_of_overlap(const SolidRegions& regions) const {
        const bool contained =
            (!regions.only_a && sheets_lie_within(a_, b_)) || (!regions.only_b && sheets_lie_within(b_, a_));
        return contained ? ClashKind::contained : ClashKind::hard;
    }
    static bool sheets_lie_within(const ClashPart& inner, const ClashPart& outer) {
        if (inner.surface().sheets().empty()) return true;
        const Model sheets = inner.surface().sheet_model();
        const Placed placed = sheets.at(inner.placed.pose());
        return lies_within(placed, SolidSurface(sheets), outer.placed, outer.surface(),
                           contacts(placed, outer.placed).pairs)
            .all;
    }

    // The clash of parts that overlap, with its depth. A hard clash that is no deeper than the touch limit
    // becomes a touch.
    PairClash overlapping(ClashKind kind) {
        clash_.kind = kind;
        measure();
        if (kind != ClashKind::hard) return clash_;
        // If both parts are open, the clash has no depth.
        const double depth = clash_.depth ? clash_.depth->upper : clash_.separation;
        if (limits_.touch > 0 && depth <= limits_.touch) {
            clash_.kind = ClashKind::touch;
            return clash_;
        }
        const double largest = std::max(quarter_diagonal(rounded_box(a_)), quarter_diagonal(rounded_box(b_)));
        clash_.shallow = depth < 4 * 1e-6 * largest;
        return clash_;
    }

    void measure() {
        const RegionBoxes* regions_wanted = places_ == PlacesWanted::yes ? &regions() : nullptr;
        depth_of_region_ = measure_overlap(a_, b_, intersections_, regions_wanted, limits_, clash_);
    }

    // False if the parts are certainly not duplicates, since every triangle of a duplicate has a contact.
    bool may_be_same() const {
        if (both_at_rest(a_, b_) && a_.box_at_rest() != b_.box_at_rest()) return false;
        return clash_.contacts >=
               std::max(a_.model.mesh().triangles().size(), b_.model.mesh().triangles().size());
    }
    bool both_closed() const { return a_.surface().closed() && b_.surface().closed(); }

    // Any contact would do; the middle one of the list is likely to be in the middle of the clash.
    Vec3 point_of_contact() { return intersections_.of(clash_.contacts / 2).corners[0].point; }

    static Vec3 first_vertex(const ClashPart& part) {
        return part.placed.pose().apply(part.model.mesh().corners(0)[0]);
    }

    const ClashPart &a_, &b_;
    ClashLimits limits_;
    PlacesWanted places_;
    ContactIntersections intersections_;
    std::optional<RegionBoxes> regions_;
    std::vector<std::optional<LocalDepth>> depth_of_region_;
    PairClash clash_;  // a touch, until something else is found
};

// True if the parts interpenetrate no deeper than their triangles may deviate from the curved surfaces that
// they approximate.
bool is_within_facets(const PairClash& clash, const ClashLimits& limits) {
    return clash.kind == ClashKind::hard && limits.sag > 0 && clash.depth && clash.depth->upper <= limits.sag;
}

void check_limit(double length) {
    base::expect(std::isfinite(length) && length >= 0, "a limit must be finite and not negative");
}

}  // namespace

std::optional<FoundClash> find_clash(const ClashPart& a, const ClashPart& b, const ClashLimits& limits,
                                     PlacesWanted places) {
    const base::DefaultFloatEnvironment environment;
    check_limit(limits.clearance);
    check_limit(limits.touch);
    check_limit(limits.sag);
    base::expect(limits.depth_error >= 1e-3 && limits.depth_error <= 0.5,
                 "ClashLimits: depth_error must be from 1e-3 to 0.5");
    PairClassifier pair(a, b, limits, places);
    std::optional<PairClash> clash = pair.run();
    if (!clash) return std::nullopt;
    clash->exact_kind = clash->kind;
    if (is_within_facets(*clash, limits)) {
        clash->kind = ClashKind::touch;
        clash->within_facets = true;
        clash->shallow = false;
    }
    return FoundClash{*clash, places == PlacesWanted::yes ? pair.places() : std::vector<ContactPlace>{}};
}

}  // namespace query

std::optional<PairClash> find_clash(const Placed& a, const Placed& b, const ClashLimits& limits) {
    // The cached surfaces store these models, which only borrow the data. That is safe, because the surfaces
    // do not outlive the data.
    const Model model_a = detail::ModelAccess::borrow(data_of(a)),
                model_b = detail::ModelAccess::borrow(data_of(b));
    const auto found = query::find_clash({model_a, a, query::cached_solid_surface(data_of(a))},
                                         {model_b, b, query::cached_solid_surface(data_of(b))}, limits,
                                         query::PlacesWanted::no);
    return found ? std::optional(found->clash) : std::nullopt;
}

Interference interference(const Placed& a, const Placed& b, const InterferenceOptions& options) {
    if (const auto clash = find_clash(a, b, {.depth_error = options.depth_error}))
        return {clash->depth, clash->volume};
    const Model model_a = detail::ModelAccess::borrow(data_of(a)),
                model_b = detail::ModelAccess::borrow(data_of(b));
    const bool a_closed = query::cached_solid_surface(data_of(a)).of(model_a).closed(),
               b_closed = query::cached_solid_surface(data_of(b)).of(model_b).closed();
    Interference none;
    if (a_closed || b_closed) none.depth = LocalDepth{};
    if (a_closed && b_closed) none.volume = CommonVolume{};
    return none;
}

std::string_view name_of(ClashKind kind) {
    constexpr std::array<std::string_view, 5> names{"duplicate", "contained", "hard", "touch", "clearance"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace allide
