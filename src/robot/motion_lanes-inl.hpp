// Vectors on SIMD lanes, and loading eight records into lanes. Compiled once per instruction set.
#if defined(ALLIDE_ROBOT_MOTION_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_ROBOT_MOTION_LANES_INL
#undef ALLIDE_ROBOT_MOTION_LANES_INL
#else
#define ALLIDE_ROBOT_MOTION_LANES_INL
#endif

#include "kernel/number/vector_lanes-inl.hpp"
#include "robot/point_series.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::robot {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kn = kernel::HWY_NAMESPACE;
using kn::Vector3;

template <class D>
HWY_INLINE Vector3<D> sum(const Vector3<D>& a, const Vector3<D>& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
template <class D>
HWY_INLINE Vector3<D> multiple(hn::Vec<D> factor, const Vector3<D>& a) {
    return {hn::Mul(factor, a.x), hn::Mul(factor, a.y), hn::Mul(factor, a.z)};
}
template <class D>
HWY_INLINE Vector3<D> everywhere(D d, const Vec3& v) {
    return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
}
// The product of a matrix, given by its columns, with the lanes' vectors.
template <class D>
HWY_INLINE Vector3<D> turned(D d, const std::array<Vec3, 3>& columns, const Vector3<D>& v) {
    return sum<D>(
        sum<D>(multiple<D>(v.x, everywhere(d, columns[0])), multiple<D>(v.y, everywhere(d, columns[1]))),
        multiple<D>(v.z, everywhere(d, columns[2])));
}
// The coefficient of the power k in the places of the lanes' points.
template <class D>
HWY_INLINE Vector3<D> coefficient(D d, const PointSeries& series, std::size_t k, const Vector3<D>& x) {
    return sum<D>(turned(d, series.turn[k], x), everywhere(d, series.shift[k]));
}
template <class D>
HWY_INLINE std::uint32_t bits_of(D d, hn::Mask<D> mask, std::size_t lane) {
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(d, mask, stored);
    return static_cast<std::uint32_t>(stored[0]) << lane;
}

// An even number of records of `numbers` doubles each, in columns: row i holds the i-th number of each.
template <std::size_t numbers, std::size_t records>
struct alignas(64) LaneRows {
    double rows[numbers][records];

    void set(const std::array<const double*, records>& from) {
        const hn::CappedTag<double, 2> d;
#if HWY_TARGET == HWY_SCALAR
        for (std::size_t lane = 0; lane < records; ++lane)
            for (std::size_t i = 0; i < numbers; ++i)
                hn::Store(hn::LoadU(d, from[lane] + i), d, &rows[i][lane]);
#else
        // With an odd number of rows, the last pair of rows overlaps the one before it.
        for (std::size_t lane = 0; lane < records; lane += 2)
            for (std::size_t next = 0; next < numbers; next += 2) {
                const std::size_t i = next + 1 < numbers ? next : numbers - 2;
                const auto one = hn::LoadU(d, from[lane] + i), other = hn::LoadU(d, from[lane + 1] + i);
                hn::Store(hn::InterleaveLower(d, one, other), d, &rows[i][lane]);
                hn::Store(hn::InterleaveUpper(d, one, other), d, &rows[i + 1][lane]);
            }
#endif
    }
    template <class D>
    HWY_INLINE hn::Vec<D> number(D d, std::size_t row, std::size_t lane) const {
        return hn::Load(d, &rows[row][lane]);
    }
    template <class D>
    HWY_INLINE Vector3<D> point(D d, std::size_t row, std::size_t lane) const {
        return {number(d, row, lane), number(d, row + 1, lane), number(d, row + 2, lane)};
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::robot
HWY_AFTER_NAMESPACE();

#endif
