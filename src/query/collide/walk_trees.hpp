// Walks two trees together: one function per bounding volume, and one for trees of different volumes.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "query/collide/any_tree.hpp"
#include "traverse/binary/closest_two_trees.hpp"
#include "traverse/collect/collectors.hpp"
#include "tree/binary/build_tree.hpp"
#include "tree/obb_view.hpp"

#include <allide/query.hpp>

namespace allide::query {

// Parameters that all walks of one query share.
struct WalkContext {
    const kernel::RelativePose& b_in_a;
    Pose pose_a, pose_b;
    RealignCache realign_cache;
    QueryStats& stats;
    // Candidate pairs go to one of these two collectors; exactly one of the pointers is not null.
    traverse::ContactCollector* contacts = nullptr;
    traverse::NearCollector* near = nullptr;
    double stretch = 1;  // a length in A's frame is at most this times the length in the world
};

void walk(const tree::Tree<volume::Obb>& a, const tree::Tree<volume::Obb>& b, WalkContext& walk);
void walk(const tree::Tree<volume::Aabb>& a, const tree::Tree<volume::Aabb>& b, WalkContext& walk);
void walk(const tree::Tree<volume::Sphere>& a, const tree::Tree<volume::Sphere>& b, WalkContext& walk);
template <int K>
void walk(const tree::KdopTree<K>& a, const tree::KdopTree<K>& b, WalkContext& walk);
// Walks two trees of any kinds, using oriented boxes around their nodes' volumes.
void walk_mixed(const tree::ObbView& a, const tree::ObbView& b, WalkContext& walk);

// Chooses the walk for two trees of any kinds.
void walk_any(const detail::AnyTree& a, const detail::AnyTree& b, WalkContext& walk);

}  // namespace allide::query
