// Realignment by lookup in occupancy tables. For each rotated direction D', let D be the nearest of B's own
// directions. The offset along D is multiplied by a factor, which depends on the angle between D and D' and
// on the outermost ring around D that contains points.
#include "volume/kdop/realign.hpp"

#include <bit>

namespace allide::volume {
namespace {

template <int K>
struct NearestDirection {
    std::size_t upper, lower;                        // directions nearest to D' and to its opposite
    std::array<double, occupancy_rings + 1> factor;  // indexed by the outermost ring that contains points
    double beyond;                                   // factor for points outside the cone
};

template <int K>
NearestDirection<K> nearest_direction(const Vec3& turned) {
    const auto& all = directions<K>();
    const OccupancyCone<K>& cone = occupancy_cone<K>();
    const std::size_t best = nearest_direction_to<K>(turned);
    // The rotated direction has length 1 only up to the poses' deviation; all factors include its length.
    const double cosine = kernel::dot(turned, all[best]);
    const Vec3 across = kernel::cross(turned, all[best]);
    const double sine = std::sqrt(kernel::dot(across, across));
    const double length = std::sqrt(kernel::dot(turned, turned));
    NearestDirection<K> nearest;
    nearest.upper = best;
    nearest.lower = (best + K / 2) % K;
    for (std::size_t j = 0; j <= occupancy_rings; ++j)
        nearest.factor[j] = j == 0 ? length : std::max(length, cosine + sine * cone.ring_tangent[j]);
    nearest.beyond = cosine * cone.cosine + sine * cone.sine;
    return nearest;
}

template <int K>
class OccupancyRealigner final : public Realigner<K> {
  public:
    OccupancyRealigner(const TurnedDirections<K>& turned, const OccupancyTables<K>& tables, double inflation)
        : turned_(turned), tables_(&tables), margin_(turned.margin(8) + turned.stretched(inflation)) {
        for (std::size_t i = 0; i < K / 2; ++i) nearest_[i] = nearest_direction<K>(turned.direction[i]);
    }

    typename Realigner<K>::Result realign(const Kdop<K>& /*dop*/, std::uint32_t slot) const override {
        const Occupancy<K>& table = tables_->nodes[slot];
        typename Realigner<K>::Result result{{}, 2 * K + 3 * (K / 2)};
        for (std::size_t i = 0; i < K / 2; ++i) {
            const double center = kernel::dot(turned_.direction[i], table.center) + turned_.shift[i];
            result.dop.hi(i) = center + scaled(table, nearest_[i], nearest_[i].upper) + margin_;
            result.dop.lo(i) = center - scaled(table, nearest_[i], nearest_[i].lower) - margin_;
        }
        return result;
    }
    double margin() const override { return margin_; }

  private:
    static double scaled(const Occupancy<K>& table, const NearestDirection<K>& nearest, std::size_t i) {
        const auto outermost = static_cast<std::size_t>(std::bit_width(table.rings[i] & ~beyond_all_rings));
        return std::max(table.reach[i] * nearest.factor[outermost], table.beyond[i] * nearest.beyond);
    }

    TurnedDirections<K> turned_;
    const OccupancyTables<K>* tables_;
    std::array<NearestDirection<K>, K / 2> nearest_;
    double margin_;
};

}  // namespace

template <int K>
std::unique_ptr<Realigner<K>> realign_by_occupancy(const TurnedDirections<K>& turned,
                                                   const OccupancyTables<K>& tables, double inflation) {
    return std::make_unique<OccupancyRealigner<K>>(turned, tables, inflation);
}

#define ALLIDE_INSTANTIATE(K)                                                                  \
    template std::unique_ptr<Realigner<K>> realign_by_occupancy<K>(const TurnedDirections<K>&, \
                                                                   const OccupancyTables<K>&, double);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
