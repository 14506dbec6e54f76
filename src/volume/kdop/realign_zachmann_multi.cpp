// Takes the tightest of several bounds. Besides Zachmann's three planes, each direction uses some
// neighbouring bases: a fourth plane enters, and the plane whose weight would become negative first leaves,
// as in a step of the simplex method. For elongated or flat nodes, one of these is often tighter.
#include "volume/kdop/realign_bases.hpp"

namespace allide::volume {
namespace {

constexpr std::size_t bases_per_direction = 4;
// Largest allowed sum of the weights; a larger sum indicates nearly coplanar directions.
constexpr double largest_sum = 8;

// The basis in which `entering` replaces one of the cone's directions; empty if that is not useful. In the
// cone, `direction` has the weights y and `entering` has the weights z.
template <int K>
std::optional<Basis<K>> exchanged(const DirectionCone& cone, const Vec3& direction,
                                  const std::array<double, 3>& y, int entering) {
    const std::array<double, 3> z = weights_in(cone, directions<K>()[static_cast<std::size_t>(entering)]);
    std::size_t leaving = 3;
    double step = largest_sum;
    for (std::size_t j = 0; j < 3; ++j) {
        if (z[j] < 1e-6 || std::max(y[j], 0.0) / z[j] >= step) continue;
        step = std::max(y[j], 0.0) / z[j];
        leaving = j;
    }
    // If the plane would enter with weight 0, nothing would change.
    if (leaving == 3 || step < 1e-6) return std::nullopt;
    std::array<int, 3> planes = cone.direction;
    std::array<double, 3> weights;
    for (std::size_t j = 0; j < 3; ++j) weights[j] = y[j] - step * z[j];
    planes[leaving] = entering;
    weights[leaving] = step;
    return make_basis<K>(direction, planes, weights);
}

template <int K>
std::array<Basis<K>, bases_per_direction> bases_of(const Vec3& direction) {
    const DirectionCone& cone = cone_around<K>(direction);
    const std::array<double, 3> y = weights_in(cone, direction);
    const Basis<K> first = make_basis<K>(direction, cone.direction, y);
    std::vector<Basis<K>> others;
    for (int entering = 0; entering < K; ++entering) {
        if (std::find(cone.direction.begin(), cone.direction.end(), entering) != cone.direction.end())
            continue;
        const std::optional<Basis<K>> basis = exchanged<K>(cone, direction, y, entering);
        if (basis && basis->sum < largest_sum) others.push_back(*basis);
    }
    // Sorted by the sum of the weights: the bases with the smallest sums are the tightest for a round node.
    std::stable_sort(others.begin(), others.end(),
                     [](const Basis<K>& a, const Basis<K>& b) { return a.sum < b.sum; });
    std::array<Basis<K>, bases_per_direction> bases;
    bases.fill(first);
    for (std::size_t n = 1; n < bases_per_direction && n <= others.size(); ++n) bases[n] = others[n - 1];
    return bases;
}

}  // namespace

template <int K>
std::unique_ptr<Realigner<K>> realign_by_several_bases(const TurnedDirections<K>& turned) {
    typename BasesRealigner<K, bases_per_direction>::Bases bases;
    for (std::size_t i = 0; i < K / 2; ++i) bases[i] = bases_of<K>(turned.direction[i]);
    return std::make_unique<BasesRealigner<K, bases_per_direction>>(turned, bases);
}

#define ALLIDE_INSTANTIATE(K) \
    template std::unique_ptr<Realigner<K>> realign_by_several_bases<K>(const TurnedDirections<K>&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
