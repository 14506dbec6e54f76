// Top-down construction for any volume: fit a volume to a group of triangles, divide the group, go on.
#pragma once

#include "kernel/vec.hpp"
#include "tree/tree.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace allide::tree {

// A group of triangles on its way to become a node: numbers in the mesh, and their centres.
struct Group {
    std::span<std::uint32_t> triangles;
    std::span<const Vec3> centers;  // of all triangles of the mesh, by number
};

// fit(points) gives a volume; divide(volume, group) reorders the group and says how many come first, or 0 if
// the group is indivisible and becomes a leaf.
template <typename V, typename Fit, typename Divide>
Tree<V> build_top_down(const Mesh& mesh, Fit&& fit, Divide&& divide) {
    using kernel::operator+;
    using kernel::operator*;
    Tree<V> tree;
    const auto triangles = mesh.triangles();
    const auto count = static_cast<std::uint32_t>(triangles.size());
    if (count == 0) return tree;
    std::vector<Vec3> centers(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto [a, b, c] = mesh.corners(i);
        for (const Vec3& x : {a, b, c})
            tree.norm = std::max(tree.norm, std::abs(x.x) + std::abs(x.y) + std::abs(x.z));
        centers[i] = (1.0 / 3) * a + (1.0 / 3) * b + (1.0 / 3) * c;  // thirds first: a sum may overflow
    }
    tree.norm *= 1 + 0x1p-50;
    tree.order.resize(count);
    std::iota(tree.order.begin(), tree.order.end(), 0u);

    std::vector<std::uint32_t> last_user(mesh.vertices().size(), 0);
    std::vector<Vec3> points;
    std::uint32_t user = 0;
    const auto points_of = [&](std::span<const std::uint32_t> group) {
        points.clear();
        ++user;
        for (const std::uint32_t triangle : group) {
            for (const std::uint32_t vertex : triangles[triangle]) {
                if (last_user[vertex] == user) continue;
                last_user[vertex] = user;
                points.push_back(mesh.vertices()[vertex]);
            }
        }
        return std::span<const Vec3>(points);
    };

    struct Work {
        std::uint32_t node, begin, end;
    };
    tree.nodes.reserve(2 * static_cast<std::size_t>(count));
    tree.nodes.emplace_back();
    std::vector<Work> work{{0, 0, count}};
    while (!work.empty()) {
        const auto [node, begin, end] = work.back();
        work.pop_back();
        const Group group{std::span(tree.order).subspan(begin, end - begin), centers};
        V volume = fit(points_of(group.triangles));
        const std::uint32_t left = end - begin == 1 ? 0 : divide(volume, group);
        tree.nodes[node].volume = volume;
        if (left == 0) {
            tree.nodes[node].first = begin;
            tree.nodes[node].count = end - begin;
            continue;
        }
        const auto child = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes[node].first = child;
        tree.nodes.emplace_back();
        tree.nodes.emplace_back();
        work.push_back({child + 1, begin + left, end});
        work.push_back({child, begin, begin + left});
    }
    tree.triangles.reserve(count);
    for (const std::uint32_t triangle : tree.order) tree.triangles.push_back(mesh.corners(triangle));
    return tree;
}

}  // namespace allide::tree
