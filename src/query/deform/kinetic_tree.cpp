#include "query/deform/kinetic_tree.hpp"

#include "simd/targets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/deform/kinetic_tree.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::query {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Relative error of a computed time, with a large reserve.
constexpr float time_share = 0x1p-18f;

// Each of the six conditions "lower side of one ≤ upper side of the other" is linear in time and holds on an
// interval; the boxes meet if the intersection of the six is not empty.
KineticOverlaps overlaps_of_box(const KineticBox& a, const KineticBoxes& b, std::size_t count, float margin,
                                float latest) {
    const HWY_CAPPED(float, tree::wide_arity) d;
    KineticOverlaps found;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f);
        auto from = zero, until = hn::Set(d, latest);
        auto never = hn::Lt(one, zero);
        const auto condition = [&](hn::Vec<decltype(d)> g0, hn::Vec<decltype(d)> g1) {
            const auto late = hn::Gt(g0, zero), early = hn::Gt(g1, zero);
            never = hn::Or(never, hn::And(late, early));
            const auto crossing = hn::Div(g0, hn::Sub(g0, g1));
            const auto begin = hn::Mul(crossing, hn::Set(d, 1 - time_share));
            const auto finish = hn::Add(hn::Mul(crossing, hn::Set(d, 1 + time_share)), hn::Set(d, 0x1p-100f));
            from = hn::IfThenElse(hn::AndNot(early, late), hn::Max(from, begin), from);
            until = hn::IfThenElse(hn::AndNot(late, early), hn::Min(until, finish), until);
        };
        const auto gap = hn::Set(d, margin);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto side = [&](std::size_t i) { return hn::Load(d, &b.side[i][lane]); };
            const auto own = [&](std::size_t i) { return hn::Set(d, a[i]); };
            condition(hn::Sub(hn::Sub(own(k), side(3 + k)), gap), hn::Sub(hn::Sub(own(6 + k), side(9 + k)), gap));
            condition(hn::Sub(hn::Sub(side(k), own(3 + k)), gap), hn::Sub(hn::Sub(side(6 + k), own(9 + k)), gap));
        }
        const auto meets = hn::AndNot(never, hn::Le(from, until));
        std::uint8_t stored[8] = {};
        hn::StoreMaskBits(d, meets, stored);
        found.mask |= static_cast<std::uint32_t>(stored[0]) << lane;
        hn::Store(from, d, &found.time[lane]);
    }
    found.mask &= (1u << count) - 1;
    return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::query
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::query {

HWY_EXPORT(overlaps_of_box);

KineticOverlaps kinetic_overlaps(const KineticBox& a, const KineticBoxes& b, std::size_t count, float margin,
                                 float latest) {
    return HWY_DISPATCH_TABLE(overlaps_of_box)[simd::target_index()](a, b, count, margin, latest);
}

namespace {

constexpr float most_float = std::numeric_limits<float>::max();

// Floats at or below, and at or above a double of at most 2¹²⁰.
float below_double(double x) {
    const auto near = static_cast<float>(x);
    return near - std::abs(near) * 0x1p-23f - std::numeric_limits<float>::denorm_min();
}
float above_double(double x) {
    return -below_double(-x);
}

KineticBox box_of_triangle(const TriangleIndices& t, std::span<const Vec3> start, std::span<const Vec3> end) {
    KineticBox box;
    for (std::size_t half = 0; half < 2; ++half) {
        const std::span<const Vec3> x = half == 0 ? start : end;
        const Vec3 &p = x[t[0]], &q = x[t[1]], &r = x[t[2]];
        const std::size_t at = 6 * half;
        box[at] = below_double(std::min(p.x, std::min(q.x, r.x)));
        box[at + 1] = below_double(std::min(p.y, std::min(q.y, r.y)));
        box[at + 2] = below_double(std::min(p.z, std::min(q.z, r.z)));
        box[at + 3] = above_double(std::max(p.x, std::max(q.x, r.x)));
        box[at + 4] = above_double(std::max(p.y, std::max(q.y, r.y)));
        box[at + 5] = above_double(std::max(p.z, std::max(q.z, r.z)));
    }
    return box;
}

constexpr bool is_lower_side(std::size_t k) {
    return k % 6 < 3;
}

KineticBox union_of(const KineticBoxes& boxes, std::size_t count) {
    KineticBox all;
    for (std::size_t k = 0; k < 12; ++k) {
        float side = boxes.side[k][0];
        for (std::size_t i = 1; i < count; ++i)
            side = is_lower_side(k) ? std::min(side, boxes.side[k][i]) : std::max(side, boxes.side[k][i]);
        all[k] = side;
    }
    return all;
}

bool fits_floats(std::span<const TriangleIndices> triangles, std::span<const Vec3> x) {
    constexpr double most = 0x1p120;
    return std::all_of(triangles.begin(), triangles.end(), [&](const TriangleIndices& t) {
        return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) {
            return std::abs(x[v].x) <= most && std::abs(x[v].y) <= most && std::abs(x[v].z) <= most;
        });
    });
}

KineticBox everything() {
    KineticBox box;
    for (std::size_t k = 0; k < 12; ++k) box[k] = is_lower_side(k) ? -most_float : most_float;
    return box;
}

}  // namespace

KineticTree kinetic_tree(const tree::WideTree& links, std::span<const TriangleIndices> triangles,
                         std::span<const Vec3> start, std::span<const Vec3> end) {
    KineticTree tree;
    tree.order = links.order;
    tree.nodes.resize(links.nodes.size());
    tree.below.resize(links.nodes.size());
    tree.whole.resize(links.nodes.size());
    // Coordinates beyond the floats: all boxes are everything, and every pair of triangles is examined.
    const bool usual = fits_floats(triangles, start) && fits_floats(triangles, end);
    for (std::size_t i = links.nodes.size(); i-- > 0;) {
        const tree::WideNode& from = links.nodes[i];
        const KineticNode node{from.first, from.count, from.leaf};
        tree.nodes[i] = node;
        for (std::size_t c = 0; c < node.count; ++c) {
            if (!node.leaf)
                tree.below[i].set(c, tree.whole[node.first + c]);
            else
                tree.below[i].set(
                    c, usual ? box_of_triangle(triangles[tree.order[node.first + c]], start, end) : everything());
        }
        tree.whole[i] = union_of(tree.below[i], node.count);
    }
    return tree;
}

}  // namespace allide::query
#endif
