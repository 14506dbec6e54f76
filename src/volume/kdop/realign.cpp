#include "volume/kdop/realign.hpp"

#include "base/infinity.hpp"
#include "volume/box/range.hpp"

namespace allide::volume {

template <int K>
TurnedDirections<K>::TurnedDirections(const kernel::RelativePose& b_in_a, double norm_a, double whole_norm_b)
    : norm_b(std::min(whole_norm_b, 2 * largest_safe)) {
    const auto& r = b_in_a.rotation;
    for (std::size_t i = 0; i < K / 2; ++i) {
        const Vec3& d = directions<K>()[i];
        direction[i] = {r[0] * d.x + r[3] * d.y + r[6] * d.z, r[1] * d.x + r[4] * d.y + r[7] * d.z,
                        r[2] * d.x + r[5] * d.y + r[8] * d.z};
        shift[i] = kernel::dot(d, b_in_a.translation);
    }
    const double reach = norm_a + norm_b + b_in_a.offset_norm;
    fixed_ = may_overflow(b_in_a, norm_a, whole_norm_b) ? base::infinity : 128 * 0x1p-53 * reach + 0x1p-1040;
    per_weight_ = 64 * 0x1p-53 * (norm_b + b_in_a.offset_norm);
}

template <int K>
std::unique_ptr<Realigner<K>> make_realigner(Realign realign, const TurnedDirections<K>& turned,
                                             const RealignData<K>& data, double inflation) {
    switch (realign) {
        case Realign::zachmann_multi:
            return realign_by_several_bases(turned);
        case Realign::major_axes:
            return realign_by_major_axes(turned);
        case Realign::vertices:
            return realign_by_corners(turned, std::get<CornerLists>(data));
        case Realign::occupancy:
            return realign_by_occupancy(turned, std::get<OccupancyTables<K>>(data), inflation);
        case Realign::hill_climb:
            return realign_by_hulls(turned, std::get<NodeHulls>(data), inflation);
        case Realign::automatic:
        case Realign::zachmann:
            break;
    }
    return realign_by_zachmann(turned);
}

#define ALLIDE_INSTANTIATE(K)                                                                     \
    template struct TurnedDirections<K>;                                                          \
    template std::unique_ptr<Realigner<K>> make_realigner<K>(Realign, const TurnedDirections<K>&, \
                                                             const RealignData<K>&, double);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
