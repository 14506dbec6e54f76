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
            const auto between = [&](hn::Vec<decltype(d)> lower, hn::Vec<decltype(d)> minus_upper) {
                return hn::Sub(hn::Add(lower, minus_upper), gap);
            };
            condition(between(own(k), side(3 + k)), between(own(6 + k), side(9 + k)));
            condition(between(side(k), own(3 + k)), between(side(6 + k), own(9 + k)));
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

// A float at or below a double of at most 2¹²⁰.
float below_double(double x) {
    const auto near = static_cast<float>(x);
    return near - std::abs(near) * 0x1p-23f - std::numeric_limits<float>::denorm_min();
}

KineticBox box_of_vertex(const Vec3& start, const Vec3& end) {
    return {below_double(start.x), below_double(start.y), below_double(start.z),
            below_double(-start.x), below_double(-start.y), below_double(-start.z),
            below_double(end.x), below_double(end.y), below_double(end.z),
            below_double(-end.x), below_double(-end.y), below_double(-end.z)};
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

// Boxes of all vertices. A coordinate beyond the floats makes all boxes infinite, so that every pair is
// examined.
std::vector<KineticBox> boxes_of_vertices(std::span<const Vec3> start, std::span<const Vec3> end,
                                          std::span<const VertexSlot> used) {
    std::vector<KineticBox> boxes(start.size());
    double most = 0;
    for (const VertexSlot& slot : used) {
        const Vec3 &x = start[slot.vertex], &y = end[slot.vertex];
        most = std::max({most, std::abs(x.x), std::abs(x.y), std::abs(x.z), std::abs(y.x), std::abs(y.y),
                         std::abs(y.z)});
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
