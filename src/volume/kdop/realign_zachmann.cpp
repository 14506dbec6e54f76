// Zachmann, "Rapid collision detection by dynamically aligned DOP-trees" (1998): each direction uses the
// three planes that meet in the unit k-DOP's farthest corner in that direction, found once per query.
#include "volume/kdop/realign_bases.hpp"

namespace allide::volume {

template <int K>
std::unique_ptr<Realigner<K>> realign_by_zachmann(const TurnedDirections<K>& turned) {
    typename BasesRealigner<K, 1>::Bases bases;
    for (std::size_t i = 0; i < K / 2; ++i) {
        const Vec3& direction = turned.direction[i];
        const DirectionCone& cone = cone_around<K>(direction);
        bases[i][0] = make_basis<K>(direction, cone.direction, weights_in(cone, direction));
    }
    return std::make_unique<BasesRealigner<K, 1>>(turned, bases);
}

#define ALLIDE_INSTANTIATE(K) \
    template std::unique_ptr<Realigner<K>> realign_by_zachmann<K>(const TurnedDirections<K>&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
