// The same test in double precision with a weight beside every number, which bounds its error. An exact zero
// has none, nor has a product with one: bodies that slide on a plane or turn about an axis meet in corners
// and edges of equal height, and such zeros are certain too. docs/guarantees.md says why. Compiled once for
// each instruction set.
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
    static constexpr double unit = 0x1p-50, largest_size = 0x1p248;

    HWY_INLINE static Vector minus(const Vector& a, const Vector& b) { return subtract<D>(a, b); }
    HWY_INLINE static Vector3<D> rounded(const Vector& a) { return a; }
    HWY_INLINE static Vector cross_of(const Vector& a, const Vector& b) {
        return cross<D, RoundedOnce>(a, b);
    }
    HWY_INLINE static hn::Vec<D> dot_of(const Vector& a, const Vector& b) {
        return dot<D, RoundedOnce>(a, b);
    }
    template <class M>
    HWY_INLINE static Vector choose(M mask, const Vector& yes, const Vector& no) {
        return select<D>(mask, yes, no);
    }
};

// A vector whose components are each within κ times their weight of the true ones. What has no weight is 0,
// and so is every product with it.
template <class D, class Arithmetic>
struct Weighted {
    typename Arithmetic::Vector value;
    Vector3<D> weight;

    HWY_INLINE Weighted(const typename Arithmetic::Vector& its_value, const Vector3<D>& its_weight)
        : value(its_value), weight(its_weight) {}

    // A difference of corners; `spread` is the error on each axis divided by κ. A weight that is not 0 is so
    // large that no product of three of them vanishes.
    HWY_INLINE static Weighted difference(const typename Arithmetic::Vector& x, const Vector3<D>& spread) {
        const auto weight_of = [](hn::Vec<D> component, hn::Vec<D> error) {
            const D d;
            const auto sum = hn::Add(hn::Abs(component), error);
            return hn::IfThenElseZero(hn::Ne(sum, hn::Zero(d)), hn::Max(sum, hn::Set(d, 0x1p-250)));
        };
        const Vector3<D> r = Arithmetic::rounded(x);
        return {x, {weight_of(r.x, spread.x), weight_of(r.y, spread.y), weight_of(r.z, spread.z)}};
    }
    HWY_INLINE friend Weighted cross_product(const Weighted& a, const Weighted& b) {
        const auto sum = [](hn::Vec<D> p, hn::Vec<D> q, hn::Vec<D> r, hn::Vec<D> s) {
            return hn::MulAdd(p, q, hn::Mul(r, s));
        };
        const Vector3<D>&v = a.weight, &w = b.weight;
        return {Arithmetic::cross_of(a.value, b.value),
                {sum(v.y, w.z, v.z, w.y), sum(v.z, w.x, v.x, w.z), sum(v.x, w.y, v.y, w.x)}};
    }
};

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
    // The lone corner and the edges from it to the others, in cyclic order.
    template <class Arithmetic>
    struct Lone {
        typename Arithmetic::Vector corner, to_second, to_third;
    };
    template <class Arithmetic, class Corners>
    HWY_INLINE Lone<Arithmetic> lone(const Corners& c) const {
        const auto chosen = [this](const auto& first, const auto& second, const auto& third) {
            return Arithmetic::choose(first_alone, first, Arithmetic::choose(second_alone, second, third));
        };
        const auto corner = chosen(c[0], c[1], c[2]);
        return {corner, Arithmetic::minus(chosen(c[1], c[2], c[0]), corner),
                Arithmetic::minus(chosen(c[2], c[0], c[1]), corner)};
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

// p are A's corners and q B's, in one frame. Triangles in one plane, and those without area, are left
// undecided.
template <class Arithmetic, class D>
HWY_INLINE Decision<D> decide_certain(D d, const std::array<typename Arithmetic::Vector, 3>& p,
                                      const std::array<typename Arithmetic::Vector, 3>& q,
                                      const CornerErrors<D>& errors) {
    using A = Arithmetic;
    using Vector = typename A::Vector;
    const auto weighted = [](const Vector& x, const Vector3<D>& spread) {
        return Weighted<D, A>::difference(x, spread);
    };
    const auto size = [](const Vector& x) { return largest<D>(A::rounded(x)); };
    const Vector e1 = A::minus(p[1], p[0]), e2 = A::minus(p[2], p[0]);
    const Vector f1 = A::minus(q[1], q[0]), f2 = A::minus(q[2], q[0]);
    const Vector d0 = A::minus(q[0], p[0]), d1 = A::minus(q[1], p[0]), d2 = A::minus(q[2], p[0]);
    const auto size_d = hn::Max(size(d0), hn::Max(size(d1), size(d2)));
    const auto size_e = hn::Max(size(e1), size(e2)), size_f = hn::Max(size(f1), size(f2));
    // Corners of B against A's plane; then what has edges of B in it.
    const Unit<D> of_corners(A::unit, errors, size_d), of_edges(A::unit, errors, size_f);

    const auto p_normal = cross_product(weighted(e1, of_corners.in_a), weighted(e2, of_corners.in_a));
    const auto over_p = [&](const Vector& x) {
        return Sign<D>(p_normal, weighted(x, of_corners.between), of_corners.four_kappa);
    };
    const CertainSides<D> q_sides({over_p(d0), over_p(d1), over_p(d2)});
    const auto q_normal = cross_product(weighted(f1, of_edges.in_b), weighted(f2, of_edges.in_b));
    const auto over_q = [&](const Vector& x) {
        return Sign<D>(q_normal, weighted(A::minus(x, q[0]), of_edges.between), of_edges.four_kappa);
    };
    const CertainSides<D> p_sides({over_q(p[0]), over_q(p[1]), over_q(p[2])});
    const auto known = hn::And(hn::Le(hn::Max(of_corners.kappa, of_edges.kappa), hn::Set(d, 0x1p-10)),
                               hn::Le(hn::Max(size_e, size_d), hn::Set(d, A::largest_size)));
    const auto valid = hn::And(known, hn::And(surely_not_zero(p_normal, of_corners.four_kappa),
                                              surely_not_zero(q_normal, of_edges.four_kappa)));
    const auto parted = hn::And(valid, hn::Or(q_sides.parted, p_sides.parted));
    const auto open = hn::AndNot(parted, hn::And(valid, hn::And(q_sides.usable, p_sides.usable)));
    if (hn::AllFalse(d, open)) return {open, parted};

    // As in meet_on_line(): a triangle's edges change places where the other's lone corner lies below its
    // plane.
    const auto lone_p = p_sides.template lone<A>(p), lone_q = q_sides.template lone<A>(q);
    const auto one = hn::Xor(p_sides.lone_above, q_sides.lone_above);
    const auto gap = weighted(A::minus(lone_q.corner, lone_p.corner), of_edges.between);
    const auto compare = [&](const Vector& of_p, const Vector& of_q) {
        return Sign<D>(cross_product(gap, weighted(of_q, of_edges.in_b)), weighted(of_p, of_edges.in_a),
                       of_edges.four_kappa);
    };
    const Sign<D> second = compare(A::choose(one, lone_p.to_third, lone_p.to_second), lone_q.to_second);
    const Sign<D> third = compare(A::choose(one, lone_p.to_second, lone_p.to_third), lone_q.to_third);
    const auto either = [&p_sides](hn::Mask<D> above, hn::Mask<D> below) {
        return hn::Or(hn::And(p_sides.lone_above, above), hn::AndNot(p_sides.lone_above, below));
    };
    const auto apart = hn::Or(either(second.above, third.above), either(third.below, second.below));
    const auto together = hn::And(either(hn::Or(second.below, second.zero), hn::Or(third.below, third.zero)),
                                  either(hn::Or(third.above, third.zero), hn::Or(second.above, second.zero)));
    return {hn::And(open, together), hn::Or(parted, hn::And(open, apart))};
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
