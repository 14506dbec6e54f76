// Numbers in double precision that carry a bound on their error along, several at once. Compiled once for
// each instruction set. docs/guarantees.md says why the bounds hold.
#if defined(ALLIDE_KERNEL_CERTAIN_NUMBERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_CERTAIN_NUMBERS_INL
#undef ALLIDE_KERNEL_CERTAIN_NUMBERS_INL
#else
#define ALLIDE_KERNEL_CERTAIN_NUMBERS_INL
#endif

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
    HWY_INLINE Sign(Mask is_above, Mask is_below, Mask is_zero)
        : above(is_above), below(is_below), zero(is_zero) {}
    HWY_INLINE Mask known() const { return hn::Or(zero, hn::Or(above, below)); }
    // Nothing that was certain changes: it is known from elsewhere to be zero in these lanes.
    HWY_INLINE void add_zeros(Mask zeros) {
        zero = hn::Or(zero, zeros);
        above = hn::AndNot(zeros, above);
        below = hn::AndNot(zeros, below);
    }
};

// One place for certain. Determinants of points of which two are the same vanish, though their terms are
// rounded: parts of an assembly often share corners.
template <class D>
HWY_INLINE hn::Mask<D> same_place(const Point<D>& a, const Point<D>& b) {
    const D d;
    const auto errors = hn::Add(hn::Add(hn::Add(a[0].error, a[1].error), a[2].error),
                                hn::Add(hn::Add(b[0].error, b[1].error), b[2].error));
    return hn::And(hn::And(hn::Eq(a[0].value, b[0].value), hn::Eq(a[1].value, b[1].value)),
                   hn::And(hn::Eq(a[2].value, b[2].value), hn::Eq(errors, hn::Zero(d))));
}
template <class D>
HWY_INLINE hn::Mask<D> same_place_as_one(const Point<D>& x, const std::array<Point<D>, 3>& corners) {
    return hn::Or(same_place<D>(x, corners[0]),
                  hn::Or(same_place<D>(x, corners[1]), same_place<D>(x, corners[2])));
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
