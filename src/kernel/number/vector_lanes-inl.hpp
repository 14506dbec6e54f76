// Three-component vectors on SIMD lanes, and two policies for rounding their products. Compiled once per
// instruction set.
#if defined(ALLIDE_KERNEL_VECTOR_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_VECTOR_LANES_INL
#undef ALLIDE_KERNEL_VECTOR_LANES_INL
#else
#define ALLIDE_KERNEL_VECTOR_LANES_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct Vector3 {
    hn::Vec<D> x, y, z;
};

template <class D>
HWY_INLINE Vector3<D> subtract(const Vector3<D>& a, const Vector3<D>& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class D>
HWY_INLINE Vector3<D> negative(const Vector3<D>& a) {
    return {hn::Neg(a.x), hn::Neg(a.y), hn::Neg(a.z)};
}
// Rounding policies for a b + c. RoundedTwice rounds the product and the sum, and gives the same bits on
// every machine. RoundedOnce uses a fused multiply-add where the machine has one: faster, and its error is no
// larger, but machines then differ in which cases stay undecided. So RoundedOnce is only for questions whose
// final answer does not depend on which stage decided.
struct RoundedTwice {
    // sum() is a b + c, difference() is a b − c, rest() is c − a b.
    template <class V>
    HWY_INLINE static V sum(V a, V b, V c) {
        return hn::Add(hn::Mul(a, b), c);
    }
    template <class V>
    HWY_INLINE static V difference(V a, V b, V c) {
        return hn::Sub(hn::Mul(a, b), c);
    }
    template <class V>
    HWY_INLINE static V rest(V a, V b, V c) {
        return hn::Sub(c, hn::Mul(a, b));
    }
    // Dot product of x and y, plus c. The order of the sums keeps the chain of dependent operations short.
    template <class V>
    HWY_INLINE static V dot_plus(V x0, V y0, V x1, V y1, V x2, V y2, V c) {
        return hn::Add(hn::Add(hn::Add(hn::Mul(x0, y0), hn::Mul(x1, y1)), hn::Mul(x2, y2)), c);
    }
};
struct RoundedOnce {
    template <class V>
    HWY_INLINE static V sum(V a, V b, V c) {
        return hn::MulAdd(a, b, c);
    }
    template <class V>
    HWY_INLINE static V difference(V a, V b, V c) {
        return hn::MulSub(a, b, c);
    }
    template <class V>
    HWY_INLINE static V rest(V a, V b, V c) {
        return hn::NegMulAdd(a, b, c);
    }
    template <class V>
    HWY_INLINE static V dot_plus(V x0, V y0, V x1, V y1, V x2, V y2, V c) {
        return hn::MulAdd(x0, y0, hn::MulAdd(x1, y1, hn::MulAdd(x2, y2, c)));
    }
};

template <class D, class Rounding = RoundedTwice>
HWY_INLINE Vector3<D> cross(const Vector3<D>& a, const Vector3<D>& b) {
    return {Rounding::difference(a.y, b.z, hn::Mul(a.z, b.y)),
            Rounding::difference(a.z, b.x, hn::Mul(a.x, b.z)),
            Rounding::difference(a.x, b.y, hn::Mul(a.y, b.x))};
}
template <class D, class Rounding = RoundedTwice>
HWY_INLINE hn::Vec<D> dot(const Vector3<D>& a, const Vector3<D>& b) {
    return Rounding::sum(a.z, b.z, Rounding::sum(a.y, b.y, hn::Mul(a.x, b.x)));
}
template <class D>
HWY_INLINE hn::Vec<D> largest(const Vector3<D>& a) {
    return hn::Max(hn::Max(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}
template <class D>
HWY_INLINE hn::Vec<D> sum_of_magnitudes(const Vector3<D>& a) {
    return hn::Add(hn::Add(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}
template <class D, class M>
HWY_INLINE Vector3<D> select(M mask, const Vector3<D>& yes, const Vector3<D>& no) {
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
            hn::IfThenElse(mask, yes.z, no.z)};
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
