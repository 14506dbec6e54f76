#include "tree/binary/validate.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::tree {
namespace {

using kernel::dot;
using kernel::operator-;
using Defect = std::optional<std::string>;

// NaN, which results from overflowing coordinates, counts as inside: a volume with NaN overlaps
// everything.
bool contains(const volume::Obb& box, const Vec3& point, double /*norm*/) {
    const double slack = volume::fit_tolerance(box);
    for (std::size_t k = 0; k < 3; ++k)
        if (std::abs(dot(box.axis[k], point - box.center)) > box.half[k] + slack) return false;
    return true;
}

bool contains(const volume::Aabb& box, const Vec3& point, double /*norm*/) {
    const double slack = volume::fit_tolerance(box);
    const Vec3 arm = point - box.center;
    return !(std::abs(arm.x) > box.half.x + slack || std::abs(arm.y) > box.half.y + slack ||
             std::abs(arm.z) > box.half.z + slack);
}

bool contains(const volume::Sphere& sphere, const Vec3& point, double /*norm*/) {
    const Vec3 arm = point - sphere.center;
    return !(std::hypot(arm.x, arm.y, arm.z) > sphere.radius + volume::fit_tolerance(sphere));
}

template <int K>
bool contains(const volume::Kdop<K>& dop, const Vec3& point, double norm) {
    const double slack = volume::kdop_fit_tolerance(norm);
    for (std::size_t i = 0; i < K / 2; ++i) {
        const double along = dot(volume::directions<K>()[i], point);
        if (along > dop.hi(i) + slack || along < dop.lo(i) - slack) return false;
    }
    return true;
}

template <typename V>
Defect check_order(const Tree<V>& tree, const Mesh& mesh) {
    const std::size_t count = mesh.triangles().size();
    if (tree.order.size() != count || tree.triangles.size() != count)
        return fmt::format("the tree has {} triangles, the mesh {}", tree.order.size(), count);
    std::vector<bool> seen(count, false);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t triangle = tree.order[i];
        if (triangle >= count || seen[triangle])
            return fmt::format("place {} does not hold a new triangle", i);
        seen[triangle] = true;
        if (tree.triangles[i] != mesh.corners(triangle))
            return fmt::format("triangle {} has other corners", triangle);
        for (const Vec3& x : tree.triangles[i])
            if (!(std::abs(x.x) + std::abs(x.y) + std::abs(x.z) <= tree.norm))
                return fmt::format("triangle {} reaches beyond the norm", triangle);
    }
    return std::nullopt;
}

// Fills `parents`, indexed by Tree::slot(), with the parent of each inner node and leaf. Returns a defect if
// a link is invalid or a node has two parents.
template <typename V>
Defect find_parents(const Tree<V>& tree, std::vector<NodeId>& parents) {
    if (tree.inner.size() + 1 != tree.order.size())
        return fmt::format("{} inner nodes for {} triangles", tree.inner.size(), tree.order.size());
    if (!tree.leaf_volumes.empty() && tree.leaf_volumes.size() != tree.order.size())
        return "some leaves have volumes, and some have none";
    parents.assign(tree.inner.size() + tree.order.size(), leaf_bit);
    for (NodeId node = 0; node < tree.inner.size(); ++node) {
        for (const NodeId child : tree.children(node)) {
            const bool exists =
                is_leaf(child) ? place_of(child) < tree.order.size() : child < tree.inner.size();
            if (!exists) return fmt::format("node {} has a child that does not exist", node);
            if (!is_leaf(child) && child <= node) return fmt::format("node {} has a child before it", node);
            if (parents[tree.slot(child)] != leaf_bit)
                return fmt::format("a child of node {} has two parents", node);
            parents[tree.slot(child)] = node;
        }
    }
    return std::nullopt;
}

template <typename V>
Defect check(const Tree<V>& tree, const Mesh& mesh) {
    if (auto defect = check_order(tree, mesh)) return defect;
    if (tree.order.empty()) return tree.inner.empty() ? Defect() : Defect("nodes without triangles");
    std::vector<NodeId> parents;
    if (auto defect = find_parents(tree, parents)) return defect;
    for (std::uint32_t place = 0; place < tree.order.size(); ++place) {
        NodeId node = leaf_bit | place;
        while (true) {
            for (const Vec3& corner : tree.triangles[place])
                if (tree.has_volume(node) && !contains(tree.volume(node), corner, tree.norm))
                    return fmt::format("node {} does not contain triangle {}", node, tree.order[place]);
            if (node == tree.root()) break;
            node = parents[tree.slot(node)];
            if (node == leaf_bit) return fmt::format("triangle {} hangs in the air", tree.order[place]);
        }
    }
    return std::nullopt;
}

}  // namespace

Defect validate(const Tree<volume::Obb>& tree, const Mesh& mesh) {
    return check(tree, mesh);
}
Defect validate(const Tree<volume::Aabb>& tree, const Mesh& mesh) {
    return check(tree, mesh);
}
Defect validate(const Tree<volume::Sphere>& tree, const Mesh& mesh) {
    return check(tree, mesh);
}
template <int K>
Defect validate(const Tree<volume::Kdop<K>>& tree, const Mesh& mesh) {
    return check(tree, mesh);
}

#define ALLIDE_INSTANTIATE(K) template Defect validate<K>(const Tree<volume::Kdop<K>>&, const Mesh&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::tree
