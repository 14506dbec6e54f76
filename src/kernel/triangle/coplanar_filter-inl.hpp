// Decides whether coplanar triangles touch, in double by proven signs. Compiled once per instruction set.
#if defined(ALLIDE_KERNEL_COPLANAR_FILTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_COPLANAR_FILTER_INL
#undef ALLIDE_KERNEL_COPLANAR_FILTER_INL
#else
#define ALLIDE_KERNEL_COPLANAR_FILTER_INL
#endif

#include "kernel/number/bounded_lanes-inl.hpp"
#include "kernel/triangle/float_filter-inl.hpp"

#include <array>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A point projected along a coordinate axis, given by its two other coordinates. The same type holds the
// spreads (ErrorScale) of these two coordinates.
template <class D>
struct ProjectedPoint {
    hn::Vec<D> u, v;
};

// Sign of the orientation of a, b, c, a difference of two products. The sign is proven if the difference
// exceeds its error bound or, since rounding is monotonic, if all coordinate differences are exact and the
// products differ after rounding. Zero is proven only if the error bound is 0 or c equals b (equal products).
template <class D>
HWY_INLINE Sign<D> orientation_sign(const ProjectedPoint<D>& a, const ProjectedPoint<D>& b,
                                    const ProjectedPoint<D>& c, const ProjectedPoint<D>& spread,
                                    hn::Vec<D> four_kappa) {
    const auto zero = hn::Zero(D());
    auto left_over = hn::Or(spread.u, spread.v);
    const auto minus = [&left_over](hn::Vec<D> x, hn::Vec<D> y) {
        const auto difference = hn::Sub(x, y);
        left_over = hn::Or(left_over, rest_of_sum(x, hn::Neg(y), difference));
        return difference;
    };
    const auto along_u = minus(b.u, a.u), along_v = minus(b.v, a.v);
    const auto to_u = minus(c.u, a.u), to_v = minus(c.v, a.v);
    const auto one = hn::Mul(along_u, to_v), other = hn::Mul(along_v, to_u), value = hn::Sub(one, other);
    const auto error = hn::Mul(
        four_kappa, hn::MulAdd(weight_of<D>(along_u, spread.u), weight_of<D>(to_v, spread.v),
                               hn::Mul(weight_of<D>(along_v, spread.v), weight_of<D>(to_u, spread.u))));
    const auto exact = hn::Eq(left_over, zero);
    const auto at_b =
        hn::And(hn::Eq(hn::Or(spread.u, spread.v), zero), hn::And(hn::Eq(b.u, c.u), hn::Eq(b.v, c.v)));
    return {hn::Or(hn::Gt(value, error), hn::And(exact, hn::Gt(one, other))),
            hn::Or(hn::Lt(value, hn::Neg(error)), hn::And(exact, hn::Lt(one, other))),
            hn::Or(at_b, hn::Eq(error, zero))};
}

// `separated`: lanes in which the line of some edge of the triangle is proven to separate it from all three
// points. `not_separated`: lanes in which it is proven that no edge's line does. `clockwise`: lanes in which
// the triangle's corners run clockwise.
template <class D>
struct EdgeSeparation {
    hn::Mask<D> separated, not_separated;

    HWY_INLINE EdgeSeparation(const std::array<ProjectedPoint<D>, 3>& corners, hn::Mask<D> clockwise,
                              const std::array<ProjectedPoint<D>, 3>& points, const ProjectedPoint<D>& spread,
                              hn::Vec<D> four_kappa) {
        const auto none = hn::MaskFromVec(hn::Zero(D()));
        separated = none;
        not_separated = hn::Not(none);
        for (std::size_t i = 0; i < 3; ++i) {
            auto all_outside = hn::Not(none), one_not_outside = none;
            for (const ProjectedPoint<D>& point : points) {
                const Sign<D> side =
                    orientation_sign<D>(corners[i], corners[(i + 1) % 3], point, spread, four_kappa);
                const auto left = hn::Or(hn::AndNot(clockwise, side.above), hn::And(clockwise, side.below));
                const auto right = hn::Or(hn::AndNot(clockwise, side.below), hn::And(clockwise, side.above));
                all_outside = hn::And(all_outside, right);
                one_not_outside = hn::Or(one_not_outside, hn::Or(left, side.zero));
            }
            separated = hn::Or(separated, all_outside);
            not_separated = hn::And(not_separated, one_not_outside);
        }
    }
};

// Coplanar triangles are disjoint if and only if the line of an edge separates them. `unit` is the error
// scale for expressions that contain edges of B.
template <class D>
HWY_INLINE Decision<D> decide_coplanar(const std::array<Vector3<D>, 3>& p, const std::array<Vector3<D>, 3>& q,
                                       const BoundedVectorLanes<D, DoubleArithmetic<D>>& p_normal,
                                       const BoundedVectorLanes<D, DoubleArithmetic<D>>& q_normal,
                                       const ErrorScale<D>& unit) {
    // Project along the first axis on which p's normal is proven to be non-zero; at least one axis qualifies.
    const auto nonzero = [&unit](hn::Vec<D> value, hn::Vec<D> weight) {
        return hn::Gt(hn::Abs(value), hn::Mul(unit.four_kappa, weight));
    };
    const auto along_x = nonzero(p_normal.value.x, p_normal.weight.x),
               along_y = hn::AndNot(along_x, nonzero(p_normal.value.y, p_normal.weight.y));
    const auto chosen = [&](hn::Vec<D> x, hn::Vec<D> y, hn::Vec<D> z) {
        return hn::IfThenElse(along_x, x, hn::IfThenElse(along_y, y, z));
    };
    const auto flat = [&](const Vector3<D>& x) {
        return ProjectedPoint<D>{chosen(x.y, x.z, x.x), chosen(x.z, x.x, x.y)};
    };
    const auto turn = [&](const BoundedVectorLanes<D, DoubleArithmetic<D>>& normal) {
        const auto value = chosen(normal.value.x, normal.value.y, normal.value.z);
        const auto error =
            hn::Mul(unit.four_kappa, chosen(normal.weight.x, normal.weight.y, normal.weight.z));
        return Sign<D>(hn::Gt(value, error), hn::Lt(value, hn::Neg(error)), hn::MaskFromVec(hn::Zero(D())));
    };
    const Sign<D> p_turn = turn(p_normal), q_turn = turn(q_normal);
    const ProjectedPoint<D> spread = flat(unit.in_b);
    const std::array<ProjectedPoint<D>, 3> flat_p{flat(p[0]), flat(p[1]), flat(p[2])};
    const std::array<ProjectedPoint<D>, 3> flat_q{flat(q[0]), flat(q[1]), flat(q[2])};
    const EdgeSeparation<D> by_p(flat_p, p_turn.below, flat_q, spread, unit.four_kappa),
        by_q(flat_q, q_turn.below, flat_p, spread, unit.four_kappa);
    const auto known = hn::And(p_turn.known(), q_turn.known());
    return {hn::And(known, hn::And(by_p.not_separated, by_q.not_separated)),
            hn::And(known, hn::Or(by_p.separated, by_q.separated))};
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
