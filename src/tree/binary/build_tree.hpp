// Builds binary trees: one function per kind of bounding volume.
#pragma once

#include "tree/binary/tree.hpp"
#include "volume/box/aabb.hpp"
#include "volume/box/obb.hpp"
#include "volume/box/sphere.hpp"
#include "volume/kdop/realign.hpp"

#include <allide/extra/engines.hpp>

namespace allide::tree {

// A k-DOP tree together with the per-node data of its realignment method.
template <int K>
struct KdopTree : Tree<volume::Kdop<K>> {
    Realign realign = Realign::zachmann;
    volume::RealignData<K> realign_data;
};

struct TreePlan {
    Builder builder = Builder::automatic;
    double inflation = 0;  // every volume is enlarged by this length on all sides, in model units
    // The fields below apply to k-DOPs only.
    Realign realign = Realign::automatic;
    LeafVolumes leaf_volumes = LeafVolumes::stored;
    HullNodes hulls = HullNodes::all;
};

Tree<volume::Obb> build_obb_tree(const Mesh& mesh, const TreePlan& plan = {});
Tree<volume::Aabb> build_aabb_tree(const Mesh& mesh, const TreePlan& plan = {});
Tree<volume::Sphere> build_sphere_tree(const Mesh& mesh, const TreePlan& plan = {});
template <int K>
KdopTree<K> build_kdop_tree(const Mesh& mesh, const TreePlan& plan = {});

}  // namespace allide::tree
