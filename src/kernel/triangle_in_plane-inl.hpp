// Two triangles of one plane, decided in double precision with certain signs. Compiled once for each
// instruction set.
#if defined(ALLIDE_KERNEL_TRIANGLE_IN_PLANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_TRIANGLE_IN_PLANE_INL
#undef ALLIDE_KERNEL_TRIANGLE_IN_PLANE_INL
#else
#define ALLIDE_KERNEL_TRIANGLE_IN_PLANE_INL
#endif

#include "kernel/certain_numbers-inl.hpp"
#include "kernel/triangle_filter-inl.hpp"

#include <array>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A point of a plane, seen along an axis.
template <class D>
using FlatPoint = std::array<Number<D>, 2>;

// The sign of the orientation of a, b, c. Where all differences are exact, rounding keeps the order of their
// two products: larger rounded is larger. Equal ones say nothing, unless both are zero or c is at b.
template <class D>
HWY_INLINE Sign<D> seen(const FlatPoint<D>& a, const FlatPoint<D>& b, const FlatPoint<D>& c) {
    const D d;
    const auto zero = hn::Zero(d);
    const Number<D> along_u = difference(b[0], a[0]), along_v = difference(b[1], a[1]);
    const Number<D> to_u = difference(c[0], a[0]), to_v = difference(c[1], a[1]);
    const Number<D> one = along_u * to_v, other = along_v * to_u;
    const Sign<D> rounded(one - other);
    const auto exact =
        hn::Eq(hn::Add(hn::Add(along_u.error, along_v.error), hn::Add(to_u.error, to_v.error)), zero);
    const auto at_b =
        hn::And(hn::And(hn::Eq(b[0].value, c[0].value), hn::Eq(b[1].value, c[1].value)),
                hn::Eq(hn::Add(hn::Add(b[0].error, b[1].error), hn::Add(c[0].error, c[1].error)), zero));
    const auto no_products = hn::And(hn::Eq(one.value, zero), hn::Eq(other.value, zero));
    return {hn::Or(rounded.above, hn::And(exact, hn::Gt(one.value, other.value))),
            hn::Or(rounded.below, hn::And(exact, hn::Lt(one.value, other.value))),
            hn::Or(rounded.zero, hn::Or(at_b, hn::And(exact, no_products)))};
}

// Do the edges of a triangle part it from the points? `turned`: its corners run clockwise.
template <class D>
struct PartedByEdges {
    hn::Mask<D> by_one, by_none;

    HWY_INLINE PartedByEdges(const std::array<FlatPoint<D>, 3>& corners, hn::Mask<D> turned,
                             const std::array<FlatPoint<D>, 3>& points) {
        const D d;
        const auto none = hn::Lt(hn::Zero(d), hn::Zero(d));
        by_one = none;
        by_none = hn::Not(none);
        for (std::size_t i = 0; i < 3; ++i) {
            auto all_outside = hn::Not(none), one_not_outside = none;
            for (const FlatPoint<D>& point : points) {
                const Sign<D> side = seen<D>(corners[i], corners[(i + 1) % 3], point);
                const auto left = hn::Or(hn::AndNot(turned, side.above), hn::And(turned, side.below));
                const auto right = hn::Or(hn::AndNot(turned, side.below), hn::And(turned, side.above));
                all_outside = hn::And(all_outside, right);
                one_not_outside = hn::Or(one_not_outside, hn::Or(left, side.zero));
            }
            by_one = hn::Or(by_one, all_outside);
            by_none = hn::And(by_none, one_not_outside);
        }
    }
};

// Of triangles of one plane: they are apart if and only if the line of an edge parts them.
template <class D>
HWY_INLINE Decision<D> decide_in_plane(const std::array<Point<D>, 3>& p, const std::array<Point<D>, 3>& q,
                                       const Point<D>& p_normal, const Point<D>& q_normal) {
    // Along the first axis on which p's normal is certainly not zero; one of them is.
    const auto nonzero = [](const Number<D>& x) { return hn::Gt(hn::Abs(x.value), x.error); };
    const auto along_x = nonzero(p_normal[0]), along_y = hn::AndNot(along_x, nonzero(p_normal[1]));
    const auto chosen = [&](const Number<D>& x, const Number<D>& y, const Number<D>& z) {
        const auto pick = [&](auto of_x, auto of_y, auto of_z) {
            return hn::IfThenElse(along_x, of_x, hn::IfThenElse(along_y, of_y, of_z));
        };
        return Number<D>{pick(x.value, y.value, z.value), pick(x.error, y.error, z.error)};
    };
    const auto flat = [&](const std::array<Point<D>, 3>& corners) {
        std::array<FlatPoint<D>, 3> out;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& [x, y, z] = corners[i];
            out[i] = {chosen(y, z, x), chosen(z, x, y)};
        }
        return out;
    };
    const Sign<D> p_turn(chosen(p_normal[0], p_normal[1], p_normal[2])),
        q_turn(chosen(q_normal[0], q_normal[1], q_normal[2]));
    const auto flat_p = flat(p), flat_q = flat(q);
    const PartedByEdges<D> by_p(flat_p, p_turn.below, flat_q), by_q(flat_q, q_turn.below, flat_p);
    const auto known = hn::And(hn::Or(p_turn.above, p_turn.below), hn::Or(q_turn.above, q_turn.below));
    return {hn::And(known, hn::And(by_p.by_none, by_q.by_none)),
            hn::And(known, hn::Or(by_p.by_one, by_q.by_one))};
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
