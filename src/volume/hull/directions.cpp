#include "volume/hull/directions.hpp"

#include "kernel/pose/vec.hpp"
#include "volume/hull/convex_hull.hpp"

#include <cmath>

namespace allide::volume {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator*;

const std::vector<Vec3> cube{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<Vec3> octahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
const std::vector<Vec3> rhombic{{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
const std::vector<Vec3> oblique{{2, 1, 1},  {2, 1, -1},  {2, -1, 1}, {2, -1, -1}, {1, 2, 1},  {1, 2, -1},
                                {-1, 2, 1}, {-1, 2, -1}, {1, 1, 2},  {1, -1, 2},  {-1, 1, 2}, {-1, -1, 2}};

// The face normals of a dodecahedron, which point to the corners of an icosahedron.
std::vector<Vec3> dodecahedron() {
    const double golden = 0.5 * (1 + std::sqrt(5.0));
    return {{0, 1, golden},  {1, golden, 0},  {golden, 0, 1},
            {0, 1, -golden}, {1, -golden, 0}, {-golden, 0, 1}};
}

std::vector<Vec3> joined(std::initializer_list<std::vector<Vec3>> sets) {
    std::vector<Vec3> all;
    for (const auto& set : sets) all.insert(all.end(), set.begin(), set.end());
    return all;
}

std::vector<Vec3> one_of_each_pair(int k) {
    switch (k) {
        case 6:
            return cube;
        case 8:
            return octahedron;
        case 12:
            return dodecahedron();
        case 14:
            return joined({cube, octahedron});
        case 18:
            return joined({cube, rhombic});
        case 26:
            return joined({cube, octahedron, rhombic});
        default:
            return joined({cube, octahedron, rhombic, oblique});
    }
}

template <int K>
std::array<Vec3, K> unit_directions() {
    std::array<Vec3, K> all;
    const std::vector<Vec3> half = one_of_each_pair(K);
    for (std::size_t i = 0; i < half.size(); ++i) {
        all[i] = (1 / std::sqrt(dot(half[i], half[i]))) * half[i];
        all[i + half.size()] = -1.0 * all[i];
    }
    return all;
}

DirectionCone cone_of(std::span<const Vec3> all, const std::array<std::uint32_t, 3>& facet) {
    DirectionCone cone;
    const Vec3 &a = all[facet[0]], &b = all[facet[1]], &c = all[facet[2]];
    const double det = dot(a, cross(b, c));
    for (std::size_t j = 0; j < 3; ++j) cone.direction[j] = static_cast<int>(facet[j]);
    cone.dual = {(1 / det) * cross(b, c), (1 / det) * cross(c, a), (1 / det) * cross(a, b)};
    cone.corner = cone.dual[0] + cone.dual[1] + cone.dual[2];
    return cone;
}

// One cone per facet of the convex hull of the directions. The hull's polar body is the unit k-DOP.
template <int K>
std::vector<DirectionCone> cones() {
    std::vector<DirectionCone> all;
    for (const auto& facet : convex_hull(directions<K>()).facets)
        all.push_back(cone_of(directions<K>(), facet));
    return all;
}

}  // namespace

template <int K>
const std::array<Vec3, K>& directions() {
    static const std::array<Vec3, K> all = unit_directions<K>();
    return all;
}

template <int K>
std::size_t nearest_direction_to(const Vec3& v) {
    const auto& all = directions<K>();
    std::size_t best = 0;
    for (std::size_t i = 1; i < K; ++i)
        if (dot(v, all[i]) > dot(v, all[best])) best = i;
    return best;
}

template <int K>
const std::vector<DirectionCone>& direction_cones() {
    static const std::vector<DirectionCone> all = cones<K>();
    return all;
}

// The unit vector with the largest angle to its nearest direction points to the farthest corner of the unit
// k-DOP. That corner is at the distance 1 / aperture.
template <int K>
double aperture() {
    double farthest = 0;
    for (const DirectionCone& cone : direction_cones<K>())
        farthest = std::max(farthest, dot(cone.corner, cone.corner));
    return 1 / std::sqrt(farthest);
}

#define ALLIDE_INSTANTIATE(K)                                        \
    template const std::array<Vec3, K>& directions<K>();             \
    template std::size_t nearest_direction_to<K>(const Vec3&);       \
    template const std::vector<DirectionCone>& direction_cones<K>(); \
    template double aperture<K>();
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
