#include "volume/kdop/occupancy.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::volume {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

constexpr double doubt = 32 * 0x1p-53;  // a point this close to a ring's border counts as outside the ring

double length_of(const Vec3& v) {
    return std::hypot(v.x, v.y, v.z);
}

Vec3 mean_of(std::span<const Vec3> points) {
    Vec3 sum;
    const double share = 1 / static_cast<double>(points.size());
    for (const Vec3& p : points) sum = sum + share * p;
    return sum;
}

// The ring of a point at this cosine from the cone's axis: 1 … 31, or 32 if it is outside the cone.
template <int K>
std::size_t ring_of(double cosine) {
    const OccupancyCone<K>& cone = occupancy_cone<K>();
    const auto first_within = std::find_if(cone.ring_cosine.begin() + 1, cone.ring_cosine.end(),
                                           [&](double rim) { return cosine - doubt >= rim; });
    return static_cast<std::size_t>(first_within - cone.ring_cosine.begin());
}

// Records one point in the table of direction i. `arm` is the point relative to the centre, `far` its length.
template <int K>
void note_point(Occupancy<K>& table, std::size_t i, const Vec3& arm, double far) {
    if (far * (1 + doubt) <= table.reach[i]) return;
    const Vec3& direction = directions<K>()[i];
    const double along = dot(direction, arm);
    const std::size_t ring = ring_of<K>(along / far);
    table.rings[i] |= std::uint32_t{1} << (ring - 1);
    if (ring <= occupancy_rings) return;
    const OccupancyCone<K>& cone = occupancy_cone<K>();
    const double on_rim = along * cone.cosine + length_of(cross(arm, direction)) * cone.sine;
    table.beyond[i] = std::max(table.beyond[i], on_rim);
}

}  // namespace

template <int K>
const OccupancyCone<K>& occupancy_cone() {
    static const OccupancyCone<K> cone = [] {
        OccupancyCone<K> made;
        made.cosine = aperture<K>() - doubt;
        made.sine = std::sqrt((1 - made.cosine) * (1 + made.cosine));
        for (std::size_t j = 0; j <= occupancy_rings; ++j) {
            const double below_one = static_cast<double>(j) * (1 - made.cosine) / occupancy_rings;
            made.ring_cosine[j] = 1 - below_one;
            made.ring_tangent[j] = std::sqrt(below_one * (2 - below_one)) / made.ring_cosine[j];
        }
        return made;
    }();
    return cone;
}

template <int K>
Occupancy<K> fit_occupancy(std::span<const Vec3> points) {
    Occupancy<K> table;
    if (points.empty()) return table;
    table.center = mean_of(points);
    for (const Vec3& p : points)
        for (std::size_t i = 0; i < K; ++i)
            table.reach[i] = std::max(table.reach[i], dot(directions<K>()[i], p - table.center));
    for (const Vec3& p : points) {
        const Vec3 arm = p - table.center;
        const double far = length_of(arm);
        if (far == 0) continue;
        for (std::size_t i = 0; i < K; ++i) note_point(table, i, arm, far);
    }
    return table;
}

#define ALLIDE_INSTANTIATE(K)                             \
    template const OccupancyCone<K>& occupancy_cone<K>(); \
    template Occupancy<K> fit_occupancy<K>(std::span<const Vec3>);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
