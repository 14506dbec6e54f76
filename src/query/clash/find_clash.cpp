#include "query/clash/find_clash.hpp"

#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/clash/contact_intersections.hpp"
#include "query/clash/crossing_triangles.hpp"
#include "query/clash/same_triangles.hpp"
#include "query/clash/separating_plane.hpp"
#include "query/clash/solid_cells.hpp"
#include "query/clash/solid_components.hpp"
#include "query/clash/solid_relation.hpp"
#include "query/distance/penetration.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace allide {
namespace query {
namespace {

using kernel::operator-;

Vec3 rounded_place(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
            m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
}

// The box around a mesh's triangles at a pose, rounded.
Box rounded_box(const Mesh& mesh, const Pose& pose) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Box box{{infinite, infinite, infinite}, {-infinite, -infinite, -infinite}};
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) {
            const Vec3 x = rounded_place(pose, mesh.vertices()[vertex]);
            box.lo = {std::min(box.lo.x, x.x), std::min(box.lo.y, x.y), std::min(box.lo.z, x.z)};
            box.hi = {std::max(box.hi.x, x.x), std::max(box.hi.y, x.y), std::max(box.hi.z, x.z)};
        }
    return box;
}
Box rounded_bounds(const ClashPart& part) {
    return part.is_at_rest() ? part.box_at_rest() : rounded_box(part.model.mesh(), part.placed.pose());
}

bool both_at_rest(const ClashPart& a, const ClashPart& b) {
    return a.is_at_rest() && b.is_at_rest();
}

// Does a plane across an axis lie between the two, though both may touch it? Then no point is inside both,
// and no triangle runs through another.
bool boxes_are_side_by_side(const ClashPart& a, const ClashPart& b) {
    if (!both_at_rest(a, b)) return false;
    const Box &one = a.box_at_rest(), &other = b.box_at_rest();
    return one.hi.x <= other.lo.x || other.hi.x <= one.lo.x || one.hi.y <= other.lo.y ||
           other.hi.y <= one.lo.y || one.hi.z <= other.lo.z || other.hi.z <= one.lo.z;
}

double diagonal(const Box& box) {
    const Vec3 d = box.hi - box.lo;
    return std::hypot(d.x, d.y, d.z);
}

class ClashOfPair {
  public:
    ClashOfPair(const ClashPart& a, const ClashPart& b, const ClashLimits& limits)
        : a_(a), b_(b), limits_(limits), meetings_(a.placed, b.placed, contacts(a.placed, b.placed).pairs) {}

    std::optional<PairClash> run() {
        if (a_.model.mesh().triangles().empty() || b_.model.mesh().triangles().empty()) return std::nullopt;
        clash_.contacts = meetings_.contacts().size();
        return clash_.contacts == 0 ? apart() : meeting();
    }

    std::vector<ContactPlace> places() {
        std::vector<ContactPlace> out;
        for (const auto& [count, box, has_curve] : region_boxes(meetings_))
            out.push_back({count, has_curve ? Vec3{box.lo.x / 2 + box.hi.x / 2, box.lo.y / 2 + box.hi.y / 2,
                                                   box.lo.z / 2 + box.hi.z / 2}
                                            : clash_.point});
        return out;
    }

  private:
    std::optional<PairClash> meeting() {
        clash_.point = point_of_contact();
        if (may_be_same() && same_triangles(a_.placed, b_.placed)) return entered(ClashKind::duplicate);
        if (are_side_by_side()) return clash_;
        const PairCrossing crossing = find_crossing(a_.surface(), b_.surface(), meetings_);
        if (!both_closed()) return of_open_parts(crossing);
        if (crossing.clear || (crossing.any && !one_may_lie_within() &&
                               sheeted_ones_cross(a_.surface(), b_.surface(), meetings_)))
            return entered(ClashKind::hard);
        const SolidShares shares = solid_shares(a_.surface(), b_.surface(), meetings_);
        if (shares.both) return entered(kind_of(shares));
        return sheeted_ones_cross(a_.surface(), b_.surface(), meetings_) ? entered(ClashKind::hard) : clash_;
    }

    bool are_side_by_side() const {
        return boxes_are_side_by_side(a_, b_) ||
               (a_.placed.pose() == b_.placed.pose() &&
                a_face_parts(a_.model.mesh(), b_.model.mesh(), meetings_.contacts()));
    }

    std::optional<PairClash> of_open_parts(const PairCrossing& crossing) {
        const bool a_closed = a_.surface().closed(), b_closed = b_.surface().closed();
        if (a_closed && !crossing.clear && box_may_lie_within(b_, a_)) {
            std::vector<Contact> turned;
            for (const Contact& c : meetings_.contacts()) turned.push_back({c.triangle_b, c.triangle_a});
            std::sort(turned.begin(), turned.end());
            if (is_held(lies_within(b_.placed, b_.surface(), a_.placed, a_.surface(), turned)))
                return entered(ClashKind::contained);
        }
        if (b_closed && !crossing.clear && box_may_lie_within(a_, b_) &&
            is_held(lies_within(a_.placed, a_.surface(), b_.placed, b_.surface(), meetings_.contacts())))
            return entered(ClashKind::contained);
        return crossing.any || sheeted_ones_cross(a_.surface(), b_.surface(), meetings_)
                   ? entered(ClashKind::hard)
                   : clash_;
    }
    static bool is_held(const LiesWithin& found) { return found.all && found.some_inside; }

    bool one_may_lie_within() const { return box_may_lie_within(a_, b_) || box_may_lie_within(b_, a_); }
    static bool box_may_lie_within(const ClashPart& inner, const ClashPart& outer) {
        if (!both_at_rest(inner, outer)) return true;
        const Box &one = inner.box_at_rest(), &other = outer.box_at_rest();
        return other.lo.x <= one.lo.x && one.hi.x <= other.hi.x && other.lo.y <= one.lo.y &&
               one.hi.y <= other.hi.y && other.lo.z <= one.lo.z && one.hi.z <= other.hi.z;
    }

    std::optional<PairClash> apart() {
        const bool a_closed = a_.surface().closed(), b_closed = b_.surface().closed();
        if (a_closed && b_closed) {
            const SolidShares shares = solid_shares(a_.surface(), b_.surface(), meetings_);
            if (shares.both) {
                clash_.point = first_vertex(shares.only_a ? b_ : a_);
                return entered(kind_of(shares));
            }
        } else if (b_closed && lies_inside(a_.placed, a_.surface(), b_.placed, b_.surface())) {
            clash_.point = first_vertex(a_);
            return entered(ClashKind::contained);
        } else if (a_closed && lies_inside(b_.placed, b_.surface(), a_.placed, a_.surface())) {
            clash_.point = first_vertex(b_);
            return entered(ClashKind::contained);
        }
        return with_gap();
    }

    std::optional<PairClash> with_gap() {
        const double limit = std::max(limits_.clearance, limits_.touch);
        if (!(limit > 0) || !distance_within(a_.placed, b_.placed, limit).within) return std::nullopt;
        const Distance gap = distance(a_.placed, b_.placed);
        const bool touches = limits_.touch > 0 && distance_within(a_.placed, b_.placed, limits_.touch).within;
        clash_.kind = touches ? ClashKind::touch : ClashKind::clearance;
        clash_.distance = gap.upper;
        clash_.point = gap.closest->point_a;
        return clash_;
    }

    // Of parts that share a point inside.
    ClashKind kind_of(const SolidShares& shares) const {
        const bool held =
            (!shares.only_a && holds_sheets_of(a_, b_)) || (!shares.only_b && holds_sheets_of(b_, a_));
        return held ? ClashKind::contained : ClashKind::hard;
    }
    static bool holds_sheets_of(const ClashPart& inner, const ClashPart& outer) {
        if (inner.surface().sheets().empty()) return true;
        const Model sheets = inner.surface().sheet_model();
        const Placed placed = sheets.at(inner.placed.pose());
        return lies_within(placed, SolidSurface(sheets), outer.placed, outer.surface(),
                           contacts(placed, outer.placed).pairs)
            .all;
    }

    // One is in the other.
    PairClash entered(ClashKind kind) {
        clash_.kind = kind;
        const Penetration depth = depth_of_pair();
        clash_.depth = depth.upper;
        clash_.depth_lower = depth.lower;
        if (kind != ClashKind::hard) return clash_;
        if (clash_.depth <= limits_.touch) {
            clash_.kind = ClashKind::touch;
            return clash_;
        }
        clash_.shallow =
            clash_.depth < 1e-6 * std::max(diagonal(rounded_bounds(a_)), diagonal(rounded_bounds(b_)));
        return clash_;
    }

    // Where nothing touches, which is inside which must not depend on faces that are there twice.
    Penetration depth_of_pair() const {
        if (clash_.contacts != 0) return penetration_of_meeting(a_.placed, b_.placed);
        const Model a = a_.surface().solid(), b = b_.surface().solid();
        return penetration(a.at(a_.placed.pose()), b.at(b_.placed.pose()));
    }

    // Then every triangle touches one of the other part.
    bool may_be_same() const {
        if (both_at_rest(a_, b_) && a_.box_at_rest() != b_.box_at_rest()) return false;
        return clash_.contacts >=
               std::max(a_.model.mesh().triangles().size(), b_.model.mesh().triangles().size());
    }
    bool both_closed() const { return a_.surface().closed() && b_.surface().closed(); }

    Vec3 point_of_contact() { return meetings_.of(clash_.contacts / 2).corners[0].point; }

    static Vec3 first_vertex(const ClashPart& part) {
        return rounded_place(part.placed.pose(), part.model.mesh().corners(0)[0]);
    }

    const ClashPart &a_, &b_;
    ClashLimits limits_;
    PairMeetings meetings_;
    PairClash clash_;
};

void check_limit(double length) {
    base::expect(std::isfinite(length) && length >= 0, "a limit must be finite and not negative");
}

}  // namespace

Box box_around_triangles(const Mesh& mesh) {
    return rounded_box(mesh, Pose::identity());
}

std::optional<FoundClash> find_clash(const ClashPart& a, const ClashPart& b, const ClashLimits& limits,
                                     PlacesWanted places) {
    const base::DefaultFloatEnvironment environment;
    check_limit(limits.clearance);
    check_limit(limits.touch);
    ClashOfPair pair(a, b, limits);
    const std::optional<PairClash> clash = pair.run();
    if (!clash) return std::nullopt;
    return FoundClash{*clash, places == PlacesWanted::yes ? pair.places() : std::vector<ContactPlace>{}};
}

}  // namespace query

std::optional<PairClash> find_clash(const Placed& a, const Placed& b, const ClashLimits& limits) {
    const Model model_a = Model::build(data_of(a).mesh).value(),
                model_b = Model::build(data_of(b).mesh).value();
    const query::LazySolidSurface surface_a, surface_b;
    const auto found =
        query::find_clash({model_a, model_a.at(a.pose()), surface_a},
                          {model_b, model_b.at(b.pose()), surface_b}, limits, query::PlacesWanted::no);
    return found ? std::optional(found->clash) : std::nullopt;
}

std::string_view name_of(ClashKind kind) {
    constexpr std::array<std::string_view, 5> names{"duplicate", "contained", "hard", "touch", "clearance"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace allide
