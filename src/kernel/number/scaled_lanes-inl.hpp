// Numbers in double precision with weights that bound their errors, several at once. docs/guarantees.md says
// why the bounds hold. Compiled once for each instruction set.
#if defined(ALLIDE_KERNEL_WEIGHTED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_WEIGHTED_INL
#undef ALLIDE_KERNEL_WEIGHTED_INL
#else
#define ALLIDE_KERNEL_WEIGHTED_INL
#endif

#include "kernel/number/vector_lanes-inl.hpp"

#include <array>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// What a rounded sum leaves over, exactly (Knuth).
template <class V>
HWY_INLINE V rest_of_sum(V a, V b, V sum) {
    const V b_part = hn::Sub(sum, a), a_part = hn::Sub(sum, b_part);
    return hn::Add(hn::Sub(a, a_part), hn::Sub(b, b_part));
}

// Numbers of one double.
template <class D>
struct InDoubles {
    using Vector = Vector3<D>;
    static constexpr bool in_one_double = true;
    static constexpr double unit = 0x1p-50, largest_size = 0x1p248;

    HWY_INLINE static Vector minus(const Vector& a, const Vector& b) { return subtract<D>(a, b); }
    HWY_INLINE static Vector3<D> rounded(const Vector& a) { return a; }
    HWY_INLINE static Vector cross_of(const Vector& a, const Vector& b) {
        return cross<D, RoundedOnce>(a, b);
    }
    HWY_INLINE static hn::Vec<D> dot_of(const Vector& a, const Vector& b) {
        return dot<D, RoundedOnce>(a, b);
    }
    HWY_INLINE static hn::Mask<D> equal(const Vector& a, const Vector& b) {
        return hn::And(hn::Eq(a.x, b.x), hn::And(hn::Eq(a.y, b.y), hn::Eq(a.z, b.z)));
    }
    template <class M>
    HWY_INLINE static Vector choose(M mask, const Vector& yes, const Vector& no) {
        return select<D>(mask, yes, no);
    }
};

// Of a difference of corners; `spread` is its error divided by κ. A weight that is not 0 is so large that no
// product of three of them vanishes.
template <class D>
HWY_INLINE hn::Vec<D> weight_of(hn::Vec<D> x, hn::Vec<D> spread) {
    const D d;
    const auto sum = hn::Add(hn::Abs(x), spread);
    return hn::IfThenZeroElse(hn::Eq(sum, hn::Zero(d)), hn::Max(sum, hn::Set(d, 0x1p-250)));
}

// A vector whose components are each within κ times their weight of the true ones. What has no weight is 0,
// and so is every product with it.
template <class D, class Arithmetic>
struct Weighted {
    typename Arithmetic::Vector value;
    Vector3<D> weight;

    HWY_INLINE Weighted(const typename Arithmetic::Vector& its_value, const Vector3<D>& its_weight)
        : value(its_value), weight(its_weight) {}

    // A difference of corners, with the spread on each axis.
    HWY_INLINE static Weighted difference(const typename Arithmetic::Vector& x, const Vector3<D>& spread) {
        const Vector3<D> r = Arithmetic::rounded(x);
        return {x, {weight_of<D>(r.x, spread.x), weight_of<D>(r.y, spread.y), weight_of<D>(r.z, spread.z)}};
    }
};

// No friend of the class: g++ makes those for the least instruction set, which passes vectors in another way.
template <class D, class Arithmetic>
HWY_INLINE Weighted<D, Arithmetic> cross_product(const Weighted<D, Arithmetic>& a,
                                                 const Weighted<D, Arithmetic>& b) {
    const auto sum = [](hn::Vec<D> p, hn::Vec<D> q, hn::Vec<D> r, hn::Vec<D> s) {
        return hn::MulAdd(p, q, hn::Mul(r, s));
    };
    const Vector3<D>&v = a.weight, &w = b.weight;
    return {Arithmetic::cross_of(a.value, b.value),
            {sum(v.y, w.z, v.z, w.y), sum(v.z, w.x, v.x, w.z), sum(v.x, w.y, v.y, w.x)}};
}

template <class D>
struct Sign {
    using Mask = hn::Mask<D>;
    Mask above, below, zero;  // none of them: unknown

    // Of a · b; `unit` times its weight bounds the error.
    template <class Arithmetic>
    HWY_INLINE Sign(const Weighted<D, Arithmetic>& a, const Weighted<D, Arithmetic>& b, hn::Vec<D> unit) {
        const auto value = Arithmetic::dot_of(a.value, b.value);
        const auto error = hn::Mul(unit, dot<D, RoundedOnce>(a.weight, b.weight));
        above = hn::Gt(value, error);
        below = hn::Lt(value, hn::Neg(error));
        zero = hn::Eq(error, hn::Zero(D()));
    }
    HWY_INLINE Sign(Mask is_above, Mask is_below, Mask is_zero)
        : above(is_above), below(is_below), zero(is_zero) {}

    HWY_INLINE Mask known() const { return hn::Or(zero, hn::Or(above, below)); }
    // Known from elsewhere to be zero in these lanes.
    HWY_INLINE void add_zeros(Mask zeros) {
        zero = hn::Or(zero, zeros);
        above = hn::AndNot(zeros, above);
        below = hn::AndNot(zeros, below);
    }
};

template <class D, class Arithmetic>
HWY_INLINE hn::Mask<D> surely_not_zero(const Weighted<D, Arithmetic>& x, hn::Vec<D> unit) {
    const auto nonzero = [unit](hn::Vec<D> value, hn::Vec<D> weight) {
        return hn::Gt(hn::Abs(value), hn::Mul(unit, weight));
    };
    const Vector3<D> value = Arithmetic::rounded(x.value);
    return hn::Or(nonzero(value.x, x.weight.x),
                  hn::Or(nonzero(value.y, x.weight.y), nonzero(value.z, x.weight.z)));
}

// How far corners are off: each coordinate by at most `error`, those on axes that are not rough by nothing.
template <class D>
struct CornerErrors {
    using Rough = std::array<hn::Mask<D>, 3>;
    hn::Vec<D> error;
    Rough rough_p, rough_q;

    HWY_INLINE static Rough nowhere() {
        const auto none = hn::MaskFromVec(hn::Zero(D()));
        return {none, none, none};
    }
};

// κ, and the spreads of what is off among numbers of this size: weights are then of that size as well.
// Between corners of A, of B, and of both.
template <class D>
struct Unit {
    hn::Vec<D> kappa, four_kappa;
    Vector3<D> in_a, in_b, between;

    HWY_INLINE Unit(double least, const CornerErrors<D>& of, hn::Vec<D> size) {
        const D d;
        kappa = hn::Add(hn::Set(d, least), hn::Div(of.error, size));
        four_kappa = hn::Mul(hn::Set(d, 4), kappa);
        const auto on = [](const typename CornerErrors<D>::Rough& rough, hn::Vec<D> spread) {
            return Vector3<D>{hn::IfThenElseZero(rough[0], spread), hn::IfThenElseZero(rough[1], spread),
                              hn::IfThenElseZero(rough[2], spread)};
        };
        const auto twice = hn::Add(size, size);
        in_a = on(of.rough_p, twice);
        in_b = on(of.rough_q, twice);
        const Vector3<D> one = on(of.rough_p, size), other = on(of.rough_q, size);
        between = {hn::Add(one.x, other.x), hn::Add(one.y, other.y), hn::Add(one.z, other.z)};
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
