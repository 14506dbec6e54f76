#include "kernel/screw/screw_pair.hpp"

#include "kernel/screw/bounded_contact.hpp"
#include "kernel/screw/screw_events.hpp"

#include <algorithm>
#include <tuple>

namespace allide::kernel {
namespace {

template <typename Number>
bool has_no_area(const AxisTriangle<Number>& t) {
    return !(t.normal_length > 256 * Precision<Number>::unit * t.spread) || t.normal_length < 0x1p-900;
}

}  // namespace

ScrewPair::ScrewPair(const ScrewScene& scene, const Triangle& a, const Triangle& b)
    : scene_(scene),
      corners_a_(a),
      corners_b_(b),
      a_(scene.triangle_a<double>(a)),
      b_(scene.triangle_b<double>(b)) {
    a_.is_flat = has_no_area(a_) && has_no_area(scene.triangle_a<DoubleDouble>(a));
    b_.is_flat = has_no_area(b_) && has_no_area(scene.triangle_b<DoubleDouble>(b));
}

// Only a contact with a degenerate triangle can start without an event: a vertex that stays in the plane of a
// face with area causes an event when it crosses an edge. What remains are two edges whose contact function
// vanishes, and pairs that have no contact function at all, because one triangle is a single point and the
// other has no area.
bool ScrewPair::may_touch_unseen() const {
    if (!a_.is_flat && !b_.is_flat) return false;
    const auto a = scene_.triangle_a<DoubleDouble>(corners_a_),
               b = scene_.triangle_b<DoubleDouble>(corners_b_);
    bool any_edges = false;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            if (a.length[i] == 0 || b.length[j] == 0) continue;
            any_edges = true;
            auto h =
                edge_and_edge(a.corner[i], a.edge[i], b.corner[j], b.edge[j], scene_.angle, scene_.advance);
            h.error = function_error<DoubleDouble>(a.length[i] * b.length[j], scene_.angle);
            if (h.vanishes()) return true;
        }
    }
    return !any_edges && a_.is_flat && b_.is_flat;
}

std::vector<PairEvent> ScrewPair::events(double lo, double hi, double width, bool first_only) const {
    EventSearch<double> quick(scene_, corners_a_, corners_b_, a_, b_, lo, hi, width, first_only);
    quick.run_all();
    std::vector<PairEvent> found = std::move(quick.found);
    if (!quick.doubtful.empty()) {
        auto fine_a = scene_.triangle_a<DoubleDouble>(corners_a_);
        auto fine_b = scene_.triangle_b<DoubleDouble>(corners_b_);
        fine_a.is_flat = a_.is_flat;
        fine_b.is_flat = b_.is_flat;
        EventSearch<DoubleDouble> fine(scene_, corners_a_, corners_b_, fine_a, fine_b, lo, hi, width,
                                       first_only);
        fine.end_at(quick.end());
        for (const auto& task : quick.doubtful) fine.run({task.kind, task.i, task.j});
        found.insert(found.end(), fine.found.begin(), fine.found.end());
    }
    std::sort(found.begin(), found.end(), [](const PairEvent& x, const PairEvent& y) {
        return std::tie(x.lo, x.hi, x.features) < std::tie(y.lo, y.hi, y.features);
    });
    return found;
}

std::vector<PairEvent> ScrewPair::first_events(double lo, double hi, double width) const {
    return events(lo, hi, width, true);
}
std::vector<PairEvent> ScrewPair::all_events(double lo, double hi, double width) const {
    return events(lo, hi, width, false);
}

Certainty ScrewPair::touch_at(double t) const {
    const auto a = scene_.triangle_a<DoubleDouble>(corners_a_);
    const auto b = scene_.triangle_b<DoubleDouble>(corners_b_);
    const DoubleDoubleSinCos turn = Precision<DoubleDouble>::turn(scene_.angle, t);
    NumberTriangle<DoubleDouble> now;
    for (std::size_t i = 0; i < 3; ++i) now[i] = moved(a.corner[i], turn, DoubleDouble(scene_.advance) * t);
    const double slack = position_error<DoubleDouble>(scene_.angle) + scene_.deviation;
    const Certainty sure = touch_within(now, b.corner, slack);
    if (sure != Certainty::maybe) return sure;
    if (certainly_apart(now, b.corner, slack)) return Certainty::no;
    return slides_at(t, a, b, now) ? Certainty::yes : Certainty::maybe;
}

// True if a vertex is inside a face whose plane it never leaves, or if edges_slide_at() is true.
bool ScrewPair::slides_at(double t, const AxisTriangle<DoubleDouble>& a, const AxisTriangle<DoubleDouble>& b,
                          const NumberTriangle<DoubleDouble>& a_now) const {
    if (scene_.deviation != 0) return false;
    const double slack = position_error<DoubleDouble>(scene_.angle);
    const DoubleDoubleSinCos back = Precision<DoubleDouble>::turn(-scene_.angle, t);
    const Screw& screw = scene_.segment.screw;
    for (std::size_t i = 0; i < 3; ++i) {
        if (inside_prism(a_now[i], b, slack) == Certainty::yes &&
            stays_in_plane(screw, scene_.segment.start, corners_a_[i], scene_.pose_b, corners_b_))
            return true;
        const DoubleDoublePoint seen = moved(b.corner[i], back, DoubleDouble(-scene_.advance) * t);
        if (inside_prism(seen, a, slack) == Certainty::yes &&
            stays_in_plane(screw, scene_.pose_b, corners_b_[i], scene_.segment.start, corners_a_))
            return true;
    }
    return edges_slide_at(t, a, b, a_now);
}

// True if two edges cross in a plane that they never leave.
bool ScrewPair::edges_slide_at(double t, const AxisTriangle<DoubleDouble>& a,
                               const AxisTriangle<DoubleDouble>& b,
                               const NumberTriangle<DoubleDouble>& a_now) const {
    const double slack = position_error<DoubleDouble>(scene_.angle);
    const DoubleDoubleSinCos turn = Precision<DoubleDouble>::turn(scene_.angle, t);
    const Screw& screw = scene_.segment.screw;
    const Pose &pose_a = scene_.segment.start, &pose_b = scene_.pose_b;
    const auto stays_a = [&](std::size_t i) {
        return stays_in_plane(screw, pose_a, corners_a_[i], pose_b, corners_b_);
    };
    const auto stays_b = [&](std::size_t j) {
        return stays_in_plane(screw, pose_b, corners_b_[j], pose_a, corners_a_);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const DoubleDoublePoint u = moved(a.edge[i], turn, DoubleDouble(0));
        for (std::size_t j = 0; j < 3; ++j) {
            NumberPoint<double> place;
            const Edges<DoubleDouble> now{a_now[i], u, b.corner[j], b.edge[j], a.length[i], b.length[j]};
            if (edges_cross(now, slack, slack, place) != Certainty::yes) continue;
            const std::size_t next_i = (i + 1) % 3, next_j = (j + 1) % 3;
            if ((stays_a(i) && stays_a(next_i)) || (stays_b(j) && stays_b(next_j)) ||
                edges_stay_in_plane(screw, pose_a, corners_a_, i, pose_b, corners_b_, j))
                return true;
        }
    }
    return false;
}

}  // namespace allide::kernel
