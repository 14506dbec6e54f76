// Local coordinates of a leaf's points, and moments of its triangles. Compiled once per instruction set.
#if defined(ALLIDE_TREE_FIT_MEASURE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_FIT_MEASURE_INL
#undef ALLIDE_TREE_FIT_MEASURE_INL
#else
#define ALLIDE_TREE_FIT_MEASURE_INL
#endif

#include "tree/wide/fit_job.hpp"

#include <algorithm>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Corners of a leaf's triangles: one row per coordinate of each corner, one column per triangle.
struct alignas(64) CornerRows {
    HWY_INLINE void load(const FitJob& job, std::size_t leaf) {
        const std::uint64_t first = job.plan.first[leaf];
        const auto& place = job.plan.place[leaf];
        for (std::size_t c = 0; c < 3; ++c) {
            for (std::size_t i = 0; i < wide_arity; ++i) {
                const std::uint64_t point = first + place[8 * c + i];
                for (std::size_t k = 0; k < 3; ++k) at[3 * c + k][i] = job.at[k][point];
            }
        }
    }
    double at[9][wide_arity];
};

template <class D>
struct Arrow {
    hn::Vec<D> x, y, z;

    HWY_INLINE static Arrow load(D d, const CornerRows& corners, std::size_t corner, std::size_t lane) {
        return {hn::Load(d, &corners.at[3 * corner][lane]), hn::Load(d, &corners.at[3 * corner + 1][lane]),
                hn::Load(d, &corners.at[3 * corner + 2][lane])};
    }
    HWY_INLINE Arrow minus(const Arrow& other) const {
        return {hn::Sub(x, other.x), hn::Sub(y, other.y), hn::Sub(z, other.z)};
    }
    HWY_INLINE Arrow plus(const Arrow& other) const {
        return {hn::Add(x, other.x), hn::Add(y, other.y), hn::Add(z, other.z)};
    }
    HWY_INLINE Arrow times(hn::Vec<D> factor) const {
        return {hn::Mul(factor, x), hn::Mul(factor, y), hn::Mul(factor, z)};
    }
    HWY_INLINE hn::Vec<D> dot(const Arrow& other) const {
        return hn::Add(hn::Add(hn::Mul(x, other.x), hn::Mul(y, other.y)), hn::Mul(z, other.z));
    }
    HWY_INLINE Arrow cross(const Arrow& other) const {
        return {hn::Sub(hn::Mul(y, other.z), hn::Mul(z, other.y)),
                hn::Sub(hn::Mul(z, other.x), hn::Mul(x, other.z)),
                hn::Sub(hn::Mul(x, other.y), hn::Mul(y, other.x))};
    }
};

// Summands for each triangle of a leaf, with x relative to the leaf's first corner. Row 0: its weight. Rows 1
// to 3: the weight times the mean of 3x over the triangle. Rows 4 to 9: the weight times the mean of 12xxᵀ.
// They are added in a fixed order.
class alignas(64) LeafSums {
  public:
    HWY_INLINE LeafSums(const CornerRows& corners, std::size_t count) {
        const HWY_CAPPED(double, 8) d;
        for (std::size_t lane = 0; lane < wide_arity; lane += hn::Lanes(d)) add(d, corners, count, lane);
    }
    HWY_INLINE double total(std::size_t row) const {
        const HWY_CAPPED(double, 2) d;
        const double* const x = at_[row];
        alignas(16) double sum[2];
        for (std::size_t lane = 0; lane < 2; lane += hn::Lanes(d))
            hn::Store(hn::Add(hn::Add(hn::Load(d, x + lane), hn::Load(d, x + 2 + lane)),
                              hn::Add(hn::Load(d, x + 4 + lane), hn::Load(d, x + 6 + lane))),
                      d, sum + lane);
        return sum[0] + sum[1];
    }

  private:
    template <class D>
    HWY_INLINE void add(D d, const CornerRows& corners, std::size_t count, std::size_t lane) {
        using V3 = Arrow<D>;
        const V3 anchor{hn::Set(d, corners.at[0][0]), hn::Set(d, corners.at[1][0]),
                        hn::Set(d, corners.at[2][0])};
        const V3 p = V3::load(d, corners, 0, lane).minus(anchor),
                 q = V3::load(d, corners, 1, lane).minus(anchor),
                 r = V3::load(d, corners, 2, lane).minus(anchor);
        const V3 e = q.minus(p), f = r.minus(p), n = e.cross(f), sum = p.plus(q).plus(r);
        // The weight is twice the area plus a small term from the edges, so that triangles without area still
        // have a direction. Missing triangles have weight zero.
        const auto weight = hn::IfThenElseZero(
            hn::FirstN(d, count - std::min(count, lane)),
            hn::Add(hn::Sqrt(n.dot(n)), hn::Mul(hn::Set(d, 0x1p-20), hn::Add(e.dot(e), f.dot(f)))));
        const auto store = [&](std::size_t row, auto v) {
            hn::Store(hn::Mul(weight, v), d, &at_[row][lane]);
        };
        hn::Store(weight, d, &at_[0][lane]);
        store(1, sum.x);
        store(2, sum.y);
        store(3, sum.z);
        const auto second = [&](auto member, auto other) {
            return hn::Add(hn::Add(hn::Mul(sum.*member, sum.*other), hn::Mul(p.*member, p.*other)),
                           hn::Add(hn::Mul(q.*member, q.*other), hn::Mul(r.*member, r.*other)));
        };
        store(4, second(&V3::x, &V3::x));
        store(5, second(&V3::x, &V3::y));
        store(6, second(&V3::x, &V3::z));
        store(7, second(&V3::y, &V3::y));
        store(8, second(&V3::y, &V3::z));
        store(9, second(&V3::z, &V3::z));
    }

    double at_[10][wide_arity];
};

HWY_INLINE void place_points(FitJob& job, std::size_t leaf) {
    // Vertices are scattered in memory, so those of a later leaf are prefetched.
    const std::size_t later = std::min(leaf + 8, job.plan.leaf_node.size() - 1);
    for (std::uint64_t i = job.plan.first[later]; i < job.plan.first[later + 1]; ++i)
        hwy::Prefetch(&job.vertices[job.plan.vertex[i]]);
    const std::uint64_t first = job.plan.first[leaf], count = job.plan.first[leaf + 1] - first;
    alignas(64) double rows[3][3 * wide_arity];
    for (std::uint64_t i = 0; i < count; ++i) {
        const Vec3& x = job.vertices[job.plan.vertex[first + i]];
        rows[0][i] = x.x;
        rows[1][i] = x.y;
        rows[2][i] = x.z;
    }
    // Exactly the arithmetic of LocalUnit::local, so that the results agree.
    const HWY_CAPPED(double, FitPlan::fewest_points) d;
    const hn::Rebind<float, decltype(d)> narrow;
    const double center[3] = {job.unit.center.x, job.unit.center.y, job.unit.center.z};
    const auto scale = hn::Set(d, job.unit.first), again = hn::Set(d, job.unit.second);
    const std::uint64_t width = hn::Lanes(d);
    for (std::size_t k = 0; k < 3; ++k) {
        const auto middle = hn::Set(d, center[k]);
        for (std::uint64_t i = 0; i < count; i += width) {
            const std::uint64_t from = std::min(i, count - width);  // the last vector overlaps the one before
            const auto at = hn::Mul(again, hn::Mul(scale, hn::Sub(hn::LoadU(d, rows[k] + from), middle)));
            hn::StoreU(at, d, job.at[k] + first + from);
            hn::StoreU(hn::DemoteTo(narrow, at), narrow, job.rounded[k] + first + from);
        }
    }
}

// The largest squared distance of at least fewest_points points from the tree's centre, in the tree's unit.
inline float farthest_square(const FitJob& job, std::uint64_t begin, std::uint64_t end) {
    const HWY_CAPPED(float, FitPlan::fewest_points) d;
    auto farthest = hn::Zero(d);
    const std::uint64_t width = hn::Lanes(d);
    for (std::uint64_t i = begin; i < end; i += width) {
        const std::uint64_t at = std::min(i, end - width);
        const auto x = hn::LoadU(d, job.rounded[0] + at), y = hn::LoadU(d, job.rounded[1] + at),
                   z = hn::LoadU(d, job.rounded[2] + at);
        farthest = hn::Max(farthest, hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z)));
    }
    return hn::GetLane(hn::MaxOfLanes(d, farthest));
}

HWY_INLINE Moments moments_of(const CornerRows& corners, std::size_t count) {
    const LeafSums sums(corners, count);
    Moments out{.weight = sums.total(0)};
    double mean[3] = {0, 0, 0};
    if (out.weight > 0)
        for (std::size_t k = 0; k < 3; ++k) mean[k] = sums.total(1 + k) / (3 * out.weight);
    std::size_t entry = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t l = k; l < 3; ++l, ++entry)
            out.spread[entry] = sums.total(4 + entry) / 12 - out.weight * mean[k] * mean[l];
        out.mean[k] = corners.at[k][0] + mean[k];
    }
    return out;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
