// Projects all corners of the node's own k-DOP: the tightest result that the offsets of the k-DOP alone allow
// (Klosowski et al. 1998).
#include "volume/kdop/realign.hpp"

namespace allide::volume {
namespace {

template <int K>
class CornersRealigner final : public Realigner<K> {
  public:
    CornersRealigner(const TurnedDirections<K>& turned, const CornerLists& lists)
        : turned_(turned), lists_(&lists), margin_(turned.margin(4) + 2 * lists.error) {}

    typename Realigner<K>::Result realign(const Kdop<K>& /*dop*/, std::uint32_t slot) const override {
        const auto [first, count] = lists_->ranges[slot];
        typename Realigner<K>::Result result{Kdop<K>::empty(), std::uint64_t{3} * count * (K / 2)};
        if (count == 0)
            return {Kdop<K>::everything(), 0};  // no corners stored: the coordinates are out of range
        Kdop<K>& dop = result.dop;
        for (std::uint32_t c = first; c < first + count; ++c) {
            for (std::size_t i = 0; i < K / 2; ++i) {
                const double along = kernel::dot(turned_.direction[i], lists_->corners[c]);
                dop.lo(i) = std::min(dop.lo(i), along);
                dop.hi(i) = std::max(dop.hi(i), along);
            }
        }
        for (std::size_t i = 0; i < K / 2; ++i) {
            dop.lo(i) += turned_.shift[i] - margin_;
            dop.hi(i) += turned_.shift[i] + margin_;
        }
        return result;
    }
    double margin() const override { return margin_; }

  private:
    TurnedDirections<K> turned_;
    const CornerLists* lists_;
    double margin_;
};

}  // namespace

template <int K>
std::unique_ptr<Realigner<K>> realign_by_corners(const TurnedDirections<K>& turned,
                                                 const CornerLists& corners) {
    return std::make_unique<CornersRealigner<K>>(turned, corners);
}

#define ALLIDE_INSTANTIATE(K)                                                                \
    template std::unique_ptr<Realigner<K>> realign_by_corners<K>(const TurnedDirections<K>&, \
                                                                 const CornerLists&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
