// Uses only three slabs, as van den Bergen does for boxes (1997): each direction is a combination of the
// first three directions of the set. These are the coordinate axes if the set contains them.
#include "volume/kdop/realign_bases.hpp"

namespace allide::volume {

template <int K>
std::unique_ptr<Realigner<K>> realign_by_major_axes(const TurnedDirections<K>& turned) {
    using kernel::cross;
    using kernel::dot;
    const auto& all = directions<K>();
    const double det = dot(all[0], cross(all[1], all[2]));
    const std::array<Vec3, 3> crosses{cross(all[1], all[2]), cross(all[2], all[0]), cross(all[0], all[1])};
    typename BasesRealigner<K, 1>::Bases bases;
    for (std::size_t i = 0; i < K / 2; ++i) {
        std::array<int, 3> planes{};
        std::array<double, 3> weights{};
        for (std::size_t j = 0; j < 3; ++j) {
            const double weight = dot(crosses[j], turned.direction[i]) / det;
            planes[j] = static_cast<int>(j) + (weight < 0 ? K / 2 : 0);
            weights[j] = std::abs(weight);
        }
        bases[i][0] = make_basis<K>(turned.direction[i], planes, weights);
    }
    return std::make_unique<BasesRealigner<K, 1>>(turned, bases);
}

#define ALLIDE_INSTANTIATE(K) \
    template std::unique_ptr<Realigner<K>> realign_by_major_axes<K>(const TurnedDirections<K>&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
