#include "query/predict/rational_timeline.hpp"

#include "model/moving_segment.hpp"
#include "query/predict/rational_translation.hpp"

#include <cmath>
#include <limits>

namespace allide::query {
namespace {

using kernel::Exact;
using kernel::NumberPoint;

using kernel::product_of;

// The part from t0 to t1 of a segment. Times on the segment have the denominator segment.t1 − segment.t0, and
// its shift has the denominator RationalShift::by. `start` and `translation` are multiplied by `by`, the
// product of both denominators.
struct SegmentPart {
    Exact by{1.0};
    NumberPoint<Exact> start;        // shift from the segment's start to the part's start, times `by`
    NumberPoint<Exact> translation;  // shift from the part's start to its end, times `by`

    SegmentPart(const MotionSegment& segment, const RationalShift& shift, double t0, double t1) {
        if (kernel::is_zero(shift.translation)) return;
        by = (Exact(segment.t1) - Exact(segment.t0)) * shift.by;
        start = product_of(Exact(t0) - Exact(segment.t0), shift.translation);
        translation = product_of(Exact(t1) - Exact(t0), shift.translation);
    }
};

Vec3 rounded_quotient(const NumberPoint<Exact>& x, const Exact& by) {
    return {quotient(x[0], by), quotient(x[1], by), quotient(x[2], by)};
}

// Start pose of the part, with a relative error of at most 2⁻⁵⁰.
Pose rounded_start(const MotionSegment& segment, const SegmentPart& part) {
    auto rows = segment.start.matrix();
    for (std::size_t k = 0; k < 3; ++k)
        if (part.start[k].sign() != 0)
            rows[4 * k + 3] = quotient(part.by * Exact(rows[4 * k + 3]) + part.start[k], part.by);
    return detail::SegmentAccess::pose(rows);
}

double length_of_place(const Pose& pose) {
    const auto& m = pose.matrix();
    return std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
}

}  // namespace

std::optional<RationalTranslation> rational_translation_between(const MotionSegment& a,
                                                                const MotionSegment& b, double t0,
                                                                double t1) {
    const auto shift_a = rational_shift(a), shift_b = rational_shift(b);
    if (!shift_a || !shift_b) return {};
    const SegmentPart of_a(a, *shift_a, t0, t1), of_b(b, *shift_b, t0, t1);
    kernel::ScaledShift places{.pose_a = a.start, .pose_b = b.start, .scale = of_a.by * of_b.by};
    places.start = kernel::minus(product_of(of_b.by, of_a.start), product_of(of_a.by, of_b.start));
    places.translation =
        kernel::minus(product_of(of_b.by, of_a.translation), product_of(of_a.by, of_b.translation));
    RationalTranslation out{a, rounded_start(b, of_b), {rounded_quotient(of_b.translation, of_b.by), {}}, 0};
    out.segment.start = rounded_start(a, of_a);
    out.segment.is_linear = true;
    out.segment.translation = rounded_quotient(places.translation, places.scale);
    out.common.rest.places = std::move(places);
    // `off` is three times the rounding errors of this function and of placing A at any time on the way.
    const Vec3& translation = out.segment.translation;
    const double far = length_of_place(out.segment.start) + length_of_place(out.pose_b) +
                       std::abs(translation.x) + std::abs(translation.y) + std::abs(translation.z);
    out.off = 0x1p-48 * far + 64 * std::numeric_limits<double>::denorm_min();
    return out;
}

}  // namespace allide::query
