// The triangle test of Devillers and Guigue on signs of determinants, "Faster triangle-triangle intersection
// tests" (2002), on SIMD lanes in any precision. A pair is decided only by signs that the error bound proves;
// otherwise it stays undecided. docs/guarantees.md derives the bounds. Compiled once per instruction set.
#if defined(ALLIDE_KERNEL_FLOAT_FILTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_FLOAT_FILTER_INL
#undef ALLIDE_KERNEL_FLOAT_FILTER_INL
#else
#define ALLIDE_KERNEL_FLOAT_FILTER_INL
#endif

#include "kernel/number/vector_lanes-inl.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The constants of the error bounds hold for magnitudes in [smallest, largest]: no product of three such
// numbers overflows, and underflow errors are far below the bounds.
struct Limits {
    // Relative error of a difference that was rounded to double and then to float.
    static constexpr float unit = 0x1.00001p-24f;
    static constexpr float smallest = 0x1p-36f, largest = 0x1p36f;
};

// The signs of the heights of a triangle's three corners over a plane, and the lone corner: the one that is
// alone on its side of the plane.
template <class D>
struct Sides {
    using Mask = hn::Mask<D>;
    Mask separated;  // all three are proven to lie on one side: the plane separates the triangles
    Mask proven;     // all three signs are proven
    // Meaningful where all signs are proven and not all equal. `others_separated`: the second and third
    // corners are on different sides; `ends_separated`: the first and third are. The lone corner is the first
    // if the others are on one side; otherwise the third if the ends are on different sides; otherwise the
    // second. The product of the three signs is the sign of the lone corner (`lone_above`).
    Mask others_separated, ends_separated, lone_above;

    HWY_INLINE Sides(hn::Vec<D> h0, hn::Vec<D> h1, hn::Vec<D> h2, hn::Vec<D> bound) {
        const auto lowest = hn::Min(h0, hn::Min(h1, h2)), highest = hn::Max(h0, hn::Max(h1, h2));
        separated = hn::Or(hn::Gt(lowest, bound), hn::Lt(highest, hn::Neg(bound)));
        proven = hn::Gt(hn::Min(hn::Abs(h0), hn::Min(hn::Abs(h1), hn::Abs(h2))), bound);
        const auto zero = hn::Zero(D());
        const Mask up0 = hn::Gt(h0, zero), up1 = hn::Gt(h1, zero), up2 = hn::Gt(h2, zero);
        others_separated = hn::Xor(up1, up2);
        ends_separated = hn::Xor(up0, up2);
        lone_above = hn::Xor(up0, others_separated);
    }

    // Selects the lone corner's value out of the values of the three corners.
    HWY_INLINE Vector3<D> chosen(const Vector3<D>& first, const Vector3<D>& second,
                                 const Vector3<D>& third) const {
        return select<D>(others_separated, select<D>(ends_separated, third, second), first);
    }
    // The lone corner and the edges from it to the other two, in cyclic order. Edge k runs from corner k to
    // the next.
    struct LoneCorner {
        Vector3<D> corner, to_second, to_third;
    };
    HWY_INLINE LoneCorner lone(const std::array<Vector3<D>, 3>& corner,
                               const std::array<Vector3<D>, 3>& edge) const {
        return {chosen(corner[0], corner[1], corner[2]), chosen(edge[0], edge[1], edge[2]),
                negative<D>(chosen(edge[2], edge[0], edge[1]))};
    }
    // The same, with the edges computed as differences of corners.
    HWY_INLINE LoneCorner lone(const std::array<Vector3<D>, 3>& corner) const {
        const Vector3<D> first = chosen(corner[0], corner[1], corner[2]);
        return {first, subtract<D>(chosen(corner[1], corner[2], corner[0]), first),
                subtract<D>(chosen(corner[2], corner[0], corner[1]), first)};
    }
};

// Proven verdicts per lane; a lane in neither mask is undecided.
template <class D>
struct Decision {
    hn::Mask<D> touching, disjoint;
};

// For two triangles each of which crosses the other's plane. Each covers an interval of the line in which the
// planes intersect; the intervals' ends are where the edges from the lone corner cross the line. The
// triangles touch if and only if the intervals overlap. `gap` leads from p's lone corner to q's; p_above and
// q_above say whether the lone corner lies above the other triangle's plane. Where q's lone corner lies below
// p's plane, p's two edges are exchanged, and vice versa, as in interval_order() of exact_triangles.hpp.
template <class D, class Rounding = RoundedTwice, class LoneCorner>
HWY_INLINE Decision<D> meet_on_line(const LoneCorner& p, const LoneCorner& q, hn::Mask<D> p_above,
                                    hn::Mask<D> q_above, const Vector3<D>& gap, hn::Vec<D> bound) {
    // Exchanging the edges of both triangles only swaps the two products. Exchanging q's edges alone gives
    // the products of exchanging p's alone, swapped. So at most p's edges are exchanged here, and p_above
    // decides the order of the products.
    const auto one = hn::Xor(p_above, q_above);
    const auto second =
        dot<D, Rounding>(select<D>(one, p.to_third, p.to_second), cross<D, Rounding>(gap, q.to_second));
    const auto third =
        dot<D, Rounding>(select<D>(one, p.to_second, p.to_third), cross<D, Rounding>(gap, q.to_third));
    const auto start = hn::IfThenElse(p_above, second, third), end = hn::IfThenElse(p_above, third, second);
    return {hn::And(hn::Lt(start, hn::Neg(bound)), hn::Gt(end, bound)),
            hn::Or(hn::Gt(start, bound), hn::Lt(end, hn::Neg(bound)))};
}

// Sets the verdict bits of the pairs in one vector, the first of which is pair number `lane`.
template <class D>
HWY_INLINE void add_bits(D d, const Decision<D>& decision, std::size_t lane, std::uint32_t& touching,
                         std::uint32_t& disjoint) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, decision.touching, bits);
    touching |= (bits[0] | static_cast<std::uint32_t>(bits[1]) << 8) << lane;
    hn::StoreMaskBits(d, decision.disjoint, bits);
    disjoint |= (bits[0] | static_cast<std::uint32_t>(bits[1]) << 8) << lane;
}

// Differences of corners in A's frame. They are small even if the models are far from the origin. p are
// A's corners, q are B's.
template <class D>
struct Differences {
    Vector3<D> e1, e2;      // p1 − p0, p2 − p0
    Vector3<D> d0, d1, d2;  // q0 − p0, q1 − p0, q2 − p0
    Vector3<D> f1, f2;      // q1 − q0, q2 − q0
    Vector3<D> g1, g2;      // p1 − q0, p2 − q0
    hn::Vec<D> delta_p;     // error bound of each coordinate of p
    hn::Vec<D> delta_q;     // error bound of each coordinate of q
};

// The test in the precision of D, with the error bounds of single precision.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE Decision<D> decide(D d, const Differences<D>& in) {
    using V = hn::Vec<D>;
    const auto number = [&](double value) { return hn::Set(d, static_cast<T>(value)); };
    const V unit = hn::Set(d, Limits::unit);
    const V delta_p = in.delta_p, delta_q = in.delta_q, delta = hn::Add(delta_p, delta_q);
    const Vector3<D>&p1 = in.e1, &p2 = in.e2, &q0 = in.d0, &q1 = in.d1, &q2 = in.d2, &r1 = in.f1, &r2 = in.f2;
    const V size_e1 = largest<D>(p1), size_e2 = largest<D>(p2);
    const V size_f1 = largest<D>(r1), size_f2 = largest<D>(r2);
    const V reach_q0 = largest<D>(q0);
    const V reach_d = hn::Max(reach_q0, hn::Max(largest<D>(q1), largest<D>(q2)));

    // Heights of B's corners over A's plane.
    const Vector3<D> normal_p = cross<D>(p1, p2);
    const V bound_q =
        hn::Add(hn::Mul(hn::Mul(size_e1, size_e2),
                        hn::Add(hn::Mul(hn::Mul(number(56), unit), reach_d), hn::Mul(number(7), delta))),
                hn::Mul(hn::Mul(number(13), delta_p), hn::Mul(reach_d, hn::Add(size_e1, size_e2))));
    const Sides<D> sides_q(dot<D>(normal_p, q0), dot<D>(normal_p, q1), dot<D>(normal_p, q2), bound_q);

    // Heights of A's corners over B's plane.
    const Vector3<D> normal_q = cross<D>(r1, r2);
    const Vector3<D>&from_q1 = in.g1, &from_q2 = in.g2;
    const V reach_g = hn::Max(reach_q0, hn::Max(largest<D>(from_q1), largest<D>(from_q2)));
    const V bound_p =
        hn::Add(hn::Mul(hn::Mul(size_f1, size_f2),
                        hn::Add(hn::Mul(hn::Mul(number(56), unit), reach_g), hn::Mul(number(7), delta))),
                hn::Mul(hn::Mul(number(13), delta_q), hn::Mul(reach_g, hn::Add(size_f1, size_f2))));
    const Sides<D> sides_p(hn::Neg(dot<D>(normal_q, q0)), dot<D>(normal_q, from_q1),
                           dot<D>(normal_q, from_q2), bound_p);

    const V low =
        hn::Min(hn::Min(size_e1, size_e2), hn::Min(hn::Min(size_f1, size_f2), hn::Min(reach_d, reach_g)));
    const V high =
        hn::Max(hn::Max(size_e1, size_e2), hn::Max(hn::Max(size_f1, size_f2), hn::Max(reach_d, reach_g)));
    const auto valid =
        hn::And(hn::And(hn::Ge(low, hn::Set(d, Limits::smallest)), hn::Le(high, hn::Set(d, Limits::largest))),
                hn::And(hn::Le(delta_q, hn::Mul(number(0x1p-10), hn::Min(size_f1, size_f2))),
                        hn::Le(delta_p, hn::Mul(number(0x1p-10), hn::Min(size_e1, size_e2)))));
    const auto separated = hn::And(valid, hn::Or(sides_q.separated, sides_p.separated));
    const auto open = hn::AndNot(separated, hn::And(valid, hn::And(sides_q.proven, sides_p.proven)));
    if (hn::AllFalse(d, open)) return {open, separated};

    const V zero = hn::Zero(d);
    const Vector3<D> origin{zero, zero, zero};
    const auto p = sides_p.lone({origin, p1, p2}, {p1, subtract<D>(p2, p1), negative<D>(p2)});
    const auto q = sides_q.lone({q0, q1, q2}, {r1, subtract<D>(r2, r1), negative<D>(r2)});
    const V size_e = hn::Max(size_e1, size_e2), size_f = hn::Max(size_f1, size_f2),
            size_w = hn::Add(reach_d, size_e);
    const V bound =
        hn::Add(hn::Mul(size_e, hn::Add(hn::Mul(hn::Mul(number(280), unit), hn::Mul(size_w, size_f)),
                                        hn::Add(hn::Mul(hn::Mul(number(50), delta_q), size_w),
                                                hn::Mul(hn::Mul(number(26), delta), size_f)))),
                hn::Mul(hn::Mul(number(50), delta_p), hn::Mul(size_w, size_f)));
    const Decision<D> line =
        meet_on_line<D>(p, q, sides_p.lone_above, sides_q.lone_above, subtract<D>(q.corner, p.corner), bound);
    return {hn::And(open, line.touching), hn::Or(separated, hn::And(open, line.disjoint))};
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
