// Double-double arithmetic on SIMD lanes: the operations of double_double.hpp on several numbers at once.
// Compiled once per instruction set.
#if defined(ALLIDE_KERNEL_DOUBLE_DOUBLE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_DOUBLE_DOUBLE_LANES_INL
#undef ALLIDE_KERNEL_DOUBLE_DOUBLE_LANES_INL
#else
#define ALLIDE_KERNEL_DOUBLE_DOUBLE_LANES_INL
#endif

#include "kernel/number/bounded_lanes-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct DoubleDoubleLanes {
    hn::Vec<D> high, low;
};

// Requires |a| ≥ |b|.
template <class D>
HWY_INLINE DoubleDoubleLanes<D> quick_sum_of(hn::Vec<D> a, hn::Vec<D> b) {
    const auto sum = hn::Add(a, b);
    return {sum, hn::Sub(b, hn::Sub(sum, a))};
}
template <class D>
HWY_INLINE DoubleDoubleLanes<D> sum_of(hn::Vec<D> a, hn::Vec<D> b) {
    const auto sum = hn::Add(a, b);
    return {sum, rest_of_sum(a, b, sum)};
}
template <class D>
HWY_INLINE DoubleDoubleLanes<D> product_of(hn::Vec<D> a, hn::Vec<D> b) {
    const auto product = hn::Mul(a, b);
#if HWY_NATIVE_FMA
    return {product, hn::MulSub(a, b, product)};
#else
    const auto half = [](hn::Vec<D> x) {
        const auto part = hn::Mul(hn::Set(D(), 0x1p27 + 1), x);
        return hn::Sub(part, hn::Sub(part, x));
    };
    const auto a_high = half(a), b_high = half(b), a_low = hn::Sub(a, a_high), b_low = hn::Sub(b, b_high);
    const auto rest = hn::Add(hn::Add(hn::Sub(hn::Mul(a_high, b_high), product), hn::Mul(a_high, b_low)),
                              hn::Mul(a_low, b_high));
    return {product, hn::Add(rest, hn::Mul(a_low, b_low))};
#endif
}

template <class D>
HWY_INLINE DoubleDoubleLanes<D> operator-(const DoubleDoubleLanes<D>& a) {
    return {hn::Neg(a.high), hn::Neg(a.low)};
}
// Relative error at most 2⁻¹⁰⁰, also where the two operands nearly cancel.
template <class D>
HWY_INLINE DoubleDoubleLanes<D> operator+(const DoubleDoubleLanes<D>& a, const DoubleDoubleLanes<D>& b) {
    const DoubleDoubleLanes<D> low = sum_of<D>(a.low, b.low);
    DoubleDoubleLanes<D> high = sum_of<D>(a.high, b.high);
    high = quick_sum_of<D>(high.high, hn::Add(high.low, low.high));
    return quick_sum_of<D>(high.high, hn::Add(high.low, low.low));
}
// Faster sum: error at most 2⁻¹⁰⁰ (|a| + |b|), so nothing is guaranteed relative to a sum that cancels.
template <class D>
HWY_INLINE DoubleDoubleLanes<D> fast_sum(const DoubleDoubleLanes<D>& a, const DoubleDoubleLanes<D>& b) {
    const DoubleDoubleLanes<D> high = sum_of<D>(a.high, b.high);
    return quick_sum_of<D>(high.high, hn::Add(high.low, hn::Add(a.low, b.low)));
}
template <class D>
HWY_INLINE DoubleDoubleLanes<D> operator*(const DoubleDoubleLanes<D>& a, const DoubleDoubleLanes<D>& b) {
    const DoubleDoubleLanes<D> product = product_of<D>(a.high, b.high);
    const auto mixed = hn::MulAdd(a.high, b.low, hn::Mul(a.low, b.high));
    return quick_sum_of<D>(product.high, hn::Add(product.low, mixed));
}

template <class D>
struct DoubleDoubleVectorLanes {
    DoubleDoubleLanes<D> x, y, z;
};

// Arithmetic policy of BoundedTriangleTest: double-double.
template <class D>
struct DoubleDoubleArithmetic {
    using Number = DoubleDoubleLanes<D>;
    using Vector = DoubleDoubleVectorLanes<D>;
    static constexpr bool is_double = false;
    static constexpr double unit = 0x1p-96, largest_size = 0x1p100;

    HWY_INLINE static Vector minus(const Vector& a, const Vector& b) {
        return {a.x + -b.x, a.y + -b.y, a.z + -b.z};
    }
    HWY_INLINE static Vector3<D> rounded(const Vector& a) { return {a.x.high, a.y.high, a.z.high}; }
    HWY_INLINE static Vector cross_of(const Vector& a, const Vector& b) {
        const auto minor = [](const Number& p, const Number& q, const Number& r, const Number& s) {
            return fast_sum<D>(p * q, -(r * s));
        };
        return {minor(a.y, b.z, a.z, b.y), minor(a.z, b.x, a.x, b.z), minor(a.x, b.y, a.y, b.x)};
    }
    HWY_INLINE static hn::Vec<D> dot_of(const Vector& a, const Vector& b) {
        return fast_sum<D>(fast_sum<D>(a.x * b.x, a.y * b.y), a.z * b.z).high;
    }
    HWY_INLINE static hn::Mask<D> equal(const Vector& a, const Vector& b) {
        const auto one = [](const Number& x, const Number& y) {
            return hn::And(hn::Eq(x.high, y.high), hn::Eq(x.low, y.low));
        };
        return hn::And(one(a.x, b.x), hn::And(one(a.y, b.y), one(a.z, b.z)));
    }
    template <class M>
    HWY_INLINE static Vector choose(M mask, const Vector& yes, const Vector& no) {
        const auto one = [mask](const Number& a, const Number& b) {
            return Number{hn::IfThenElse(mask, a.high, b.high), hn::IfThenElse(mask, a.low, b.low)};
        };
        return {one(yes.x, no.x), one(yes.y, no.y), one(yes.z, no.z)};
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
