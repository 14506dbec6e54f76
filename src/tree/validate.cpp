#include "tree/validate.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace allide::tree {
namespace {

using kernel::dot;
using kernel::operator-;

bool contains(const volume::Obb& box, const Vec3& point) {
    const double slack = volume::fit_tolerance(box);
    for (std::size_t k = 0; k < 3; ++k)
        // Written so that NaN, from coordinates that overflow, counts as inside: such a box overlaps
        // everything.
        if (std::abs(dot(box.axis[k], point - box.center)) > box.half[k] + slack) return false;
    return true;
}

std::optional<std::string> check_order(const Tree<volume::Obb>& tree, const Mesh& mesh) {
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

}  // namespace

std::optional<std::string> validate(const Tree<volume::Obb>& tree, const Mesh& mesh) {
    if (auto defect = check_order(tree, mesh)) return defect;
    if (tree.nodes.empty())
        return mesh.triangles().empty() ? std::nullopt : std::optional("the tree has no root");
    std::vector<std::uint32_t> stack{0};
    std::vector<bool> reached(tree.nodes.size(), false), covered(tree.order.size(), false);
    std::vector<std::uint32_t> parent(tree.nodes.size(), 0);
    while (!stack.empty()) {
        const std::uint32_t index = stack.back();
        stack.pop_back();
        const auto& node = tree.nodes[index];
        if (reached[index]) return fmt::format("node {} is reached twice", index);
        reached[index] = true;
        if (!node.leaf()) {
            if (node.first + 1 >= tree.nodes.size()) return fmt::format("node {} has no children", index);
            for (const std::uint32_t child : {node.first, node.first + 1}) {
                parent[child] = index;
                stack.push_back(child);
            }
            continue;
        }
        if (node.first + std::size_t{node.count} > tree.order.size())
            return fmt::format("leaf {} ends beyond the triangles", index);
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (covered[i]) return fmt::format("place {} is in two leaves", i);
            covered[i] = true;
            for (std::uint32_t above = index;; above = parent[above]) {
                for (const Vec3& corner : tree.triangles[i])
                    if (!contains(tree.nodes[above].volume, corner))
                        return fmt::format("node {} does not contain triangle {}", above, tree.order[i]);
                if (above == 0) break;
            }
        }
    }
    if (std::find(reached.begin(), reached.end(), false) != reached.end()) return "a node is never reached";
    if (std::find(covered.begin(), covered.end(), false) != covered.end()) return "a triangle is in no leaf";
    return std::nullopt;
}

}  // namespace allide::tree
