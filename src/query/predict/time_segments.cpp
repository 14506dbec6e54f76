#include "query/predict/time_segments.hpp"

#include "kernel/number/exact_number.hpp"
#include "kernel/screw/screw_map.hpp"
#include "model/model_data.hpp"
#include "model/moving_leg.hpp"
#include "query/predict/leg_timeline.hpp"
#include "query/predict/rational_timeline.hpp"
#include "query/predict/rational_translation.hpp"
#include "query/predict/relative_timeline.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace allide::query {
namespace {

using kernel::DoubleDouble;
using kernel::Exact;

double norm_of_model(const detail::ModelData& model) {
    return std::visit([](const auto& tree) { return tree.norm; }, model.tree);
}

// place + share · shift, if a double represents it exactly.
std::optional<double> exactly_shifted(double place, double share, double shift) {
    const double out = place + share * shift;
    if ((Exact(place) + Exact(share) * Exact(shift) - Exact(out)).sign() != 0) return {};
    return out;
}
bool shifts_just_to(const MotionLeg& leg, const MotionLeg& next) {
    auto rows = leg.start.matrix();
    std::size_t k = 3;
    for (const double shift : {leg.translation.x, leg.translation.y, leg.translation.z}) {
        const auto place = exactly_shifted(rows[k], 1, shift);
        if (!place) return false;
        rows[k] = *place;
        k += 4;
    }
    return leg.is_linear && rows == next.start.matrix();
}

// Bound on the jump of a point between the end of a leg and the start of the next.
double jump_between(const MotionLeg& leg, const MotionLeg& next, double norm) {
    if (shifts_just_to(leg, next)) return 0;
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
    // Adds the rounding error of the rows themselves.
    return turn * norm + shift + 0x1p-48 * (norm + far);
}

// The leg that is active just after a time, and the time on it.
struct OnLeg {
    std::size_t leg;
    DoubleDouble t;
};
// Converts a time of the motion to the leg's own time.
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

// Pose of a mover at the start of a stretch, and a bound on the distance of its points from that pose.
struct Standing {
    Placed placed;
    double slack;
};
Standing standing(const Moving& mover, const OnLeg& at) {
    const auto legs = mover.motion().legs();
    const double norm = norm_of_model(data_of(mover));
    if (at.t.high > 0) {
        const auto& m = legs[at.leg].start.matrix();
        const double far = norm + std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
        return {detail::LegAccess::moving(data_of(mover), legs[at.leg]).at(at.t.rounded()), 0x1p-46 * far};
    }
    const double jump = at.leg > 0 ? jump_between(legs[at.leg - 1], legs[at.leg], norm) : 0;
    return {detail::LegAccess::placed(data_of(mover), legs[at.leg].start), jump};
}

// Converts a screw with angle 0 to a translation. If doubles cannot represent it, moves the screw's point
// close to the model instead, since any point is valid.
MotionLeg as_shift(MotionLeg leg) {
    if (const auto shift = shift_in_doubles(leg)) {
        leg.is_linear = true;
        leg.translation = *shift;
    } else if (leg.screw.angle.in_radians() == 0) {
        const auto& m = leg.start.matrix();
        leg.screw.point = {m[3], m[7], m[11]};
    }
    return leg;
}
// True if q is exactly the time on the leg.
bool is_the_time(const MotionLeg& leg, double t, const DoubleDouble& q) {
    return q.low == 0 &&
           (Exact(q.high) * (Exact(leg.t1) - Exact(leg.t0)) - (Exact(t) - Exact(leg.t0))).sign() == 0;
}
// The part of a leg from t0 to t1 as its own leg, if it is a translation that doubles represent without
// rounding.
std::optional<MotionLeg> exact_shift_over(const MoverSpan& mover, double t0, double t1) {
    if (!mover.leg.is_linear) return {};
    if (mover.leg.translation == Vec3{}) return mover.leg;
    if (!is_the_time(mover.leg, t0, mover.from) || !is_the_time(mover.leg, t1, mover.to)) return {};
    const auto part = exactly_shifted(mover.to.high, -1, mover.from.high);
    if (!part) return {};
    MotionLeg out = mover.leg;
    auto rows = out.start.matrix();
    std::size_t k = 3;
    for (double Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        const double shift = mover.leg.translation.*axis;
        const auto place = exactly_shifted(rows[k], mover.from.high, shift),
                   rest = exactly_shifted(0, *part, shift);
        if (!place || !rest) return {};
        rows[k] = *place;
        out.translation.*axis = *rest;
        k += 4;
    }
    out.start = detail::LegAccess::pose(rows);
    return out;
}
bool is_whole_leg(const MoverSpan& mover) {
    return mover.from.rounded() == 0 && mover.to.rounded() == 1;
}

// Two translations combine into one relative translation, and every query is decided exactly.
std::unique_ptr<Timeline> line_of_shifts(const MoverSpan& a, const MotionLeg& shift_a, const MoverSpan& b,
                                         const MotionLeg& shift_b, const PredictOptions& options,
                                         double width) {
    const Vec3 &u = shift_a.translation, &v = shift_b.translation;
    const auto x = kernel::two_sum(u.x, -v.x), y = kernel::two_sum(u.y, -v.y), z = kernel::two_sum(u.z, -v.z);
    MotionLeg leg = shift_a;
    leg.translation = {x.high, y.high, z.high};
    return std::make_unique<LegTimeline>(*a.model, leg, detail::LegAccess::placed(*b.model, shift_b.start),
                                         options, width, kernel::Likeness{},
                                         Carried{v, {{x.low, y.low, z.low}, {}}});
}

// The same for positions that doubles cannot represent.
Stretch stretch_of_quotients(const detail::ModelData& a, const detail::ModelData& b,
                             const QuotientShift& shift, double t0, double t1, double jump, double width) {
    const Placed at_a = detail::LegAccess::placed(a, shift.leg.start),
                 at_b = detail::LegAccess::placed(b, shift.pose_b);
    const auto line = [=, model = &a](const PredictOptions& how) -> std::unique_ptr<Timeline> {
        return std::make_unique<LegTimeline>(
            *model, shift.leg, at_b, how, width,
            kernel::Likeness{.blur = shift.off, .blur_along = shift.off, .rest = {}}, shift.carried);
    };
    return {t0, t1, line, at_a, at_b, jump, true, shift.off};
}

// Stretch of two movers from t0 to t1.
Stretch stretch_of_two(const Moving& a, const Moving& b, double t0, double t1, double width) {
    const OnLeg on_a = on_leg(a.motion(), t0), on_b = on_leg(b.motion(), t0);
    const MotionLeg leg_a = as_shift(a.motion().legs()[on_a.leg]),
                    leg_b = as_shift(b.motion().legs()[on_b.leg]);
    const MoverSpan span_a{&data_of(a), leg_a, on_a.t, time_on(leg_a, t1)};
    const MoverSpan span_b{&data_of(b), leg_b, on_b.t, time_on(leg_b, t1)};
    Standing at_a = standing(a, on_a), at_b = standing(b, on_b);
    const auto shift_a = exact_shift_over(span_a, t0, t1), shift_b = exact_shift_over(span_b, t0, t1);
    if (!(shift_a && shift_b)) {
        if (const auto shift = quotient_shift(leg_a, leg_b, t0, t1)) {
            const double jump = (on_a.t.high > 0 ? 0 : at_a.slack) + (on_b.t.high > 0 ? 0 : at_b.slack);
            return stretch_of_quotients(data_of(a), data_of(b), *shift, t0, t1, jump, width);
        }
    }
    if (shift_a && on_a.t.high > 0) at_a = {detail::LegAccess::placed(data_of(a), shift_a->start), 0};
    if (shift_b && on_b.t.high > 0) at_b = {detail::LegAccess::placed(data_of(b), shift_b->start), 0};
    const auto line = [=](const PredictOptions& how) -> std::unique_ptr<Timeline> {
        if (shift_a && shift_b) return line_of_shifts(span_a, *shift_a, span_b, *shift_b, how, width);
        // While B is at rest, A's own leg is the relative motion.
        if (shift_b && shift_b->translation == Vec3{} && is_whole_leg(span_a))
            return std::make_unique<LegTimeline>(*span_a.model, span_a.leg,
                                                 detail::LegAccess::placed(*span_b.model, shift_b->start),
                                                 how, width);
        return std::make_unique<RelativeTimeline>(span_a, span_b, how, width);
    };
    const bool is_exact = (on_a.t.high == 0 || shift_a) && (on_b.t.high == 0 || shift_b);
    return {t0, t1, line, at_a.placed, at_b.placed, at_a.slack + at_b.slack, is_exact};
}

}  // namespace

bool Stretch::begins_within(double clearance, Timeline& own) const {
    if (is_exact && off == 0) return distance_within(a, b, clearance).within;
    return own.contact_at(0) == kernel::Certainty::yes;
}

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
        const MotionLeg leg = as_shift(legs[i]);
        const Standing at = standing(a, {i, 0});
        const double width = 0.5 * options.tolerance / (leg.t1 - leg.t0);
        if (!leg.is_linear) {
            MotionLeg rest;
            rest.start = b.pose();
            rest.is_linear = true;
            if (const auto shift = quotient_shift(leg, rest, leg.t0, leg.t1)) {
                out.push_back(
                    stretch_of_quotients(data_of(a), data_of(b), *shift, leg.t0, leg.t1, at.slack, width));
                continue;
            }
        }
        const auto line = [&a, &b, leg, width](const PredictOptions& how) -> std::unique_ptr<Timeline> {
            return std::make_unique<LegTimeline>(data_of(a), leg, b, how, width);
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
        out.push_back(stretch_of_two(a, b, t0, t1, 0.5 * options.tolerance / (t1 - t0)));
    }
    return out;
}

}  // namespace allide::query
