// Uses exact support points of the node's convex hull (Klosowski et al. 1998), which gives the tightest
// result of all strategies. Nodes without a hull are realigned by zachmann.
#include "volume/kdop/realign.hpp"

namespace allide::volume {
namespace {

template <int K>
class HullRealigner final : public Realigner<K> {
  public:
    HullRealigner(const TurnedDirections<K>& turned, const NodeHulls& hulls, double inflation)
        : turned_(turned),
          hulls_(&hulls),
          without_hull_(realign_by_zachmann(turned)),
          margin_(turned.margin(1) + turned.stretched(inflation)) {
        for (std::size_t i = 0; i < K / 2; ++i) seed_[i] = nearest_direction_to<K>(turned.direction[i]);
    }

    typename Realigner<K>::Result realign(const Kdop<K>& dop, std::uint32_t slot) const override {
        using kernel::operator*;
        if (!hulls_->has(slot)) return without_hull_->realign(dop, slot);
        NodeHulls::Climber climber(*hulls_, slot, turned_.norm_b);
        typename Realigner<K>::Result result;
        for (std::size_t i = 0; i < K / 2; ++i) {
            const Vec3& direction = turned_.direction[i];
            const std::size_t seed = seed_[i], opposite = (seed + K / 2) % K;
            result.dop.hi(i) = climber.support(direction, seed) + turned_.shift[i] + margin_;
            result.dop.lo(i) = -climber.support(-1.0 * direction, opposite) + turned_.shift[i] - margin_;
        }
        result.multiplications = climber.multiplications();
        return result;
    }
    double margin() const override { return std::max(margin_, without_hull_->margin()); }

  private:
    TurnedDirections<K> turned_;
    const NodeHulls* hulls_;
    std::unique_ptr<Realigner<K>> without_hull_;
    double margin_;
    std::array<std::size_t, K / 2> seed_;
};

}  // namespace

template <int K>
std::unique_ptr<Realigner<K>> realign_by_hulls(const TurnedDirections<K>& turned, const NodeHulls& hulls,
                                               double inflation) {
    return std::make_unique<HullRealigner<K>>(turned, hulls, inflation);
}

#define ALLIDE_INSTANTIATE(K)                                                                                \
    template std::unique_ptr<Realigner<K>> realign_by_hulls<K>(const TurnedDirections<K>&, const NodeHulls&, \
                                                               double);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
