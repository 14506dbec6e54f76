#include "tree/obb_tree.hpp"

#include "tree/build.hpp"

namespace allide::tree {
namespace {

// The first of the numbers for which the centre lies below the mean along an axis; 0 if this does not divide.
std::uint32_t divide_along(const Vec3& axis, const Vec3& origin, const Group& group) {
    using kernel::operator-;
    const auto along = [&](std::uint32_t i) { return kernel::dot(axis, group.centers[i] - origin); };
    double sum = 0;
    for (const std::uint32_t i : group.triangles) sum += along(i);
    const double mean = sum / static_cast<double>(group.triangles.size());
    const auto middle = std::stable_partition(group.triangles.begin(), group.triangles.end(),
                                              [&](std::uint32_t i) { return along(i) <= mean; });
    const auto left = static_cast<std::uint32_t>(middle - group.triangles.begin());
    return left == group.triangles.size() ? 0 : left;
}

}  // namespace

Tree<volume::Obb> build_obb_tree(const Mesh& mesh) {
    const auto divide = [](const volume::Obb& box, const Group& group) {
        for (const Vec3& axis : box.axis)
            if (const std::uint32_t left = divide_along(axis, box.center, group)) return left;
        return 0u;
    };
    return build_top_down<volume::Obb>(mesh, volume::fit_obb, divide);
}

}  // namespace allide::tree
