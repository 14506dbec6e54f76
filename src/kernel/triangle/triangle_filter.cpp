#include "kernel/triangle/triangle_filter.hpp"

#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/triangle/triangle_filter.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernel/triangle/double_filter-inl.hpp"
#include "kernel/triangle/float_filter-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The largest number of doubles per vector. Longer vectors do not pay, because often only one pair is tested.
constexpr std::size_t few = 4;

// Row numbers of the vectors in Differences, where p are A's corners and q are B's.
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
    std::array<T, filter_width> delta;  // error bound of each coordinate of q
};

template <class D, typename T = hn::TFromD<D>>
HWY_INLINE Differences<D> loaded(D d, const Locals<T>& in, std::size_t lane) {
    const auto load = [&](std::size_t row) {
        return Vector3<D>{hn::Load(d, &in.row[row][lane]), hn::Load(d, &in.row[row + 1][lane]),
                          hn::Load(d, &in.row[row + 2][lane])};
    };
    // A's corners have no error.
    return {load(e1),
            load(e2),
            load(d0),
            load(d1),
            load(d2),
            load(f1),
            load(f2),
            load(g1),
            load(g2),
            hn::Zero(d),
            hn::Load(d, &in.delta[lane])};
}

// Decides all lanes, one vector at a time. If there are few pairs, the vectors are only as long as those that
// narrow() stored: a longer load would have to wait for two stores.
template <std::size_t Width>
HWY_INLINE void decide_all(const Locals<float>& in, std::size_t count, FilterVerdicts& verdicts) {
    const HWY_CAPPED(float, Width) d;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d))
        add_bits(d, decide(d, loaded(d, in, lane)), lane, verdicts.touching, verdicts.disjoint);
}

HWY_INLINE void localise(const FilterPairs& pairs, std::size_t count, const RelativePose& b_in_a,
                         Locals<double>& out) {
    const HWY_CAPPED(double, few) d;
    using D = decltype(d);
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
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

HWY_INLINE void narrow(const Locals<double>& from, std::size_t count, Locals<float>& to) {
    const HWY_CAPPED(double, few) d;
    const hn::Rebind<float, decltype(d)> half;  // as many floats as the doubles that are converted
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        for (std::size_t row = 0; row < rows; ++row)
            hn::Store(hn::DemoteTo(half, hn::Load(d, &from.row[row][lane])), half, &to.row[row][lane]);
        // The error bound is rounded up, so that it stays an upper bound.
        const auto above = hn::Mul(hn::Load(d, &from.delta[lane]), hn::Set(d, 1 + 0x1p-20));
        hn::Store(hn::Add(hn::DemoteTo(half, above), hn::Set(half, 0x1p-120f)), half, &to.delta[lane]);
    }
}

// Maps B's corners into A's frame; returns their error bounds, usually 0 on an axis that is only translated.
template <class D>
HWY_INLINE CornerErrors<D> map_corners(D d, std::array<Vector3<D>, 3>& x, const RelativePose& b_in_a) {
    CornerErrors<D> errors{hn::Zero(d), CornerErrors<D>::no_axis(), CornerErrors<D>::no_axis()};
    if (b_in_a.identical) return errors;
    const auto norm =
        hn::Max(sum_of_magnitudes<D>(x[0]), hn::Max(sum_of_magnitudes<D>(x[1]), sum_of_magnitudes<D>(x[2])));
    errors.error = hn::Add(hn::Mul(hn::Set(d, 40 * 0x1p-53), hn::Add(norm, hn::Set(d, b_in_a.offset_norm))),
                           hn::Set(d, 0x1p-1060));
    const Vec3& shift = b_in_a.translation;
    const std::array<Vector3<D>, 3> from = x;
    const auto map = [&](std::size_t k, double offset, auto component) {
        const double* const r = &b_in_a.rotation[3 * k];
        const Vector3<D> row{hn::Set(d, r[0]), hn::Set(d, r[1]), hn::Set(d, r[2])};
        const bool exact = b_in_a.exact_axis[k];
        auto left_over = hn::Zero(d);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto rotated = dot<D>(row, from[i]), moved = hn::Add(rotated, hn::Set(d, offset));
            if (exact) left_over = hn::Or(left_over, rest_of_sum(rotated, hn::Set(d, offset), moved));
            x[i].*component = moved;
        }
        // The bitwise or of several rounding errors may be a NaN, which compares unequal to 0, as it should.
        errors.rough_q[k] = exact ? hn::Not(hn::Eq(left_over, hn::Zero(d))) : hn::Not(errors.rough_p[k]);
    };
    map(0, shift.x, &Vector3<D>::x);
    map(1, shift.y, &Vector3<D>::y);
    map(2, shift.z, &Vector3<D>::z);
    return errors;
}

template <std::size_t Width>
HWY_INLINE void decide_all_in_double(const FilterPairs& pairs, std::size_t count, const RelativePose& b_in_a,
                                     FilterVerdicts& verdicts) {
    const HWY_CAPPED(double, Width) d;
    using D = std::remove_const_t<decltype(d)>;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        const auto corner = [&](std::size_t row) {
            return Vector3<D>{hn::Load(d, &pairs.corners[row][lane]),
                              hn::Load(d, &pairs.corners[row + 1][lane]),
                              hn::Load(d, &pairs.corners[row + 2][lane])};
        };
        const std::array<Vector3<D>, 3> p{corner(0), corner(3), corner(6)};
        std::array<Vector3<D>, 3> q{corner(9), corner(12), corner(15)};
        const CornerErrors<D> errors = map_corners<D>(d, q, b_in_a);
        add_bits(d, BoundedTriangleTest<DoubleArithmetic<D>, D>(p, q, errors).decide(), lane,
                 verdicts.touching, verdicts.disjoint);
    }
}

FilterVerdicts filter(const FilterPairs& pairs, std::size_t count, const RelativePose& b_in_a,
                      FilterFrom from) {
    FilterVerdicts verdicts;
    if (from == FilterFrom::single_precision) {
        Locals<double> exact_enough;
        Locals<float> rough;
        localise(pairs, count, b_in_a, exact_enough);
        narrow(exact_enough, count, rough);
        if (count <= few)
            decide_all<few>(rough, count, verdicts);
        else
            decide_all<filter_width>(rough, count, verdicts);
    }
    verdicts.needed_double = ((1u << count) - 1) & ~(verdicts.touching | verdicts.disjoint);
    if (verdicts.needed_double == 0) return verdicts;
    if (count <= few)
        decide_all_in_double<few>(pairs, count, b_in_a, verdicts);
    else
        decide_all_in_double<filter_width>(pairs, count, b_in_a, verdicts);
    return verdicts;
}

Verdict filter_single(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                      const RelativePose& b_in_a) {
    const HWY_CAPPED(double, 1) d;
    using D = std::remove_const_t<decltype(d)>;
    std::array<Vec3, 3> q = b;
    double norm = 0;
    for (Vec3& x : q) {
        norm = std::max(norm, std::abs(x.x) + std::abs(x.y) + std::abs(x.z));
        if (!b_in_a.identical) x = b_in_a.map(x);
    }
    const auto from = [d](const Vec3& x, const Vec3& y) {
        return Vector3<D>{hn::Set(d, y.x - x.x), hn::Set(d, y.y - x.y), hn::Set(d, y.z - x.z)};
    };
    const Decision<D> decision = decide(d, Differences<D>{.e1 = from(a[0], a[1]),
                                                          .e2 = from(a[0], a[2]),
                                                          .d0 = from(a[0], q[0]),
                                                          .d1 = from(a[0], q[1]),
                                                          .d2 = from(a[0], q[2]),
                                                          .f1 = from(q[0], q[1]),
                                                          .f2 = from(q[0], q[2]),
                                                          .g1 = from(q[0], a[1]),
                                                          .g2 = from(q[0], a[2]),
                                                          .delta_p = hn::Zero(d),
                                                          .delta_q = hn::Set(d, b_in_a.map_error(norm))});
    if (hn::AllTrue(d, decision.touching)) return Verdict::touching;
    return hn::AllTrue(d, decision.disjoint) ? Verdict::disjoint : Verdict::undecided;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::kernel {

HWY_EXPORT(filter);
HWY_EXPORT(filter_single);

Verdict filter_one(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, const RelativePose& b_in_a) {
    return HWY_DISPATCH_TABLE(filter_single)[simd::target_index()](a, b, b_in_a);
}

FilterVerdicts filter_pairs(const FilterPairs& pairs, std::size_t count, const RelativePose& b_in_a,
                            FilterFrom from) {
    return HWY_DISPATCH_TABLE(filter)[simd::target_index()](pairs, count, b_in_a, from);
}

}  // namespace allide::kernel
#endif
