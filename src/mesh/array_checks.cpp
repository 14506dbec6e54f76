#include "mesh/array_checks.hpp"

#include "simd/targets.hpp"

#include <bit>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/array_checks.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The bitwise AND of (index − limit) & ~index: its highest bit is set if and only if every index is below
// `limit`, which is at most 2³¹.
std::uint32_t signs_below(const std::uint32_t* index, std::size_t count, std::uint32_t limit) {
    const hn::ScalableTag<std::uint32_t> d;
    const std::size_t lanes = hn::Lanes(d);
    auto below = hn::Set(d, ~0u);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto x = hn::LoadU(d, index + i);
        below = hn::And(below, hn::AndNot(x, hn::Sub(x, hn::Set(d, limit))));
    }
    std::uint32_t out =
        hn::AllTrue(d, hn::Ne(hn::And(below, hn::Set(d, 0x80000000u)), hn::Zero(d))) ? ~0u : 0u;
    for (; i < count; ++i) out &= (index[i] - limit) & ~index[i];
    return out;
}

// Adding 1 to an exponent of ones, that of infinity and NaN, carries into the sign.
bool numbers_are_finite(const double* number, std::size_t count) {
    constexpr std::uint64_t exponent = 0x7ff0000000000000u, one = 0x0010000000000000u;
    const hn::ScalableTag<double> d;
    const hn::RebindToUnsigned<decltype(d)> bits;
    const std::size_t lanes = hn::Lanes(d);
    auto carries = hn::Zero(bits);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto x = hn::BitCast(bits, hn::LoadU(d, number + i));
        carries = hn::Or(carries, hn::Add(hn::And(x, hn::Set(bits, exponent)), hn::Set(bits, one)));
    }
    bool finite =
        hn::AllTrue(bits, hn::Eq(hn::And(carries, hn::Set(bits, ~(~std::uint64_t{0} >> 1))), hn::Zero(bits)));
    for (; i < count; ++i)
        finite = finite && ((std::bit_cast<std::uint64_t>(number[i]) & exponent) + one) >> 63 == 0;
    return finite;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::detail {
namespace {

HWY_EXPORT(signs_below);
HWY_EXPORT(numbers_are_finite);

}  // namespace

bool indices_are_below(std::span<const TriangleIndices> triangles, std::size_t count) {
    if (triangles.empty()) return true;
    if (count > 0x80000000u) return false;
    return HWY_DISPATCH_TABLE(signs_below)[simd::target_index()](
               triangles.data()->data(), 3 * triangles.size(), static_cast<std::uint32_t>(count)) >>
               31 !=
           0;
}

bool all_finite(std::span<const Vec3> points) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    return points.empty() ||
           HWY_DISPATCH_TABLE(numbers_are_finite)[simd::target_index()](&points.data()->x, 3 * points.size());
}

}  // namespace allide::detail
#endif
