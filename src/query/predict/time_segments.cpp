#include "query/predict/time_segments.hpp"

#include "kernel/number/exact_number.hpp"
#include "kernel/screw/screw_map.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"
#include "query/predict/rational_timeline.hpp"
#include "query/predict/rational_translation.hpp"
#include "query/predict/relative_timeline.hpp"
#include "query/predict/segment_timeline.hpp"

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
bool translates_exactly_to(const MotionSegment& segment, const MotionSegment& next) {
    auto rows = segment.start.matrix();
    std::size_t k = 3;
    for (const double shift : {segment.translation.x, segment.translation.y, segment.translation.z}) {
        const auto place = exactly_shifted(rows[k], 1, shift);
        if (!place) return false;
        rows[k] = *place;
        k += 4;
    }
    return segment.is_linear && rows == next.start.matrix();
}

// Bound on the jump of any point from the end of a segment to the start of the next.
double jump_between(const MotionSegment& segment, const MotionSegment& next, double norm) {
    if (translates_exactly_to(segment, next)) return 0;
    const auto end = kernel::ScrewMap(segment).pose_rows(segment.start, 1);
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
    // The last term covers the rounding errors of the rows themselves.
    return turn * norm + shift + 0x1p-48 * (norm + far);
}

// The segment that is active just after a given time, and that time in the segment's own time.
struct OnSegment {
    std::size_t segment;
    DoubleDouble t;
};
// Converts a time of the motion to the segment's own time.
DoubleDouble time_on(const MotionSegment& segment, double t) {
    if (t <= segment.t0) return 0;
    if (t >= segment.t1) return 1;
    return kernel::two_sum(t, -segment.t0) / kernel::two_sum(segment.t1, -segment.t0);
}
OnSegment on_segment(const Motion& motion, double t) {
    const auto segments = motion.segments();
    std::size_t i = 0;
    while (i + 1 < segments.size() && t >= segments[i].t1) ++i;
    return {i, time_on(segments[i], t)};
}

// The pose of a mover at the start of a time segment, and a bound on how far its points may be from there:
// because of rounding, or of the jump from the previous segment.
struct StartPose {
    Placed placed;
    double slack;
};
StartPose start_pose(const Moving& mover, const OnSegment& at) {
    const auto segments = mover.motion().segments();
    const double norm = norm_of_model(data_of(mover));
    if (at.t.high > 0) {
        const auto& m = segments[at.segment].start.matrix();
        const double far = norm + std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
        return {detail::SegmentAccess::moving(data_of(mover), segments[at.segment]).at(at.t.rounded()),
                0x1p-46 * far};
    }
    const double jump =
        at.segment > 0 ? jump_between(segments[at.segment - 1], segments[at.segment], norm) : 0;
    return {detail::SegmentAccess::placed(data_of(mover), segments[at.segment].start), jump};
}

// Converts a screw with angle 0 to a translation. If doubles cannot represent it, moves the screw's point
// close to the model instead, since any point is valid.
MotionSegment as_translation(MotionSegment segment) {
    if (const auto shift = shift_in_doubles(segment)) {
        segment.is_linear = true;
        segment.translation = *shift;
    } else if (segment.screw.angle.in_radians() == 0) {
        const auto& m = segment.start.matrix();
        segment.screw.point = {m[3], m[7], m[11]};
    }
    return segment;
}
// True if q is exactly the segment's own time at the time t of the motion.
bool is_the_time(const MotionSegment& segment, double t, const DoubleDouble& q) {
    return q.low == 0 &&
           (Exact(q.high) * (Exact(segment.t1) - Exact(segment.t0)) - (Exact(t) - Exact(segment.t0)))
                   .sign() == 0;
}
// The part of a segment from t0 to t1 as its own segment, if it is a translation that doubles represent
// without rounding.
std::optional<MotionSegment> exact_shift_over(const MoverSpan& mover, double t0, double t1) {
    if (!mover.segment.is_linear) return {};
    if (mover.segment.translation == Vec3{}) return mover.segment;
    if (!is_the_time(mover.segment, t0, mover.from) || !is_the_time(mover.segment, t1, mover.to)) return {};
    const auto part = exactly_shifted(mover.to.high, -1, mover.from.high);
    if (!part) return {};
    MotionSegment out = mover.segment;
    auto rows = out.start.matrix();
    std::size_t k = 3;
    for (double Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        const double shift = mover.segment.translation.*axis;
        const auto place = exactly_shifted(rows[k], mover.from.high, shift),
                   rest = exactly_shifted(0, *part, shift);
        if (!place || !rest) return {};
        rows[k] = *place;
        out.translation.*axis = *rest;
        k += 4;
    }
    out.start = detail::SegmentAccess::pose(rows);
    return out;
}
bool is_whole_segment(const MoverSpan& mover) {
    return mover.from.rounded() == 0 && mover.to.rounded() == 1;
}

// Two translations combine into one relative translation, and every query is decided exactly.
std::unique_ptr<Timeline> line_of_shifts(const MoverSpan& a, const MotionSegment& shift_a, const MoverSpan& b,
                                         const MotionSegment& shift_b, const PredictOptions& options,
                                         double width) {
    const Vec3 &u = shift_a.translation, &v = shift_b.translation;
    const auto x = kernel::two_sum(u.x, -v.x), y = kernel::two_sum(u.y, -v.y), z = kernel::two_sum(u.z, -v.z);
    MotionSegment segment = shift_a;
    segment.translation = {x.high, y.high, z.high};
    return std::make_unique<SegmentTimeline>(
        *a.model, segment, detail::SegmentAccess::placed(*b.model, shift_b.start), options, width,
        kernel::ScrewApproximation{}, CommonTranslation{v, {{x.low, y.low, z.low}, {}}});
}

// The time segment of two translations whose positions are not doubles; it decides queries exactly too.
TimeSegment rational_time_segment(const detail::ModelData& a, const detail::ModelData& b,
                                  const RationalTranslation& shift, double t0, double t1, double jump,
                                  double width) {
    const Placed at_a = detail::SegmentAccess::placed(a, shift.segment.start),
                 at_b = detail::SegmentAccess::placed(b, shift.pose_b);
    const auto line = [=, model = &a](const PredictOptions& how) -> std::unique_ptr<Timeline> {
        return std::make_unique<SegmentTimeline>(
            *model, shift.segment, at_b, how, width,
            kernel::ScrewApproximation{.deviation = shift.off, .axial_deviation = shift.off, .rest = {}},
            shift.common);
    };
    return {t0, t1, line, at_a, at_b, jump, true, shift.off};
}

// The time segment of two movers from t0 to t1.
TimeSegment time_segment_of_two(const Moving& a, const Moving& b, double t0, double t1, double width) {
    const OnSegment on_a = on_segment(a.motion(), t0), on_b = on_segment(b.motion(), t0);
    const MotionSegment segment_a = as_translation(a.motion().segments()[on_a.segment]),
                        segment_b = as_translation(b.motion().segments()[on_b.segment]);
    const MoverSpan span_a{&data_of(a), segment_a, on_a.t, time_on(segment_a, t1)};
    const MoverSpan span_b{&data_of(b), segment_b, on_b.t, time_on(segment_b, t1)};
    StartPose at_a = start_pose(a, on_a), at_b = start_pose(b, on_b);
    const auto shift_a = exact_shift_over(span_a, t0, t1), shift_b = exact_shift_over(span_b, t0, t1);
    if (!(shift_a && shift_b)) {
        if (const auto shift = rational_translation_between(segment_a, segment_b, t0, t1)) {
            const double jump = (on_a.t.high > 0 ? 0 : at_a.slack) + (on_b.t.high > 0 ? 0 : at_b.slack);
            return rational_time_segment(data_of(a), data_of(b), *shift, t0, t1, jump, width);
        }
    }
    if (shift_a && on_a.t.high > 0) at_a = {detail::SegmentAccess::placed(data_of(a), shift_a->start), 0};
    if (shift_b && on_b.t.high > 0) at_b = {detail::SegmentAccess::placed(data_of(b), shift_b->start), 0};
    const auto line = [=](const PredictOptions& how) -> std::unique_ptr<Timeline> {
        if (shift_a && shift_b) return line_of_shifts(span_a, *shift_a, span_b, *shift_b, how, width);
        // While B is at rest, A's own segment is the relative motion.
        if (shift_b && shift_b->translation == Vec3{} && is_whole_segment(span_a))
            return std::make_unique<SegmentTimeline>(
                *span_a.model, span_a.segment, detail::SegmentAccess::placed(*span_b.model, shift_b->start),
                how, width);
        return std::make_unique<RelativeTimeline>(span_a, span_b, how, width);
    };
    const bool is_exact = (on_a.t.high == 0 || shift_a) && (on_b.t.high == 0 || shift_b);
    return {t0, t1, line, at_a.placed, at_b.placed, at_a.slack + at_b.slack, is_exact};
}

}  // namespace

bool TimeSegment::begins_within(double clearance, Timeline& own) const {
    if (is_exact && off == 0) return distance_within(a, b, clearance).within;
    return own.contact_at(0) == kernel::Certainty::yes;
}

bool stays(const Motion& motion) {
    const auto segments = motion.segments();
    return std::all_of(segments.begin(), segments.end(), [&](const MotionSegment& segment) {
        if (segment.start.matrix() != segments.front().start.matrix()) return false;
        if (segment.is_linear) return segment.translation == Vec3{};
        return segment.screw.angle.in_radians() == 0 && segment.screw.advance == 0;
    });
}

std::vector<TimeSegment> time_segments(const Moving& a, const Placed& b, const PredictOptions& options) {
    std::vector<TimeSegment> out;
    const auto segments = a.motion().segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const MotionSegment segment = as_translation(segments[i]);
        const StartPose at = start_pose(a, {i, 0});
        const double width = 0.5 * options.tolerance / (segment.t1 - segment.t0);
        if (!segment.is_linear) {
            MotionSegment rest;
            rest.start = b.pose();
            rest.is_linear = true;
            if (const auto shift = rational_translation_between(segment, rest, segment.t0, segment.t1)) {
                out.push_back(rational_time_segment(data_of(a), data_of(b), *shift, segment.t0, segment.t1,
                                                    at.slack, width));
                continue;
            }
        }
        const auto line = [&a, &b, segment, width](const PredictOptions& how) -> std::unique_ptr<Timeline> {
            return std::make_unique<SegmentTimeline>(data_of(a), segment, b, how, width);
        };
        out.push_back({segment.t0, segment.t1, line, at.placed, b, at.slack});
    }
    return out;
}

std::vector<TimeSegment> time_segments(const Moving& a, const Moving& b, const PredictOptions& options) {
    std::vector<double> cuts{0, 1};
    for (const MotionSegment& segment : a.motion().segments()) cuts.push_back(segment.t1);
    for (const MotionSegment& segment : b.motion().segments()) cuts.push_back(segment.t1);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<TimeSegment> out;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const double t0 = cuts[i], t1 = cuts[i + 1];
        out.push_back(time_segment_of_two(a, b, t0, t1, 0.5 * options.tolerance / (t1 - t0)));
    }
    return out;
}

}  // namespace allide::query
