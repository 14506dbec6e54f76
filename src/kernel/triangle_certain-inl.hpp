// The same test in double precision with an error that every number carries along. A difference that is exact
// has none, nor has a product with an exact zero: bodies that slide on a plane or turn about an axis meet in
// corners and edges of equal height, and such zeros are certain too. docs/guarantees.md says why. Compiled
// once for each instruction set.
#if defined(ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL
#undef ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL
#else
#define ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL
#endif

#include "kernel/triangle_filter-inl.hpp"

#include <array>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A true value within `error` of `value`.
template <class D>
struct Number {
    hn::Vec<D> value, error;
};

template <class D>
HWY_INLINE hn::Vec<D> unit_of(D d) {
    return hn::Set(d, 0x1.00001p-53);  // a little more, for the roundings of the errors themselves
}

template <class D>
HWY_INLINE Number<D> operator*(const Number<D>& a, const Number<D>& b) {
    const D d;
    const auto value = hn::Mul(a.value, b.value);
    return {value, hn::Add(hn::Add(hn::Mul(hn::Abs(a.value), b.error),
                                   hn::Mul(a.error, hn::Add(hn::Abs(b.value), b.error))),
                           hn::Mul(unit_of(d), hn::Abs(value)))};
}
template <class D>
HWY_INLINE Number<D> operator-(const Number<D>& a, const Number<D>& b) {
    const D d;
    const auto value = hn::Sub(a.value, b.value);
    return {value, hn::Add(hn::Add(a.error, b.error), hn::Mul(unit_of(d), hn::Abs(value)))};
}
template <class D>
HWY_INLINE Number<D> operator+(const Number<D>& a, const Number<D>& b) {
    const D d;
    const auto value = hn::Add(a.value, b.value);
    return {value, hn::Add(hn::Add(a.error, b.error), hn::Mul(unit_of(d), hn::Abs(value)))};
}

// What a rounded sum leaves over, exactly (Knuth).
template <class V>
HWY_INLINE V rest_of_sum(V a, V b, V sum) {
    const V b_part = hn::Sub(sum, a), a_part = hn::Sub(sum, b_part);
    return hn::Add(hn::Sub(a, a_part), hn::Sub(b, b_part));
}

template <class D>
using Point = std::array<Number<D>, 3>;

// Coordinates are allowed up to 2²⁵⁰; below 2⁻²⁵⁰ a number that is not zero counts as uncertain. So nothing
// that matters underflows in a product of three.
template <class D>
HWY_INLINE Number<D> difference(const Number<D>& a, const Number<D>& b) {
    const D d;
    const auto tiny = hn::Set(d, 0x1p-250), zero = hn::Zero(d);
    const auto value = hn::Sub(a.value, b.value);
    const auto rest = hn::Abs(rest_of_sum(a.value, hn::Neg(b.value), value));
    const auto error = hn::Add(hn::Add(a.error, b.error), rest);
    const auto doubtful =
        hn::Or(hn::Ne(error, zero), hn::And(hn::Ne(value, zero), hn::Lt(hn::Abs(value), tiny)));
    return {value, hn::IfThenElse(doubtful, hn::Add(error, tiny), zero)};
}
template <class D>
HWY_INLINE Point<D> difference(const Point<D>& a, const Point<D>& b) {
    return {difference(a[0], b[0]), difference(a[1], b[1]), difference(a[2], b[2])};
}
template <class D>
HWY_INLINE Point<D> cross(const Point<D>& a, const Point<D>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class D>
HWY_INLINE Number<D> dot(const Point<D>& a, const Point<D>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class D, class M>
HWY_INLINE Point<D> select(M mask, const Point<D>& yes, const Point<D>& no) {
    Point<D> out;
    for (std::size_t k = 0; k < 3; ++k)
        out[k] = {hn::IfThenElse(mask, yes[k].value, no[k].value),
                  hn::IfThenElse(mask, yes[k].error, no[k].error)};
    return out;
}

template <class D>
struct Sign {
    using Mask = hn::Mask<D>;
    Mask above, below, zero;  // none of them: unknown

    HWY_INLINE explicit Sign(const Number<D>& x) {
        const D d;
        above = hn::Gt(x.value, x.error);
        below = hn::Lt(x.value, hn::Neg(x.error));
        zero = hn::And(hn::Eq(x.value, hn::Zero(d)), hn::Eq(x.error, hn::Zero(d)));
    }
    HWY_INLINE Mask known() const { return hn::Or(zero, hn::Or(above, below)); }
};

// Three corners about a plane; the lone corner is that of lone_corner() in exact_triangles.hpp.
template <class D>
struct CertainSides {
    using Mask = hn::Mask<D>;
    Mask parted, usable;  // usable: all known, not all in the plane
    Mask first_alone, second_alone, lone_above;

    HWY_INLINE explicit CertainSides(const std::array<Sign<D>, 3>& s) {
        parted = hn::Or(hn::And(s[0].above, hn::And(s[1].above, s[2].above)),
                        hn::And(s[0].below, hn::And(s[1].below, s[2].below)));
        usable = hn::AndNot(hn::And(s[0].zero, hn::And(s[1].zero, s[2].zero)),
                            hn::And(s[0].known(), hn::And(s[1].known(), s[2].known())));
        const auto on_top = [&](std::size_t i, std::size_t j, std::size_t k) {
            return hn::Or(hn::AndNot(hn::Or(s[j].above, s[k].above), s[i].above),
                          hn::And(s[i].zero, hn::And(s[j].below, s[k].below)));
        };
        const auto at_bottom = [&](std::size_t i, std::size_t j, std::size_t k) {
            return hn::Or(hn::AndNot(hn::Or(s[j].below, s[k].below), s[i].below),
                          hn::And(s[i].zero, hn::And(s[j].above, s[k].above)));
        };
        const Mask top0 = on_top(0, 1, 2), top1 = on_top(1, 2, 0), top2 = on_top(2, 0, 1);
        first_alone = hn::Or(top0, at_bottom(0, 1, 2));
        second_alone = hn::AndNot(first_alone, hn::Or(top1, at_bottom(1, 2, 0)));
        lone_above =
            hn::Or(hn::And(first_alone, top0),
                   hn::Or(hn::And(second_alone, top1), hn::AndNot(hn::Or(first_alone, second_alone), top2)));
    }
    HWY_INLINE std::array<Point<D>, 3> ordered(const std::array<Point<D>, 3>& c, Mask exchange) const {
        const Point<D> first = select<D>(first_alone, c[0], select<D>(second_alone, c[1], c[2]));
        const Point<D> second = select<D>(first_alone, c[1], select<D>(second_alone, c[2], c[0]));
        const Point<D> third = select<D>(first_alone, c[2], select<D>(second_alone, c[0], c[1]));
        return {first, select<D>(exchange, third, second), select<D>(exchange, second, third)};
    }
};

template <class D>
HWY_INLINE hn::Mask<D> surely_not_zero(const Point<D>& x) {
    const auto nonzero = [](const Number<D>& c) { return hn::Gt(hn::Abs(c.value), c.error); };
    return hn::Or(nonzero(x[0]), hn::Or(nonzero(x[1]), nonzero(x[2])));
}

// p are A's corners and q B's in A's frame. Triangles in one plane, and those without area, are left
// undecided.
template <class D>
HWY_INLINE Decision<D> decide_certain(D d, const std::array<Point<D>, 3>& p,
                                      const std::array<Point<D>, 3>& q) {
    auto largest = hn::Zero(d);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            largest = hn::Max(
                largest, hn::Max(hn::Abs(p[i][k].value), hn::Add(hn::Abs(q[i][k].value), q[i][k].error)));
    const Point<D> p_normal = cross<D>(difference<D>(p[1], p[0]), difference<D>(p[2], p[0]));
    const Point<D> q_normal = cross<D>(difference<D>(q[1], q[0]), difference<D>(q[2], q[0]));
    const auto height = [](const Point<D>& normal, const Point<D>& x, const Point<D>& origin) {
        return Sign<D>(dot<D>(normal, difference<D>(x, origin)));
    };
    const CertainSides<D> q_sides(
        {height(p_normal, q[0], p[0]), height(p_normal, q[1], p[0]), height(p_normal, q[2], p[0])});
    const CertainSides<D> p_sides(
        {height(q_normal, p[0], q[0]), height(q_normal, p[1], q[0]), height(q_normal, p[2], q[0])});
    const auto valid = hn::And(hn::Le(largest, hn::Set(d, 0x1p250)),
                               hn::And(surely_not_zero<D>(p_normal), surely_not_zero<D>(q_normal)));
    const auto parted = hn::And(valid, hn::Or(q_sides.parted, p_sides.parted));
    const auto open = hn::AndNot(parted, hn::And(valid, hn::And(q_sides.usable, p_sides.usable)));
    if (hn::AllFalse(d, open)) return {open, parted};

    const auto a = p_sides.ordered(p, hn::Not(q_sides.lone_above));
    const auto b = q_sides.ordered(q, hn::Not(p_sides.lone_above));
    const Point<D> gap = difference<D>(b[0], a[0]);
    const Sign<D> start(dot<D>(cross<D>(gap, difference<D>(b[1], b[0])), difference<D>(a[1], a[0])));
    const Sign<D> end(dot<D>(cross<D>(gap, difference<D>(b[2], b[0])), difference<D>(a[2], a[0])));
    const auto apart = hn::Or(start.above, end.below);
    const auto together = hn::And(hn::Or(start.below, start.zero), hn::Or(end.above, end.zero));
    return {hn::And(open, together), hn::Or(parted, hn::And(open, apart))};
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
