#include "query/quotient_shift.hpp"

#include "model/moving_leg.hpp"

#include <cmath>
#include <limits>

namespace allide::query {
namespace {

using kernel::Exact;
using kernel::NumberPoint;

NumberPoint<Exact> product_of(const Exact& s, const NumberPoint<Exact>& x) {
    return {s * x[0], s * x[1], s * x[2]};
}

// A part of a leg. The time on the leg is (t − t0) / (t1 − t0), so everything is multiplied by that span.
struct LegPart {
    Exact span{1.0};
    NumberPoint<Exact> start, way;  // from the leg's pose to where the part begins, and from there to its end

    LegPart(const MotionLeg& leg, double t0, double t1) {
        if (leg.translation == Vec3{}) return;
        const NumberPoint<Exact> whole = kernel::as_given<Exact>(leg.translation);
        span = Exact(leg.t1) - Exact(leg.t0);
        start = product_of(Exact(t0) - Exact(leg.t0), whole);
        way = product_of(Exact(t1) - Exact(t0), whole);
    }
};

Vec3 rounded_quotient(const NumberPoint<Exact>& x, const Exact& by) {
    return {quotient(x[0], by), quotient(x[1], by), quotient(x[2], by)};
}

// Where the part begins, within 2⁻⁵⁰ of itself.
Pose rounded_start(const MotionLeg& leg, const LegPart& part) {
    auto rows = leg.start.matrix();
    for (std::size_t k = 0; k < 3; ++k)
        if (part.start[k].sign() != 0)
            rows[4 * k + 3] = quotient(part.span * Exact(rows[4 * k + 3]) + part.start[k], part.span);
    return detail::LegAccess::pose(rows);
}

double length_of_place(const Pose& pose) {
    const auto& m = pose.matrix();
    return std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
}

}  // namespace

QuotientShift quotient_shift(const MotionLeg& a, const MotionLeg& b, double t0, double t1) {
    const LegPart of_a(a, t0, t1), of_b(b, t0, t1);
    kernel::ScaledShift places{.pose_a = a.start, .pose_b = b.start, .scale = of_a.span * of_b.span};
    places.start = kernel::minus(product_of(of_b.span, of_a.start), product_of(of_a.span, of_b.start));
    places.way = kernel::minus(product_of(of_b.span, of_a.way), product_of(of_a.span, of_b.way));
    QuotientShift out{a, rounded_start(b, of_b), {rounded_quotient(of_b.way, of_b.span), {}}, 0};
    out.leg.start = rounded_start(a, of_a);
    out.leg.translation = rounded_quotient(places.way, places.scale);
    out.carried.rest.places = std::move(places);
    // Three times what is rounded here, and what is when A is placed at a time on its way.
    const Vec3& way = out.leg.translation;
    const double far = length_of_place(out.leg.start) + length_of_place(out.pose_b) + std::abs(way.x) +
                       std::abs(way.y) + std::abs(way.z);
    out.off = 0x1p-48 * far + 64 * std::numeric_limits<double>::denorm_min();
    return out;
}

}  // namespace allide::query
