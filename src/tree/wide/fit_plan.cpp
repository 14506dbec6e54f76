#include "tree/wide/fit_plan.hpp"

#include "base/tasks.hpp"
#include "simd/targets.hpp"

#include <algorithm>
#include <memory>

#ifndef ALLIDE_TREE_LEAF_VERTICES
#define ALLIDE_TREE_LEAF_VERTICES
namespace allide::tree {

// Scratch memory: the distinct vertices of each leaf, until their final positions are known.
struct LeafVertices {
    LeafVertices(std::size_t leaves, base::Scratch& memory) {
        using base::Scratch;
        using Corners = std::array<std::uint32_t, 3 * wide_arity>;
        memory.reset(Scratch::bytes_of<Corners>(leaves) + Scratch::bytes_of<std::uint8_t>(leaves));
        vertex = memory.take<Corners>(leaves);
        count = memory.take<std::uint8_t>(leaves);
    }
    std::span<std::array<std::uint32_t, 3 * wide_arity>> vertex;
    std::span<std::uint8_t> count;
};

}  // namespace allide::tree
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/fit_plan.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/cache_control.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::size_t leaf_corners = 3 * wide_arity;

// Finds for each corner the first corner with the same vertex. All pairs are compared, which for so few
// corners is faster than a search with mispredicted branches.
HWY_INLINE void find_first(const std::uint32_t* corner, std::uint32_t* first) {
    const HWY_CAPPED(std::uint32_t, 8) d;
    using V = hn::Vec<decltype(d)>;
    constexpr std::size_t lanes = hn::MaxLanes(HWY_CAPPED(std::uint32_t, 8)()), parts = leaf_corners / lanes;
    V vertex[parts], found[parts];
    for (std::size_t i = 0; i < parts; ++i) vertex[i] = found[i] = hn::Load(d, corner + i * lanes);
    for (std::size_t other = leaf_corners; other-- > 0;) {
        const V compared = hn::Set(d, corner[other]), number = hn::Set(d, static_cast<std::uint32_t>(other));
        for (std::size_t i = 0; i < parts; ++i)
            found[i] = hn::IfThenElse(hn::Eq(compared, vertex[i]), number, found[i]);
    }
    for (std::size_t i = 0; i < parts; ++i) hn::Store(found[i], d, first + i * lanes);
}

// Writes each distinct vertex of the corners to `vertex`, and for each corner the position of its vertex in
// that list to `place`. Returns the number of distinct vertices.
HWY_INLINE std::uint8_t number_vertices(const std::uint32_t* corner, std::array<std::uint8_t, 24>& place,
                                        std::uint32_t* vertex) {
    alignas(32) std::uint32_t first[leaf_corners];
    find_first(corner, first);
    std::uint8_t number[leaf_corners];
    std::uint8_t count = 0;
    for (std::size_t k = 0; k < leaf_corners; ++k) {
        number[k] = count;
        vertex[count] = corner[k];
        count = static_cast<std::uint8_t>(count + (first[k] == k ? 1 : 0));
        place[8 * (k % 3) + k / 3] = number[first[k]];
    }
    return count;
}

void plan_leaves(const WideTree& tree, std::span<const TriangleIndices> triangles, LeafVertices& vertices,
                 FitPlan& plan, std::size_t begin, std::size_t end) {
    for (std::size_t leaf = begin; leaf < end; ++leaf) {
        const WideNode& node = tree.nodes[plan.leaf_node[leaf]];
        alignas(32) std::uint32_t corner[leaf_corners];
        for (std::uint32_t i = 0; i < wide_arity; ++i) {
            // Triangles are scattered in memory, so those of a later leaf are prefetched.
            const std::size_t later = std::min<std::size_t>(node.first + i + 64, tree.order.size() - 1);
            hwy::Prefetch(&triangles[tree.order[later]]);
            // A leaf with fewer than eight triangles repeats the last one.
            const std::uint32_t at = node.first + std::min<std::uint32_t>(i, node.count - 1u);
            std::copy_n(triangles[tree.order[at]].begin(), 3, corner + 3 * i);
        }
        vertices.count[leaf] = number_vertices(corner, plan.place[leaf], vertices.vertex[leaf].data());
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::tree {
namespace {

HWY_EXPORT(plan_leaves);

}  // namespace

FitPlan::FitPlan(const WideTree& tree, std::span<const TriangleIndices> triangles, base::Scratch& memory)
    : leaf_node(tree.corners.size()),
      first(tree.corners.size() + 1),
      place(tree.corners.size()),
      first_leaf(tree.nodes.size()),
      end_leaf(tree.nodes.size()) {
    inner.reserve(tree.nodes.size() - tree.corners.size());
    for (auto i = static_cast<std::uint32_t>(tree.nodes.size()); i-- > 0;) {
        const WideNode& node = tree.nodes[i];
        if (node.leaf) leaf_node[node.corners] = i;
        if (!node.leaf) inner.push_back(i);
        first_leaf[i] = node.leaf ? node.corners : first_leaf[node.first];
        end_leaf[i] = node.leaf ? node.corners + 1 : end_leaf[node.first + node.count - 1];
    }
    std::reverse(inner.begin(), inner.end());

    LeafVertices vertices(leaf_node.size(), memory);
    const std::size_t target = simd::target_index();
    base::do_pieces(leaf_node.size(), 1024, [&](std::size_t begin, std::size_t end) {
        HWY_DISPATCH_TABLE(plan_leaves)[target](tree, triangles, vertices, *this, begin, end);
    });
    for (std::size_t leaf = 0; leaf < leaf_node.size(); ++leaf)
        first[leaf + 1] = first[leaf] + std::max<std::size_t>(vertices.count[leaf], fewest_points);
    vertex.resize(first.back());
    base::do_pieces(leaf_node.size(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t leaf = begin; leaf < end; ++leaf) {
            const std::uint32_t* const of_leaf = vertices.vertex[leaf].data();
            std::uint32_t* const last =
                std::copy_n(of_leaf, vertices.count[leaf], vertex.data() + first[leaf]);
            std::fill(last, vertex.data() + first[leaf + 1], of_leaf[vertices.count[leaf] - 1]);
        }
    });
}

FitPlan::FitPlan(const WideTree& tree, std::span<const TriangleIndices> triangles)
    : FitPlan(tree, triangles, *std::make_unique<base::Scratch>()) {}

}  // namespace allide::tree
#endif
