#include "kernel/screw_pair.hpp"

#include "kernel/screw_events.hpp"

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
    is_flat_ = (has_no_area(a_) && has_no_area(scene.triangle_a<DoubleDouble>(a))) ||
               (has_no_area(b_) && has_no_area(scene.triangle_b<DoubleDouble>(b)));
}

std::vector<PairEvent> ScrewPair::events(double lo, double hi, double width, bool first_only) const {
    EventSearch<double> quick(scene_, corners_a_, corners_b_, a_, b_, lo, hi, width, first_only);
    quick.run_all();
    std::vector<PairEvent> found = std::move(quick.found);
    if (!quick.doubtful.empty()) {
        const auto fine_a = scene_.triangle_a<DoubleDouble>(corners_a_);
        const auto fine_b = scene_.triangle_b<DoubleDouble>(corners_b_);
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

Sure ScrewPair::touch_at(double t) const {
    const auto a = scene_.triangle_a<DoubleDouble>(corners_a_);
    const auto b = scene_.triangle_b<DoubleDouble>(corners_b_);
    const FineSinCos turn = Precision<DoubleDouble>::turn(scene_.angle, t);
    NumberTriangle<DoubleDouble> now;
    for (std::size_t i = 0; i < 3; ++i) now[i] = moved(a.corner[i], turn, DoubleDouble(scene_.advance) * t);
    const Sure sure = touch_within(now, b.corner, position_error<DoubleDouble>(scene_.angle) + scene_.blur);
    return sure == Sure::maybe && slides_at(t, a, b, now) ? Sure::yes : sure;
}

// A corner inside a face whose plane it never leaves.
bool ScrewPair::slides_at(double t, const AxisTriangle<DoubleDouble>& a, const AxisTriangle<DoubleDouble>& b,
                          const NumberTriangle<DoubleDouble>& a_now) const {
    if (scene_.blur != 0) return false;
    const double slack = position_error<DoubleDouble>(scene_.angle);
    const FineSinCos back = Precision<DoubleDouble>::turn(-scene_.angle, t);
    const Screw& screw = scene_.leg.screw;
    for (std::size_t i = 0; i < 3; ++i) {
        if (inside_prism(a_now[i], b, slack) == Sure::yes &&
            stays_in_plane(screw, scene_.leg.start, corners_a_[i], scene_.pose_b, corners_b_))
            return true;
        const FinePoint seen = moved(b.corner[i], back, DoubleDouble(-scene_.advance) * t);
        if (inside_prism(seen, a, slack) == Sure::yes &&
            stays_in_plane(screw, scene_.pose_b, corners_b_[i], scene_.leg.start, corners_a_))
            return true;
    }
    return false;
}

}  // namespace allide::kernel
