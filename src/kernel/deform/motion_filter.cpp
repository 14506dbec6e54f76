#include "kernel/deform/motion_filter.hpp"

#include "kernel/deform/motion_differences.hpp"
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/deform/motion_filter.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernel/number/vector_lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct LaneQueries {
    D d;
    const MotionQueries& from;
    std::size_t lane;

    HWY_INLINE hn::Vec<D> row(std::size_t i) const { return hn::Load(d, &from.rows[i][lane]); }
    HWY_INLINE Vector3<D> point(std::size_t i) const { return {row(3 * i), row(3 * i + 1), row(3 * i + 2)}; }
    HWY_INLINE Vector3<D> gap(std::size_t to, std::size_t from_point) const {
        return subtract<D>(point(to), point(from_point));
    }
};

// Lanes in which the features are strictly ordered along axis k at both ends of the motion.
template <class D>
HWY_INLINE hn::Mask<D> ordered(FeatureKind kind, const LaneQueries<D>& q, std::size_t k) {
    hn::Vec<D> a_low[2], a_high[2], b_low[2], b_high[2];
    for (std::size_t end = 0; end < 2; ++end) {
        const auto x = [&](std::size_t i) { return q.row(3 * (4 * end + i) + k); };
        b_low[end] = hn::Min(x(2), x(3));
        b_high[end] = hn::Max(x(2), x(3));
        if (kind == FeatureKind::vertex_face) {
            a_low[end] = a_high[end] = x(0);
            b_low[end] = hn::Min(b_low[end], x(1));
            b_high[end] = hn::Max(b_high[end], x(1));
        } else {
            a_low[end] = hn::Min(x(0), x(1));
            a_high[end] = hn::Max(x(0), x(1));
        }
    }
    return hn::Or(hn::And(hn::Lt(a_high[0], b_low[0]), hn::Lt(a_high[1], b_low[1])),
                  hn::And(hn::Gt(a_low[0], b_high[0]), hn::Gt(a_low[1], b_high[1])));
}

// Lanes in which all coefficients of the cubic certainly have the same sign. Valid only where in_range() is
// true.
template <class D>
HWY_INLINE hn::Mask<D> one_sign(FeatureKind kind, const LaneQueries<D>& q) {
    const D d = q.d;
    const bool face = kind == FeatureKind::vertex_face;
    Vector3<D> a[3], b[3];
    for (std::size_t end = 0; end < 2; ++end) {
        Vector3<D>* const v = end == 0 ? a : b;
        const std::size_t at = 4 * end;
        v[0] = face ? q.gap(at + 1, at) : q.gap(at + 2, at);
        v[1] = face ? q.gap(at + 2, at) : q.gap(at + 1, at);
        v[2] = face ? q.gap(at + 3, at) : q.gap(at + 3, at + 2);
    }
    const auto m = [&](std::size_t i) { return hn::Max(largest<D>(a[i]), largest<D>(b[i])); };
    const auto volume = hn::Mul(hn::Mul(m(0), m(1)), m(2));
    const auto error = hn::Add(hn::Mul(hn::Set(d, 240 * 0x1p-53), volume), hn::Set(d, 4 * cubic_floor));
    const Vector3<D> at_start = cross<D>(a[1], a[2]), at_end = cross<D>(b[1], b[2]);
    const Vector3<D> one = cross<D>(a[1], b[2]), other = cross<D>(b[1], a[2]);
    const Vector3<D> mixed{hn::Add(one.x, other.x), hn::Add(one.y, other.y), hn::Add(one.z, other.z)};
    const auto c0 = dot<D>(a[0], at_start), c3 = dot<D>(b[0], at_end);
    const auto c1 = hn::Add(dot<D>(b[0], at_start), dot<D>(a[0], mixed));
    const auto c2 = hn::Add(dot<D>(a[0], at_end), dot<D>(b[0], mixed));
    const auto low = hn::Min(hn::Min(c0, c1), hn::Min(c2, c3));
    const auto high = hn::Max(hn::Max(c0, c1), hn::Max(c2, c3));
    return hn::Or(hn::Gt(low, error), hn::Lt(high, hn::Neg(error)));
}

template <class D>
HWY_INLINE hn::Mask<D> in_range(const LaneQueries<D>& q) {
    auto most = hn::Abs(q.row(0));
    for (std::size_t i = 1; i < 24; ++i) most = hn::Max(most, hn::Abs(q.row(i)));
    return hn::And(hn::Ge(most, hn::Set(q.d, smallest_extent)), hn::Le(most, hn::Set(q.d, largest_extent)));
}

MotionFilterVerdicts filter_lanes(FeatureKind kind, const MotionQueries& queries, std::size_t count) {
    const HWY_CAPPED(double, motion_filter_width) d;
    using D = std::remove_const_t<decltype(d)>;
    MotionFilterVerdicts verdicts;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        const LaneQueries<D> q{d, queries, lane};
        const auto bits = [&](hn::Mask<D> mask) {
            std::uint8_t stored[8] = {};
            hn::StoreMaskBits(d, mask, stored);
            return static_cast<std::uint32_t>(stored[0]) << lane;
        };
        const auto apart =
            hn::Or(hn::Or(ordered<D>(kind, q, 0), ordered<D>(kind, q, 1)), ordered<D>(kind, q, 2));
        verdicts.ordered |= bits(apart);
        if (hn::AllTrue(d, apart)) continue;
        verdicts.clear |= bits(hn::And(one_sign<D>(kind, q), in_range<D>(q)));
    }
    const std::uint32_t used = (1u << count) - 1;
    verdicts.ordered &= used;
    verdicts.clear = (verdicts.clear & used) | verdicts.ordered;
    return verdicts;
}

// Eight queries of 24 numbers become 24 rows of eight. True if all numbers are finite.
bool transpose_lanes(const double* from, MotionQueries& to) {
    const hn::CappedTag<double, 2> d;
    auto not_finite = hn::Zero(d);  // becomes NaN: x − x is 0 only for a finite x
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t lane = 0; lane < motion_filter_width; ++lane)
        for (std::size_t i = 0; i < 24; ++i) {
            const auto x = hn::Load(d, from + 24 * lane + i);
            not_finite = hn::Or(not_finite, hn::Sub(x, x));
            hn::Store(x, d, &to.rows[i][lane]);
        }
#else
    for (std::size_t lane = 0; lane < motion_filter_width; lane += 2)
        for (std::size_t i = 0; i < 24; i += 2) {
            const double* const pair = from + 24 * lane + i;
            const auto one = hn::LoadU(d, pair), other = hn::LoadU(d, pair + 24);
            not_finite = hn::Or(not_finite, hn::Or(hn::Sub(one, one), hn::Sub(other, other)));
            hn::Store(hn::InterleaveLower(d, one, other), d, &to.rows[i][lane]);
            hn::Store(hn::InterleaveUpper(d, one, other), d, &to.rows[i + 1][lane]);
        }
#endif
    return hn::AllTrue(d, hn::Eq(not_finite, hn::Zero(d)));
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::kernel {

HWY_EXPORT(filter_lanes);
HWY_EXPORT(transpose_lanes);

static_assert(sizeof(EightPoints) == 24 * sizeof(double));

bool load_motions(const EightPoints* queries, MotionQueries& lanes) {
    return HWY_DISPATCH_TABLE(transpose_lanes)[simd::target_index()](&queries->front().x, lanes);
}

MotionFilterVerdicts filter_motions(FeatureKind kind, const MotionQueries& queries, std::size_t count) {
    return HWY_DISPATCH_TABLE(filter_lanes)[simd::target_index()](kind, queries, count);
}

}  // namespace allide::kernel
#endif
