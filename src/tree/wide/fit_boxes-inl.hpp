// Computes boxes in a node's frame, and the corners of a leaf. Compiled once per instruction set.
#if defined(ALLIDE_TREE_FIT_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_FIT_BOXES_INL
#undef ALLIDE_TREE_FIT_BOXES_INL
#else
#define ALLIDE_TREE_FIT_BOXES_INL
#endif

#include "base/to_float.hpp"
#include "kernel/pose/vec.hpp"
#include "tree/wide/fit_job.hpp"
#include "tree/wide/fit_measure-inl.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A float greater than the non-negative number x.
HWY_INLINE float rounded_up(double x) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(static_cast<float>(x)) + 1);
}

// Extents along a frame's axes of the points `begin` to `end` (at least eight), stored as those of one child.
template <typename Number>
HWY_INLINE void points_extent(const std::array<Number*, 3>& at, const std::array<float, 9>& axis,
                              std::uint64_t begin, std::uint64_t end, std::size_t child, Extents& out) {
    const HWY_CAPPED(Number, 8) d;
    using V = hn::Vec<decltype(d)>;
    const V far = hn::Set(d, std::numeric_limits<Number>::infinity());
    V lo[3] = {far, far, far}, hi[3] = {hn::Neg(far), hn::Neg(far), hn::Neg(far)};
    const auto grow = [&](std::uint64_t i) HWY_ATTR {
        const V x = hn::LoadU(d, &at[0][i]), y = hn::LoadU(d, &at[1][i]), z = hn::LoadU(d, &at[2][i]);
        for (std::size_t k = 0; k < 3; ++k) {
            const V along = hn::Add(hn::Add(hn::Mul(hn::Set(d, Number{axis[3 * k]}), x),
                                            hn::Mul(hn::Set(d, Number{axis[3 * k + 1]}), y)),
                                    hn::Mul(hn::Set(d, Number{axis[3 * k + 2]}), z));
            lo[k] = hn::Min(lo[k], along);
            hi[k] = hn::Max(hi[k], along);
        }
    };
    std::uint64_t i = begin;
    for (; i + hn::Lanes(d) <= end; i += hn::Lanes(d)) grow(i);
    if (i < end) grow(end - hn::Lanes(d));  // a last vector, which overlaps the one before
    for (std::size_t k = 0; k < 3; ++k) {
        out.lo[k][child] = hn::GetLane(hn::MinOfLanes(d, lo[k]));
        out.hi[k][child] = hn::GetLane(hn::MaxOfLanes(d, hi[k]));
    }
}

// The same for points of a node. Reads them in single precision where that is accurate enough, which halves
// the memory traffic.
HWY_INLINE void points_extent(const FitJob& job, std::uint32_t node, std::uint64_t begin, std::uint64_t end,
                              std::size_t child, Extents& out) {
    const std::array<float, 9>& axis = job.tree.nodes[node].axis;
    if (job.thick(node))
        points_extent(job.rounded, axis, begin, end, child, out);
    else
        points_extent(job.at, axis, begin, end, child, out);
}

// Extents of each triangle of a leaf along the axes of the leaf's frame.
HWY_INLINE void triangle_extents(const CornerRows& corners, const std::array<float, 9>& axis, Extents& out) {
    const HWY_CAPPED(double, 8) d;
    using V = hn::Vec<decltype(d)>;
    for (std::size_t lane = 0; lane < wide_arity; lane += hn::Lanes(d)) {
        for (std::size_t k = 0; k < 3; ++k) {
            const V x = hn::Set(d, double{axis[3 * k]}), y = hn::Set(d, double{axis[3 * k + 1]}),
                    z = hn::Set(d, double{axis[3 * k + 2]});
            const auto along = [&](std::size_t c) HWY_ATTR {
                return hn::Add(hn::Add(hn::Mul(x, hn::Load(d, &corners.at[c][lane])),
                                       hn::Mul(y, hn::Load(d, &corners.at[c + 1][lane]))),
                               hn::Mul(z, hn::Load(d, &corners.at[c + 2][lane])));
            };
            const V p = along(0), q = along(3), r = along(6);
            hn::Store(hn::Min(p, hn::Min(q, r)), d, &out.lo[k][lane]);
            hn::Store(hn::Max(p, hn::Max(q, r)), d, &out.hi[k][lane]);
        }
    }
}

// Computes the node's centre, steps and box bytes from the extents of its children, rounded outward. The
// extents of missing children must lie within those of the others.
HWY_INLINE void place_boxes(WideNode& node, const Extents& extents, double pad) {
    const HWY_CAPPED(double, 8) d;
    using kernel::operator+;
    using kernel::operator*;
    const auto row = [&node](std::size_t k) {
        return Vec3{node.axis[3 * k], node.axis[3 * k + 1], node.axis[3 * k + 2]};
    };
    std::array<double, 3> lo, hi, middle, half;
    Vec3 center;
    for (std::size_t k = 0; k < 3; ++k) {
        auto least = hn::Load(d, &extents.lo[k][0]), most = hn::Load(d, &extents.hi[k][0]);
        for (std::size_t lane = hn::Lanes(d); lane < wide_arity; lane += hn::Lanes(d)) {
            least = hn::Min(least, hn::Load(d, &extents.lo[k][lane]));
            most = hn::Max(most, hn::Load(d, &extents.hi[k][lane]));
        }
        lo[k] = hn::GetLane(hn::MinOfLanes(d, least));
        hi[k] = hn::GetLane(hn::MaxOfLanes(d, most));
        center = center + 0.5 * (lo[k] + hi[k]) * row(k);
    }
    node.center = {base::to_float(center.x), base::to_float(center.y), base::to_float(center.z)};
    const Vec3 stored{node.center[0], node.center[1], node.center[2]};
    for (std::size_t k = 0; k < 3; ++k) {
        middle[k] = kernel::dot(row(k), stored);
        half[k] = std::max(middle[k] - lo[k], hi[k] - middle[k]) + pad;
    }
    const double thinnest = 0x1p-26 * std::max(half[0], std::max(half[1], half[2]));
    const hn::Rebind<std::int32_t, decltype(d)> whole;
    const hn::Rebind<std::uint8_t, decltype(d)> bytes;
    for (std::size_t k = 0; k < 3; ++k) {
        node.step[k] = rounded_up(std::max(half[k], thinnest) * ((1 + 0x1p-20) / 126));
        const auto steps = hn::Set(d, 1 / double{node.step[k]}), from = hn::Set(d, middle[k]),
                   grown = hn::Set(d, pad), base = hn::Set(d, double{box_middle});
        for (std::size_t lane = 0; lane < wide_arity; lane += hn::Lanes(d)) {
            const auto lower = hn::Sub(hn::Sub(hn::Load(d, &extents.lo[k][lane]), grown), from);
            const auto upper = hn::Sub(hn::Add(hn::Load(d, &extents.hi[k][lane]), grown), from);
            // In a node about as thin as the padding, `lower` and `upper` have rounding errors of several
            // steps and may leave the range. Clamping to 1 … 254 loses nothing: each true box reaches at most
            // half[k] ≤ 126 steps from the centre, and 1 and 254 are 126.5 steps from it.
            const auto low = hn::Max(hn::Floor(hn::Add(base, hn::Mul(lower, steps))), hn::Set(d, 1.0));
            const auto high = hn::Min(hn::Ceil(hn::Add(base, hn::Mul(upper, steps))), hn::Set(d, 254.0));
            hn::StoreU(hn::DemoteTo(bytes, hn::DemoteTo(whole, low)), bytes, &node.box[k][0][lane]);
            hn::StoreU(hn::DemoteTo(bytes, hn::DemoteTo(whole, high)), bytes, &node.box[k][1][lane]);
        }
        for (std::size_t i = node.count; i < wide_arity; ++i) {
            node.box[k][0][i] = 255;
            node.box[k][1][i] = 0;
        }
    }
}

// Stores the leaf's corners relative to its centre, and bounds of its longest edge and of its reach.
HWY_INLINE void place_corners(WideNode& leaf, const CornerRows& corners, WideCorners& out) {
    const HWY_CAPPED(double, 8) d;
    using V3 = Arrow<std::remove_const_t<decltype(d)>>;
    const hn::Rebind<float, decltype(d)> narrow;
    const V3 center{hn::Set(d, double{leaf.center[0]}), hn::Set(d, double{leaf.center[1]}),
                    hn::Set(d, double{leaf.center[2]})};
    auto edge = hn::Zero(d), reach = hn::Zero(d);
    for (std::size_t lane = 0; lane < wide_arity; lane += hn::Lanes(d)) {
        const V3 corner[3] = {V3::load(d, corners, 0, lane), V3::load(d, corners, 1, lane),
                              V3::load(d, corners, 2, lane)};
        for (std::size_t c = 0; c < 3; ++c) {
            const V3 side = corner[(c + 1) % 3].minus(corner[c]), arm = corner[c].minus(center);
            edge = hn::Max(edge, side.dot(side));
            reach = hn::Max(reach, arm.dot(arm));
            hn::StoreU(hn::DemoteTo(narrow, arm.x), narrow, &out.row[3 * c][lane]);
            hn::StoreU(hn::DemoteTo(narrow, arm.y), narrow, &out.row[3 * c + 1][lane]);
            hn::StoreU(hn::DemoteTo(narrow, arm.z), narrow, &out.row[3 * c + 2][lane]);
        }
    }
    leaf.longest_edge = rounded_up(std::sqrt(hn::GetLane(hn::MaxOfLanes(d, edge))) * (1 + 0x1p-20));
    leaf.reach = rounded_up(std::sqrt(hn::GetLane(hn::MaxOfLanes(d, reach))) * (1 + 0x1p-20));
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
