#include "volume/as_obb.hpp"

#include "volume/kdop/realign_bases.hpp"

namespace allide::volume {
namespace {

// An axis-aligned box as an Obb, with its extents in descending order and enlarged to cover a few roundings.
Obb sorted_box(const Vec3& center, const std::array<double, 3>& half) {
    static constexpr std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    std::array<std::size_t, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return half[i] > half[j]; });
    Obb box;
    box.center = center;
    const double far = std::abs(center.x) + std::abs(center.y) + std::abs(center.z);
    const double slack = 64 * 0x1p-53 * (half[0] + half[1] + half[2] + far) + 0x1p-1050;
    for (std::size_t k = 0; k < 3; ++k) {
        box.axis[k] = axes[order[k]];
        box.half[k] = half[order[k]] + slack;
    }
    return box;
}

// Each coordinate axis as a linear combination of three directions of the k-DOP.
template <int K>
const std::array<Basis<K>, 3>& axis_bases() {
    static const std::array<Basis<K>, 3> bases = [] {
        std::array<Basis<K>, 3> made;
        const std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        for (std::size_t k = 0; k < 3; ++k) {
            const DirectionCone& cone = cone_around<K>(axes[k]);
            made[k] = make_basis<K>(axes[k], cone.direction, weights_in(cone, axes[k]));
        }
        return made;
    }();
    return bases;
}

}  // namespace

Obb as_obb(const Aabb& box) {
    return sorted_box(box.center, {box.half.x, box.half.y, box.half.z});
}

Obb as_obb(const Sphere& sphere) {
    return sorted_box(sphere.center, {sphere.radius, sphere.radius, sphere.radius});
}

template <int K>
Obb as_obb(const Kdop<K>& dop) {
    std::array<double, 3> low{}, high{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Basis<K>& basis = axis_bases<K>()[k];
        for (std::size_t j = 0; j < 3; ++j) {
            if (basis.weight[j] == 0) continue;  // 0 · infinity would be NaN
            low[k] += basis.weight[j] * dop.offset[basis.lower[j]];
            high[k] += basis.weight[j] * dop.offset[basis.upper[j]];
        }
    }
    return sorted_box(
        {0.5 * low[0] + 0.5 * high[0], 0.5 * low[1] + 0.5 * high[1], 0.5 * low[2] + 0.5 * high[2]},
        {0.5 * high[0] - 0.5 * low[0], 0.5 * high[1] - 0.5 * low[1], 0.5 * high[2] - 0.5 * low[2]});
}

#define ALLIDE_INSTANTIATE(K) template Obb as_obb<K>(const Kdop<K>&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
