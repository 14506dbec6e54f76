#include "tree/binary/split_axes.hpp"

#include <algorithm>

namespace allide::tree {
namespace {

std::vector<SplitAxis> longest_first(std::vector<SplitAxis> axes) {
    std::stable_sort(axes.begin(), axes.end(),
                     [](const SplitAxis& a, const SplitAxis& b) { return a.extent() > b.extent(); });
    return axes;
}

std::vector<SplitAxis> coordinate_axes(const Vec3& low, const Vec3& high) {
    return longest_first(
        {{{1, 0, 0}, low.x, high.x}, {{0, 1, 0}, low.y, high.y}, {{0, 0, 1}, low.z, high.z}});
}

}  // namespace

std::vector<SplitAxis> split_axes(const volume::Obb& box, const Group& /*group*/) {
    std::vector<SplitAxis> axes;
    for (std::size_t k = 0; k < 3; ++k) {
        const double middle = kernel::dot(box.axis[k], box.center);
        axes.push_back({box.axis[k], middle - box.half[k], middle + box.half[k]});
    }
    return axes;  // already sorted: a fitted box has its longest axis first
}

std::vector<SplitAxis> split_axes(const volume::Aabb& box, const Group& /*group*/) {
    using kernel::operator+;
    using kernel::operator-;
    return coordinate_axes(box.center - box.half, box.center + box.half);
}

std::vector<SplitAxis> split_axes(const volume::Sphere& /*sphere*/, const Group& group) {
    Vec3 low = group.centers[group.triangles.front()], high = low;
    for (const std::uint32_t i : group.triangles) {
        const Vec3& c = group.centers[i];
        low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
        high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
    }
    return coordinate_axes(low, high);
}

template <int K>
std::vector<SplitAxis> split_axes(const volume::Kdop<K>& dop, const Group& /*group*/) {
    std::vector<SplitAxis> axes;
    for (std::size_t i = 0; i < K / 2; ++i)
        axes.push_back({volume::directions<K>()[i], dop.lo(i), dop.hi(i)});
    return longest_first(std::move(axes));
}

#define ALLIDE_INSTANTIATE(K) \
    template std::vector<SplitAxis> split_axes<K>(const volume::Kdop<K>&, const Group&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::tree
