#include "kernel/triangle/double_double_filter.hpp"

#include "kernel/number/double_double.hpp"
#include "simd/targets.hpp"

#include <array>
#include <cmath>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/triangle/double_double_filter.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernel/triangle/double_filter-inl.hpp"
#include "kernel/number/double_double_lanes-inl.hpp"
// clang-format on

#ifndef ALLIDE_KERNEL_DOUBLE_DOUBLE_POSES
#define ALLIDE_KERNEL_DOUBLE_DOUBLE_POSES
namespace allide::kernel {

// One row of a pose: a world coordinate is the dot product of the weights with the point, plus the offset.
struct DoubleDoubleRow {
    std::array<double, 3> weights;
    DoubleDouble offset;
    bool exact;  // true if the coordinate is ± one coordinate of the point plus a double

    DoubleDoubleRow(const double* row, const DoubleDouble& its_offset)
        : weights{row[0], row[1], row[2]}, offset(its_offset) {
        int entries = 0, ones = 0;
        for (const double weight : weights) entries += weight != 0, ones += std::abs(weight) == 1;
        exact = entries == 1 && ones == 1 && offset.low == 0;
    }
};

// Both poses in a world translated so that A's offset is 0, which changes no contact.
struct DoubleDoublePoses {
    std::array<DoubleDoubleRow, 3> a, b;
    double offset_norm;

    DoubleDoublePoses(const Pose& pose_a, const Pose& pose_b)
        : DoubleDoublePoses(pose_a.matrix().data(), pose_b.matrix().data()) {}

    bool all_exact() const {
        return a[0].exact && a[1].exact && a[2].exact && b[0].exact && b[1].exact && b[2].exact;
    }

  private:
    DoubleDoublePoses(const double* m, const double* n)
        : a{DoubleDoubleRow(m, 0), DoubleDoubleRow(m + 4, 0), DoubleDoubleRow(m + 8, 0)},
          b{DoubleDoubleRow(n, two_sum(n[3], -m[3])), DoubleDoubleRow(n + 4, two_sum(n[7], -m[7])),
            DoubleDoubleRow(n + 8, two_sum(n[11], -m[11]))},
          offset_norm(std::abs(b[0].offset.high) + std::abs(b[1].offset.high) + std::abs(b[2].offset.high)) {}
};

}  // namespace allide::kernel
#endif

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE DoubleDoubleLanes<D> coordinate(const Vector3<D>& x, const DoubleDoubleRow& row) {
    const D d;
    const DoubleDoubleLanes<D> offset{hn::Set(d, row.offset.high), hn::Set(d, row.offset.low)};
    const auto product = [d](double weight, hn::Vec<D> by) { return product_of<D>(hn::Set(d, weight), by); };
    return product(row.weights[0], x.x) + product(row.weights[1], x.y) + product(row.weights[2], x.z) +
           offset;
}

template <class D>
HWY_INLINE std::array<DoubleDoubleVectorLanes<D>, 3> placed(const std::array<Vector3<D>, 3>& corners,
                                                            const std::array<DoubleDoubleRow, 3>& rows) {
    const auto place = [&rows](const Vector3<D>& x) {
        return DoubleDoubleVectorLanes<D>{coordinate<D>(x, rows[0]), coordinate<D>(x, rows[1]),
                                          coordinate<D>(x, rows[2])};
    };
    return {place(corners[0]), place(corners[1]), place(corners[2])};
}

void filter_double_double_lanes(const FilterPairs& pairs, std::size_t count, const DoubleDoublePoses& poses,
                                FilterVerdicts& verdicts) {
    const HWY_CAPPED(double, filter_width) d;
    using D = std::remove_const_t<decltype(d)>;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        auto norm = hn::Set(d, poses.offset_norm);
        const auto corners = [&](std::size_t first) {
            std::array<Vector3<D>, 3> out;
            auto most = hn::Zero(d);
            for (std::size_t i = 0; i < 3; ++i) {
                const auto load = [&](std::size_t k) {
                    return hn::Load(d, &pairs.corners[first + 3 * i + k][lane]);
                };
                out[i] = {load(0), load(1), load(2)};
                most = hn::Max(most, sum_of_magnitudes<D>(out[i]));
            }
            norm = hn::Add(norm, most);
            return out;
        };
        const auto p = placed<D>(corners(0), poses.a), q = placed<D>(corners(9), poses.b);
        CornerErrors<D> errors{hn::Add(hn::Mul(hn::Set(d, 0x1p-98), norm), hn::Set(d, 0x1p-1000)), {}, {}};
        const auto no_axis = CornerErrors<D>::no_axis();
        for (std::size_t k = 0; k < 3; ++k) {
            errors.rough_p[k] = poses.a[k].exact ? no_axis[k] : hn::Not(no_axis[k]);
            errors.rough_q[k] = poses.b[k].exact ? no_axis[k] : hn::Not(no_axis[k]);
        }
        add_bits(d, BoundedTriangleTest<DoubleDoubleArithmetic<D>, D>(p, q, errors).decide(), lane,
                 verdicts.touching, verdicts.disjoint);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::kernel {

HWY_EXPORT(filter_double_double_lanes);

void filter_in_double_double(const FilterPairs& pairs, std::size_t count, const Pose& pose_a,
                             const Pose& pose_b, FilterVerdicts& verdicts) {
    const DoubleDoublePoses poses(pose_a, pose_b);
    if (poses.all_exact()) return;
    HWY_DISPATCH_TABLE(filter_double_double_lanes)[simd::target_index()](pairs, count, poses, verdicts);
}

}  // namespace allide::kernel
#endif
