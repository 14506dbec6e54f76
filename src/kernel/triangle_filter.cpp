// Devillers and Guigue's test on signs of determinants, "Faster triangle-triangle intersection tests" (2002),
// with every sign certain or the pair left undecided. docs/guarantees.md derives the bounds.
#include "kernel/triangle_filter.hpp"

#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/triangle_filter.cpp"
#include <hwy/foreach_target.h>  // compiles the part below once for each instruction set
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Differences of corners, small numbers even far from the origin. p are A's corners, q are B's in A's frame.
enum Row : std::size_t {
    e1 = 0,   // p1 − p0
    e2 = 3,   // p2 − p0
    d0 = 6,   // q0 − p0
    d1 = 9,   // q1 − p0
    d2 = 12,  // q2 − p0
    f1 = 15,  // q1 − q0
    f2 = 18,  // q2 − q0
    g1 = 21,  // p1 − q0
    g2 = 24,  // p2 − q0
    rows = 27
};

template <typename T>
struct alignas(64) Locals {
    std::array<std::array<T, filter_width>, rows> row;
    std::array<T, filter_width> delta;  // error of each coordinate of q
};

// The bounds' constants hold for magnitudes in [smallest, largest]: there no product of three overflows, and
// what underflows is far below the bound.
template <typename T>
struct Limits;
template <>
struct Limits<float> {
    static constexpr float unit = 0x1.00001p-24f;  // rounding to float of a difference rounded to double
    static constexpr float smallest = 0x1p-36f, largest = 0x1p36f;
};
template <>
struct Limits<double> {
    static constexpr double unit = 0x1p-53;
    static constexpr double smallest = 0x1p-300, largest = 0x1p300;
};

template <class D>
struct Vector3 {
    hn::Vec<D> x, y, z;
};

template <class D>
HWY_INLINE Vector3<D> subtract(const Vector3<D>& a, const Vector3<D>& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class D>
HWY_INLINE Vector3<D> cross(const Vector3<D>& a, const Vector3<D>& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
template <class D>
HWY_INLINE hn::Vec<D> dot(const Vector3<D>& a, const Vector3<D>& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
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

// Signs of the three corners about a plane, and which corner lies alone on its side.
template <class D>
struct Sides {
    using Mask = hn::Mask<D>;
    Mask parted;   // all three certainly on one side
    Mask certain;  // all three signs are certain
    Mask first_alone, second_alone, lone_above;

    HWY_INLINE Sides(hn::Vec<D> h0, hn::Vec<D> h1, hn::Vec<D> h2, hn::Vec<D> bound) {
        const auto above = [&](auto h) { return hn::Gt(h, bound); };
        const auto below = [&](auto h) { return hn::Lt(h, hn::Neg(bound)); };
        const Mask up0 = above(h0), up1 = above(h1), up2 = above(h2);
        const Mask down0 = below(h0), down1 = below(h1), down2 = below(h2);
        parted = hn::Or(hn::And(up0, hn::And(up1, up2)), hn::And(down0, hn::And(down1, down2)));
        certain = hn::And(hn::Or(up0, down0), hn::And(hn::Or(up1, down1), hn::Or(up2, down2)));
        first_alone = hn::Not(hn::Xor(up1, up2));
        second_alone = hn::AndNot(first_alone, hn::Not(hn::Xor(up0, up2)));
        // The lone corner's side is the one that fewer corners share.
        lone_above =
            hn::Or(hn::And(first_alone, up0),
                   hn::Or(hn::And(second_alone, up1), hn::AndNot(hn::Or(first_alone, second_alone), up2)));
    }

    // Three corners in cyclic order from the lone one, the last two exchanged where asked.
    HWY_INLINE std::array<Vector3<D>, 3> ordered(const Vector3<D>& c0, const Vector3<D>& c1,
                                                 const Vector3<D>& c2, Mask exchange) const {
        const Vector3<D> first = select<D>(first_alone, c0, select<D>(second_alone, c1, c2));
        const Vector3<D> second = select<D>(first_alone, c1, select<D>(second_alone, c2, c0));
        const Vector3<D> third = select<D>(first_alone, c2, select<D>(second_alone, c0, c1));
        return {first, select<D>(exchange, third, second), select<D>(exchange, second, third)};
    }
};

template <class D>
struct Decision {
    hn::Mask<D> touching, disjoint;
};

template <class D, typename T = hn::TFromD<D>>
HWY_INLINE Decision<D> decide(D d, const Locals<T>& in, std::size_t lane) {
    using V = hn::Vec<D>;
    const auto load = [&](std::size_t row) {
        return Vector3<D>{hn::Load(d, &in.row[row][lane]), hn::Load(d, &in.row[row + 1][lane]),
                          hn::Load(d, &in.row[row + 2][lane])};
    };
    const auto number = [&](double value) { return hn::Set(d, static_cast<T>(value)); };
    const V unit = hn::Set(d, Limits<T>::unit);
    const V delta = hn::Load(d, &in.delta[lane]);
    const Vector3<D> p1 = load(e1), p2 = load(e2), q0 = load(d0), q1 = load(d1), q2 = load(d2);
    const Vector3<D> r1 = load(f1), r2 = load(f2);
    const V size_e1 = largest<D>(p1), size_e2 = largest<D>(p2);
    const V size_f1 = largest<D>(r1), size_f2 = largest<D>(r2);
    const V reach_q0 = largest<D>(q0);
    const V reach_d = hn::Max(reach_q0, hn::Max(largest<D>(q1), largest<D>(q2)));

    // Heights of B's corners over A's plane.
    const Vector3<D> normal_p = cross<D>(p1, p2);
    const V bound_q = hn::Mul(hn::Mul(size_e1, size_e2), hn::Add(hn::Mul(hn::Mul(number(56), unit), reach_d),
                                                                 hn::Mul(number(7), delta)));
    const Sides<D> sides_q(dot<D>(normal_p, q0), dot<D>(normal_p, q1), dot<D>(normal_p, q2), bound_q);

    // Heights of A's corners over B's plane.
    const Vector3<D> normal_q = cross<D>(r1, r2);
    const Vector3<D> from_q1 = load(g1), from_q2 = load(g2);
    const V reach_g = hn::Max(reach_q0, hn::Max(largest<D>(from_q1), largest<D>(from_q2)));
    const V bound_p =
        hn::Add(hn::Mul(hn::Mul(size_f1, size_f2),
                        hn::Add(hn::Mul(hn::Mul(number(56), unit), reach_g), hn::Mul(number(7), delta))),
                hn::Mul(hn::Mul(number(13), delta), hn::Mul(reach_g, hn::Add(size_f1, size_f2))));
    const Sides<D> sides_p(hn::Neg(dot<D>(normal_q, q0)), dot<D>(normal_q, from_q1),
                           dot<D>(normal_q, from_q2), bound_p);

    const V low =
        hn::Min(hn::Min(size_e1, size_e2), hn::Min(hn::Min(size_f1, size_f2), hn::Min(reach_d, reach_g)));
    const V high =
        hn::Max(hn::Max(size_e1, size_e2), hn::Max(hn::Max(size_f1, size_f2), hn::Max(reach_d, reach_g)));
    const auto valid = hn::And(
        hn::And(hn::Ge(low, hn::Set(d, Limits<T>::smallest)), hn::Le(high, hn::Set(d, Limits<T>::largest))),
        hn::Le(delta, hn::Mul(number(0x1p-10), hn::Min(size_f1, size_f2))));
    const auto parted = hn::And(valid, hn::Or(sides_q.parted, sides_p.parted));
    const auto open = hn::AndNot(parted, hn::And(valid, hn::And(sides_q.certain, sides_p.certain)));
    if (hn::AllFalse(d, open)) return {open, parted};

    // Both triangles cross the planes' common line; compare their intervals there.
    const V zero = hn::Zero(d);
    const Vector3<D> origin{zero, zero, zero};
    const auto p = sides_p.ordered(origin, p1, p2, hn::Not(sides_q.lone_above));
    const auto q = sides_q.ordered(q0, q1, q2, hn::Not(sides_p.lone_above));
    const auto q_edges = sides_q.ordered(origin, r1, r2, hn::Not(sides_p.lone_above));
    const Vector3<D> gap = subtract<D>(q[0], p[0]);
    const V size_e = hn::Max(size_e1, size_e2), size_f = hn::Max(size_f1, size_f2),
            size_w = hn::Add(reach_d, size_e);
    const V bound = hn::Mul(
        size_e, hn::Add(hn::Mul(hn::Mul(number(280), unit), hn::Mul(size_w, size_f)),
                        hn::Mul(delta, hn::Add(hn::Mul(number(50), size_w), hn::Mul(number(26), size_f)))));
    const V start = dot<D>(subtract<D>(p[1], p[0]), cross<D>(gap, subtract<D>(q_edges[1], q_edges[0])));
    const V end = dot<D>(subtract<D>(p[2], p[0]), cross<D>(gap, subtract<D>(q_edges[2], q_edges[0])));
    const auto apart = hn::Or(hn::Gt(start, bound), hn::Lt(end, hn::Neg(bound)));
    const auto together = hn::And(hn::Lt(start, hn::Neg(bound)), hn::Gt(end, bound));
    return {hn::And(open, together), hn::Or(parted, hn::And(open, apart))};
}

// Decides all lanes with as many steps as the vectors are shorter than the batch.
template <typename T>
HWY_INLINE void decide_all(const Locals<T>& in, std::uint32_t& touching, std::uint32_t& disjoint) {
    const HWY_CAPPED(T, filter_width) d;
    for (std::size_t lane = 0; lane < filter_width; lane += hn::Lanes(d)) {
        const auto decision = decide(d, in, lane);
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, decision.touching, bits);
        touching |= static_cast<std::uint32_t>(bits[0]) << lane;
        hn::StoreMaskBits(d, decision.disjoint, bits);
        disjoint |= static_cast<std::uint32_t>(bits[0]) << lane;
    }
}

HWY_INLINE void localise(const FilterPairs& pairs, const RelativePose& b_in_a, Locals<double>& out) {
    const HWY_CAPPED(double, filter_width) d;
    using D = decltype(d);
    for (std::size_t lane = 0; lane < filter_width; lane += hn::Lanes(d)) {
        const auto load = [&](std::size_t row) {
            return Vector3<D>{hn::Load(d, &pairs.corners[row][lane]),
                              hn::Load(d, &pairs.corners[row + 1][lane]),
                              hn::Load(d, &pairs.corners[row + 2][lane])};
        };
        const auto store = [&](Row row, const Vector3<D>& v) {
            hn::Store(v.x, d, &out.row[row][lane]);
            hn::Store(v.y, d, &out.row[row + 1][lane]);
            hn::Store(v.z, d, &out.row[row + 2][lane]);
        };
        const Vector3<D> p0 = load(0), p1 = load(3), p2 = load(6);
        Vector3<D> q0 = load(9), q1 = load(12), q2 = load(15);
        auto delta = hn::Zero(d);
        if (!b_in_a.identical) {
            const auto norm = hn::Max(sum_of_magnitudes<D>(q0),
                                      hn::Max(sum_of_magnitudes<D>(q1), sum_of_magnitudes<D>(q2)));
            delta = hn::Add(hn::Mul(hn::Set(d, 40 * 0x1p-53), hn::Add(norm, hn::Set(d, b_in_a.offset_norm))),
                            hn::Set(d, 0x1p-1060));
            const auto& r = b_in_a.rotation;
            const auto& t = b_in_a.translation;
            const auto row = [&](const Vector3<D>& v, std::size_t i, double shift) {
                const Vector3<D> weights{hn::Set(d, r[i]), hn::Set(d, r[i + 1]), hn::Set(d, r[i + 2])};
                return hn::Add(dot<D>(weights, v), hn::Set(d, shift));
            };
            const auto map = [&](const Vector3<D>& v) {
                return Vector3<D>{row(v, 0, t.x), row(v, 3, t.y), row(v, 6, t.z)};
            };
            q0 = map(q0);
            q1 = map(q1);
            q2 = map(q2);
        }
        hn::Store(delta, d, &out.delta[lane]);
        store(e1, subtract<D>(p1, p0));
        store(e2, subtract<D>(p2, p0));
        store(d0, subtract<D>(q0, p0));
        store(d1, subtract<D>(q1, p0));
        store(d2, subtract<D>(q2, p0));
        store(f1, subtract<D>(q1, q0));
        store(f2, subtract<D>(q2, q0));
        store(g1, subtract<D>(p1, q0));
        store(g2, subtract<D>(p2, q0));
    }
}

HWY_INLINE void narrow(const Locals<double>& from, Locals<float>& to) {
    const HWY_CAPPED(double, filter_width) d;
    const hn::Rebind<float, decltype(d)> half;  // as many floats as the doubles that are converted
    for (std::size_t lane = 0; lane < filter_width; lane += hn::Lanes(d)) {
        for (std::size_t row = 0; row < rows; ++row)
            hn::Store(hn::DemoteTo(half, hn::Load(d, &from.row[row][lane])), half, &to.row[row][lane]);
        // Rounded up, as an error bound must be.
        const auto above = hn::Mul(hn::Load(d, &from.delta[lane]), hn::Set(d, 1 + 0x1p-20));
        hn::Store(hn::Add(hn::DemoteTo(half, above), hn::Set(half, 0x1p-120f)), half, &to.delta[lane]);
    }
}

FilterVerdicts filter(const FilterPairs& pairs, const RelativePose& b_in_a) {
    Locals<double> exact_enough;
    Locals<float> rough;
    localise(pairs, b_in_a, exact_enough);
    narrow(exact_enough, rough);
    FilterVerdicts verdicts;
    decide_all(rough, verdicts.touching, verdicts.disjoint);
    verdicts.needed_double = ((1u << filter_width) - 1) & ~(verdicts.touching | verdicts.disjoint);
    if (verdicts.needed_double != 0) decide_all(exact_enough, verdicts.touching, verdicts.disjoint);
    return verdicts;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::kernel {

HWY_EXPORT(filter);

FilterVerdicts filter_pairs(const FilterPairs& pairs, const RelativePose& b_in_a) {
    return HWY_DISPATCH_TABLE(filter)[simd::target_index()](pairs, b_in_a);
}

}  // namespace allide::kernel
#endif
