// Vectors with error bounds on SIMD lanes. Each component has a weight, and its error is at most κ times the
// weight, where κ is common to all (ErrorScale below). docs/guarantees.md proves the bounds. Compiled once
// per instruction set.
#if defined(ALLIDE_KERNEL_BOUNDED_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_BOUNDED_LANES_INL
#undef ALLIDE_KERNEL_BOUNDED_LANES_INL
#else
#define ALLIDE_KERNEL_BOUNDED_LANES_INL
#endif

#include "kernel/number/vector_lanes-inl.hpp"

#include <array>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Exact rounding error of a rounded sum (Knuth's two-sum).
template <class V>
HWY_INLINE V rest_of_sum(V a, V b, V sum) {
    const V b_part = hn::Sub(sum, a), a_part = hn::Sub(sum, b_part);
    return hn::Add(hn::Sub(a, a_part), hn::Sub(b, b_part));
}

// Arithmetic policy of BoundedTriangleTest: one double per number.
template <class D>
struct DoubleArithmetic {
    using Vector = Vector3<D>;
    static constexpr bool is_double = true;
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

// Weight of a difference x of two corner coordinates; `spread` is the error of the difference divided by κ. A
// weight is either 0, for an exact zero, or at least 2⁻²⁵⁰, so that no product of three weights underflows.
template <class D>
HWY_INLINE hn::Vec<D> weight_of(hn::Vec<D> x, hn::Vec<D> spread) {
    const D d;
    const auto sum = hn::Add(hn::Abs(x), spread);
    return hn::IfThenZeroElse(hn::Eq(sum, hn::Zero(d)), hn::Max(sum, hn::Set(d, 0x1p-250)));
}

// A vector whose components are each within κ times their weight of the true value. A component of weight 0
// is exactly 0, and so is every product with it.
template <class D, class Arithmetic>
struct BoundedVectorLanes {
    typename Arithmetic::Vector value;
    Vector3<D> weight;

    HWY_INLINE BoundedVectorLanes(const typename Arithmetic::Vector& its_value, const Vector3<D>& its_weight)
        : value(its_value), weight(its_weight) {}

    // A difference of corners; `spread` is its error divided by κ, per axis.
    HWY_INLINE static BoundedVectorLanes difference(const typename Arithmetic::Vector& x,
                                                    const Vector3<D>& spread) {
        const Vector3<D> r = Arithmetic::rounded(x);
        return {x, {weight_of<D>(r.x, spread.x), weight_of<D>(r.y, spread.y), weight_of<D>(r.z, spread.z)}};
    }
};

// Not a friend of the class: g++ compiles friends for the lowest instruction set, which passes vectors
// differently.
template <class D, class Arithmetic>
HWY_INLINE BoundedVectorLanes<D, Arithmetic> cross_product(const BoundedVectorLanes<D, Arithmetic>& a,
                                                           const BoundedVectorLanes<D, Arithmetic>& b) {
    const auto sum = [](hn::Vec<D> p, hn::Vec<D> q, hn::Vec<D> r, hn::Vec<D> s) {
        return hn::MulAdd(p, q, hn::Mul(r, s));
    };
    const Vector3<D>&v = a.weight, &w = b.weight;
    return {Arithmetic::cross_of(a.value, b.value),
            {sum(v.y, w.z, v.z, w.y), sum(v.z, w.x, v.x, w.z), sum(v.x, w.y, v.y, w.x)}};
}

// The sign of one number per lane, where it is proven.
template <class D>
struct Sign {
    using Mask = hn::Mask<D>;
    Mask above, below, zero;  // all three false: the sign is not proven

    // Sign of the dot product a · b, whose error is at most `unit` times the dot product of the weights.
    template <class Arithmetic>
    HWY_INLINE Sign(const BoundedVectorLanes<D, Arithmetic>& a, const BoundedVectorLanes<D, Arithmetic>& b,
                    hn::Vec<D> unit) {
        const auto value = Arithmetic::dot_of(a.value, b.value);
        const auto error = hn::Mul(unit, dot<D, RoundedOnce>(a.weight, b.weight));
        above = hn::Gt(value, error);
        below = hn::Lt(value, hn::Neg(error));
        zero = hn::Eq(error, hn::Zero(D()));
    }
    HWY_INLINE Sign(Mask is_above, Mask is_below, Mask is_zero)
        : above(is_above), below(is_below), zero(is_zero) {}

    HWY_INLINE Mask known() const { return hn::Or(zero, hn::Or(above, below)); }
    // Sets the sign to zero in lanes where the caller has proven that it is.
    HWY_INLINE void add_zeros(Mask zeros) {
        zero = hn::Or(zero, zeros);
        above = hn::AndNot(zeros, above);
        below = hn::AndNot(zeros, below);
    }
};

// True in lanes where some component is proven not to be zero.
template <class D, class Arithmetic>
HWY_INLINE hn::Mask<D> proven_nonzero(const BoundedVectorLanes<D, Arithmetic>& x, hn::Vec<D> unit) {
    const auto nonzero = [unit](hn::Vec<D> value, hn::Vec<D> weight) {
        return hn::Gt(hn::Abs(value), hn::Mul(unit, weight));
    };
    const Vector3<D> value = Arithmetic::rounded(x.value);
    return hn::Or(nonzero(value.x, x.weight.x),
                  hn::Or(nonzero(value.y, x.weight.y), nonzero(value.z, x.weight.z)));
}

// Errors of the corner coordinates: at most `error` along the axes marked as rough, and none along the
// others. p is A's triangle, q is B's.
template <class D>
struct CornerErrors {
    using Rough = std::array<hn::Mask<D>, 3>;
    hn::Vec<D> error;
    Rough rough_p, rough_q;

    HWY_INLINE static Rough no_axis() {
        const auto none = hn::MaskFromVec(hn::Zero(D()));
        return {none, none, none};
    }
};

// κ, and per axis the spread (error divided by κ) of differences between two corners of A, two corners of B,
// and one of each. `size` is the largest coordinate difference; spreads and weights are proportional to it.
template <class D>
struct ErrorScale {
    hn::Vec<D> kappa, four_kappa;
    Vector3<D> in_a, in_b, between;

    HWY_INLINE ErrorScale(double least, const CornerErrors<D>& of, hn::Vec<D> size) {
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
