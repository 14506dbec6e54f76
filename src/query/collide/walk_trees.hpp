// Two trees of one volume walked together, and two of different ones. One function a volume.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "query/collide/any_tree.hpp"
#include "traverse/binary/closest_two_trees.hpp"
#include "traverse/collect/collectors.hpp"
#include "tree/binary/build_tree.hpp"
#include "tree/obb_view.hpp"

#include <allide/query.hpp>

namespace allide::query {

// What all walks of a query share.
struct Walk {
    const kernel::RelativePose& b_in_a;
    Pose pose_a, pose_b;
    RealignCache realign_cache;
    QueryStats& stats;
    // What is looked for: one of the two.
    traverse::ContactCollector* contacts = nullptr;
    traverse::NearCollector* near = nullptr;
    double stretch = 1;  // of lengths in A's frame, beside those in the world
};

void walk(const tree::Tree<volume::Obb>& a, const tree::Tree<volume::Obb>& b, Walk& walk);
void walk(const tree::Tree<volume::Aabb>& a, const tree::Tree<volume::Aabb>& b, Walk& walk);
void walk(const tree::Tree<volume::Sphere>& a, const tree::Tree<volume::Sphere>& b, Walk& walk);
template <int K>
void walk(const tree::KdopTree<K>& a, const tree::KdopTree<K>& b, Walk& walk);
// Any two trees, each node by an oriented box around its volume.
void walk_mixed(const tree::ObbView& a, const tree::ObbView& b, Walk& walk);

// Two trees of whichever kinds.
void walk_any(const detail::AnyTree& a, const detail::AnyTree& b, Walk& walk);

}  // namespace allide::query
