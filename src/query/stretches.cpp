#include "query/stretches.hpp"

#include "kernel/screw_map.hpp"
#include "model/model_data.hpp"
#include "model/moving_leg.hpp"
#include "query/leg_timeline.hpp"
#include "query/relative_timeline.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::DoubleDouble;

double norm_of_model(const detail::ModelData& model) {
    return std::visit([](const auto& tree) { return tree.norm; }, model.tree);
}

// How far a point may jump where a leg ends and the next one begins.
double jump_between(const MotionLeg& leg, const MotionLeg& next, double norm) {
    const auto end = kernel::ScrewMap(leg).pose_rows(leg.start, 1);
    const auto& begin = next.start.matrix();
    double turn = 0, shift = 0, far = 0;
    for (std::size_t i = 0; i < 12; ++i) {
        const double off = std::abs(end[i] - begin[i]);
        if (i % 4 == 3) {
            shift += off;
            far += std::abs(begin[i]);
        } else {
            turn += off;
        }
    }
    // And what is rounded in the rows themselves.
    return turn * norm + shift + 0x1p-48 * (norm + far);
}

// The leg that runs just after a time, and the time on it.
struct OnLeg {
    std::size_t leg;
    DoubleDouble t;
};
// The time on a leg.
DoubleDouble time_on(const MotionLeg& leg, double t) {
    if (t <= leg.t0) return 0;
    if (t >= leg.t1) return 1;
    return kernel::two_sum(t, -leg.t0) / kernel::two_sum(leg.t1, -leg.t0);
}
OnLeg on_leg(const Motion& motion, double t) {
    const auto legs = motion.legs();
    std::size_t i = 0;
    while (i + 1 < legs.size() && t >= legs[i].t1) ++i;
    return {i, time_on(legs[i], t)};
}

// Where a mover stands at the start of a stretch, and how far from it its points may be.
struct Standing {
    Placed placed;
    double slack;
};
Standing standing(const Moving& mover, const OnLeg& at) {
    const auto legs = mover.motion().legs();
    const double norm = norm_of_model(mover.data());
    if (at.t.high > 0) {
        const auto& m = legs[at.leg].start.matrix();
        const double far = norm + std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
        return {detail::LegAccess::moving(mover.data(), legs[at.leg]).at(at.t.rounded()), 0x1p-46 * far};
    }
    const double jump = at.leg > 0 ? jump_between(legs[at.leg - 1], legs[at.leg], norm) : 0;
    return {detail::LegAccess::placed(mover.data(), legs[at.leg].start), jump};
}

// Do both shift, over whole legs? Then one shift is enough, and everything is decided exactly.
bool both_shift(const MoverSpan& a, const MoverSpan& b) {
    const auto is_whole = [](const MoverSpan& mover) {
        return mover.leg.is_linear && mover.from.rounded() == 0 && mover.to.rounded() == 1;
    };
    return is_whole(a) && is_whole(b);
}

std::unique_ptr<Timeline> line_of_two(const MoverSpan& a, const MoverSpan& b, const PredictOptions& options,
                                      double width) {
    if (!both_shift(a, b)) return std::make_unique<RelativeTimeline>(a, b, options, width);
    const Vec3 &u = a.leg.translation, &v = b.leg.translation;
    const auto x = kernel::two_sum(u.x, -v.x), y = kernel::two_sum(u.y, -v.y), z = kernel::two_sum(u.z, -v.z);
    MotionLeg leg = a.leg;
    leg.translation = {x.high, y.high, z.high};
    return std::make_unique<LegTimeline>(*a.model, leg, detail::LegAccess::placed(*b.model, b.leg.start),
                                         options, width, kernel::Likeness{},
                                         Carried{v, {x.low, y.low, z.low}});
}

}  // namespace

bool stays(const Motion& motion) {
    const auto legs = motion.legs();
    return std::all_of(legs.begin(), legs.end(), [&](const MotionLeg& leg) {
        if (leg.start.matrix() != legs.front().start.matrix()) return false;
        if (leg.is_linear) return leg.translation == Vec3{};
        return leg.screw.angle.in_radians() == 0 && leg.screw.advance == 0;
    });
}

std::vector<Stretch> stretches(const Moving& a, const Placed& b, const PredictOptions& options) {
    std::vector<Stretch> out;
    const auto legs = a.motion().legs();
    for (std::size_t i = 0; i < legs.size(); ++i) {
        const MotionLeg& leg = legs[i];
        const Standing at = standing(a, {i, 0});
        const double width = 0.5 * options.tolerance / (leg.t1 - leg.t0);
        const auto line = [&a, &b, leg, width](const PredictOptions& how) -> std::unique_ptr<Timeline> {
            return std::make_unique<LegTimeline>(a.data(), leg, b, how, width);
        };
        out.push_back({leg.t0, leg.t1, line, at.placed, b, at.slack});
    }
    return out;
}

std::vector<Stretch> stretches(const Moving& a, const Moving& b, const PredictOptions& options) {
    std::vector<double> cuts{0, 1};
    for (const MotionLeg& leg : a.motion().legs()) cuts.push_back(leg.t1);
    for (const MotionLeg& leg : b.motion().legs()) cuts.push_back(leg.t1);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<Stretch> out;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const double t0 = cuts[i], t1 = cuts[i + 1];
        const OnLeg on_a = on_leg(a.motion(), t0), on_b = on_leg(b.motion(), t0);
        const MotionLeg leg_a = a.motion().legs()[on_a.leg], leg_b = b.motion().legs()[on_b.leg];
        const MoverSpan span_a{&a.data(), leg_a, on_a.t, time_on(leg_a, t1)};
        const MoverSpan span_b{&b.data(), leg_b, on_b.t, time_on(leg_b, t1)};
        const Standing at_a = standing(a, on_a), at_b = standing(b, on_b);
        const double width = 0.5 * options.tolerance / (t1 - t0);
        const auto line = [span_a, span_b, width](const PredictOptions& how) {
            return line_of_two(span_a, span_b, how, width);
        };
        const bool is_exact = on_a.t.high == 0 && on_b.t.high == 0;
        out.push_back({t0, t1, line, at_a.placed, at_b.placed, at_a.slack + at_b.slack, is_exact});
    }
    return out;
}

}  // namespace allide::query
