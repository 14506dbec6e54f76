#include "query/deform/kinetic_tree.hpp"

#include "simd/targets.hpp"

#include <algorithm>
#include <bit>
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

// A generous bound of the relative error of a computed time.
constexpr float time_share = 0x1p-18f;

// Each of the six conditions "lower side of one ≤ upper side of the other" is linear in time and holds on an
// interval; the boxes meet if the intersection of the six is not empty. A condition is given by its excess
// over the margin at t = 0 and at t = 1; it holds where the excess is at most 0.
template <class D>
struct Conditions {
    hn::Vec<D> at_start[6], at_end[6];
};

template <class D, typename Own>
HWY_INLINE Conditions<D> conditions(D d, const Own& own, const KineticBoxes& b, std::size_t lane,
                                    float margin) {
    Conditions<D> all;
    const auto side = [&](std::size_t i) { return hn::Load(d, &b.side[i][lane]); };
    const auto gap = hn::Set(d, margin);
    const auto excess = [&](std::size_t mine, std::size_t other) {
        return hn::Sub(hn::Add(hn::Set(d, own(mine)), side(other)), gap);
    };
    for (std::size_t k = 0; k < 3; ++k) {
        all.at_start[k] = excess(k, 3 + k);
        all.at_start[3 + k] = excess(3 + k, k);
        all.at_end[k] = excess(6 + k, 9 + k);
        all.at_end[3 + k] = excess(9 + k, 6 + k);
    }
    return all;
}

// A mask of the lanes in which the boxes may meet: every condition holds at one end of the motion at least.
template <class D>
HWY_INLINE hn::Mask<D> possible(D d, const Conditions<D>& all) {
    // A condition never holds if even the smaller of its two excesses is positive.
    auto least = hn::Min(all.at_start[0], all.at_end[0]);
    for (std::size_t i = 1; i < 6; ++i) least = hn::Max(least, hn::Min(all.at_start[i], all.at_end[i]));
    return hn::Not(hn::Gt(least, hn::Zero(d)));
}

template <class D>
struct Meeting {
    hn::Mask<D> meets;
    hn::Vec<D> from;
};

template <class D>
HWY_INLINE Meeting<D> meeting(D d, const Conditions<D>& all, float latest) {
    const auto zero = hn::Zero(d);
    auto from = zero, until = hn::Set(d, latest);
    for (std::size_t i = 0; i < 6; ++i) {
        const auto g0 = all.at_start[i], g1 = all.at_end[i];
        const auto late = hn::Gt(g0, zero), early = hn::Gt(g1, zero);
        const auto crossing = hn::Div(g0, hn::Sub(g0, g1));
        const auto begin = hn::Mul(crossing, hn::Set(d, 1 - time_share));
        const auto finish = hn::Add(hn::Mul(crossing, hn::Set(d, 1 + time_share)), hn::Set(d, 0x1p-100f));
        from = hn::IfThenElse(hn::AndNot(early, late), hn::Max(from, begin), from);
        until = hn::IfThenElse(hn::AndNot(late, early), hn::Min(until, finish), until);
    }
    return {hn::And(possible(d, all), hn::Le(from, until)), from};
}

template <class D>
HWY_INLINE std::uint32_t bits_of(D d, hn::Mask<D> mask) {
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(d, mask, stored);
    return stored[0];
}

KineticOverlaps overlaps_of_box(const KineticBox& a, const KineticBoxes& b, std::size_t count, float margin,
                                float latest) {
    const HWY_CAPPED(float, tree::wide_arity) d;
    KineticOverlaps found;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        const auto all = conditions(
            d, [&a](std::size_t k) { return a[k]; }, b, lane, margin);
        const auto met = meeting(d, all, latest);
        found.mask |= bits_of(d, met.meets) << lane;
        hn::Store(met.from, d, &found.time[lane]);
    }
    found.mask &= (1u << count) - 1;
    return found;
}

BlockOverlaps overlaps_of_blocks(const KineticBoxes& a, std::uint32_t lanes_a,
                                 std::span<const KineticBoxes> b, std::uint32_t lanes_b, float margin,
                                 float latest) {
    const HWY_CAPPED(float, tree::wide_arity) d;
    BlockOverlaps found;
    for (; lanes_a != 0; lanes_a &= lanes_a - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(lanes_a));
        std::uint32_t mask = 0;
        for (std::size_t lane = 0; lane < tree::wide_arity * b.size(); lane += hn::Lanes(d)) {
            if ((lanes_b >> lane & ((1u << hn::Lanes(d)) - 1)) == 0) continue;
            const auto all = conditions(
                d, [&](std::size_t k) { return a.side[k][i]; }, b[lane / tree::wide_arity],
                lane % tree::wide_arity, margin);
            const auto may = possible(d, all);
            if (hn::AllFalse(d, may)) continue;
            mask |= bits_of(d, meeting(d, all, latest).meets) << lane;
        }
        found.mask[i] = mask & lanes_b;
    }
    return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::query
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::query {

HWY_EXPORT(overlaps_of_box);
HWY_EXPORT(overlaps_of_blocks);

BlockOverlaps kinetic_block_overlaps(const KineticBoxes& a, std::uint32_t lanes_a,
                                     std::span<const KineticBoxes> b, std::uint32_t lanes_b, float margin,
                                     float latest) {
    return HWY_DISPATCH_TABLE(overlaps_of_blocks)[simd::target_index()](a, lanes_a, b, lanes_b, margin,
                                                                        latest);
}

KineticOverlaps kinetic_overlaps(const KineticBox& a, const KineticBoxes& b, std::size_t count, float margin,
                                 float latest) {
    return HWY_DISPATCH_TABLE(overlaps_of_box)[simd::target_index()](a, b, count, margin, latest);
}

namespace {

// Rounds down to a float; |x| must be at most 2¹²⁰.
float below_double(double x) {
    const auto near = static_cast<float>(x);
    return near - std::abs(near) * 0x1p-23f - std::numeric_limits<float>::denorm_min();
}

KineticBox box_of_vertex(const Vec3& start, const Vec3& end) {
    return {below_double(start.x),  below_double(start.y),  below_double(start.z), below_double(-start.x),
            below_double(-start.y), below_double(-start.z), below_double(end.x),   below_double(end.y),
            below_double(end.z),    below_double(-end.x),   below_double(-end.y),  below_double(-end.z)};
}

KineticBox union_of(const KineticBox& a, const KineticBox& b) {
    KineticBox all;
    for (std::size_t k = 0; k < 12; ++k) all[k] = a[k] < b[k] ? a[k] : b[k];
    return all;
}

KineticBox union_of(const KineticBoxes& boxes, std::size_t count) {
    KineticBox all = boxes.box(0);
    for (std::size_t i = 1; i < count; ++i) all = union_of(all, boxes.box(i));
    return all;
}

// Computes the boxes of all vertices. If a coordinate exceeds the range of float, all boxes are infinite, so
// that every pair is examined.
std::vector<KineticBox> boxes_of_vertices(std::span<const Vec3> start, std::span<const Vec3> end,
                                          std::span<const VertexSlot> used) {
    std::vector<KineticBox> boxes(start.size());
    double most = 0;
    for (const VertexSlot& slot : used) {
        const Vec3 &x = start[slot.vertex], &y = end[slot.vertex];
        most = std::max(
            {most, std::abs(x.x), std::abs(x.y), std::abs(x.z), std::abs(y.x), std::abs(y.y), std::abs(y.z)});
        boxes[slot.vertex] = box_of_vertex(x, y);
    }
    if (!(most <= 0x1p120))
        for (KineticBox& box : boxes) box.fill(-std::numeric_limits<float>::max());
    return boxes;
}

}  // namespace

KineticTree kinetic_tree(const tree::WideTree& links, std::shared_ptr<const LeafFeatures> features,
                         std::span<const TriangleIndices> triangles, std::span<const Vec3> start,
                         std::span<const Vec3> end) {
    KineticTree tree;
    tree.features = std::move(features);
    const std::vector<VertexSlot>& vertices = tree.features->vertices;
    const std::vector<EdgeSlot>& edges = tree.features->edges;
    const std::vector<KineticBox> boxes = boxes_of_vertices(start, end, vertices);
    tree.vertex_boxes.resize(vertices.size() / tree::wide_arity);
    for (std::size_t i = 0; i < vertices.size(); ++i)
        tree.vertex_boxes[i / tree::wide_arity].set(i % tree::wide_arity, boxes[vertices[i].vertex]);
    tree.edge_boxes.resize(edges.size() / tree::wide_arity);
    for (std::size_t i = 0; i < edges.size(); ++i)
        tree.edge_boxes[i / tree::wide_arity].set(i % tree::wide_arity,
                                                  union_of(boxes[edges[i].from], boxes[edges[i].to]));
    tree.order = links.order;
    tree.nodes.resize(links.nodes.size());
    tree.below.resize(links.nodes.size());
    tree.whole.resize(links.nodes.size());
    for (std::size_t i = links.nodes.size(); i-- > 0;) {
        const tree::WideNode& from = links.nodes[i];
        const KineticNode node{from.first, from.count, from.leaf};
        tree.nodes[i] = node;
        for (std::size_t c = 0; c < node.count; ++c) {
            if (!node.leaf) {
                tree.below[i].set(c, tree.whole[node.first + c]);
                continue;
            }
            const auto& [p, q, r] = triangles[tree.order[node.first + c]];
            tree.below[i].set(c, union_of(union_of(boxes[p], boxes[q]), boxes[r]));
        }
        tree.whole[i] = union_of(tree.below[i], node.count);
    }
    return tree;
}

}  // namespace allide::query
#endif
