#include "tree/wide/statistics.hpp"

#include "kernel/pose/vec.hpp"
#include "volume/measure.hpp"

#include <algorithm>
#include <cmath>

namespace allide::tree {

using kernel::operator+;

std::vector<std::uint64_t> leaves_at_depth(const WideTree& tree) {
    std::vector<std::uint64_t> counts;
    std::vector<std::size_t> depth(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // a parent comes before its children
        const WideNode& node = tree.nodes[i];
        if (node.leaf) {
            if (counts.size() <= depth[i]) counts.resize(depth[i] + 1, 0);
            ++counts[depth[i]];
            continue;
        }
        for (std::uint32_t child = node.first; child < node.first + node.count; ++child)
            depth[child] = depth[i] + 1;
    }
    return counts;
}

volume::Obb box_of(const WideTree& tree, std::uint32_t index) {
    const WideNode& node = tree.nodes[index];
    const auto in_mesh = [&](double x) { return std::ldexp(x, tree.exponent); };
    volume::Obb box;
    box.center =
        tree.center + Vec3{in_mesh(node.center[0]), in_mesh(node.center[1]), in_mesh(node.center[2])};
    std::array<std::size_t, 3> by_size{0, 1, 2};
    std::stable_sort(by_size.begin(), by_size.end(),
                     [&](std::size_t i, std::size_t j) { return node.step[i] > node.step[j]; });
    // Float axes are orthonormal only to 2⁻²³, an Obb's to the last bit: the box is enlarged to compensate.
    const double sum = node.step[0] + node.step[1] + node.step[2];
    Vec3 axes[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t from = 3 * by_size[k];
        axes[k] = {node.axis[from], node.axis[from + 1], node.axis[from + 2]};
        box.half[k] = in_mesh(box_reach * (node.step[by_size[k]] + 0x1p-20 * sum));
    }
    const auto unit = [](const Vec3& x) {
        const double length = std::sqrt(kernel::dot(x, x));
        return Vec3{x.x / length, x.y / length, x.z / length};
    };
    const double turn = kernel::dot(axes[0], kernel::cross(axes[1], axes[2])) < 0 ? -1 : 1;
    box.axis[0] = unit(axes[0]);
    box.axis[2] = unit(kernel::cross(axes[0], axes[1]));
    box.axis[1] = unit(kernel::cross(box.axis[2], box.axis[0]));
    if (turn < 0) box.axis[2] = {-box.axis[2].x, -box.axis[2].y, -box.axis[2].z};
    return box;
}

Contents contents(const WideTree& tree) {
    Contents sums;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const WideNode& node = tree.nodes[i];
        sums.total += volume::content(box_of(tree, i));
        if (node.leaf) continue;
        for (std::uint32_t x = node.first; x < node.first + node.count; ++x)
            for (std::uint32_t y = x + 1; y < node.first + node.count; ++y)
                sums.common += volume::common_content(box_of(tree, x), box_of(tree, y));
    }
    return sums;
}

}  // namespace allide::tree
