// Shared by the strategies zachmann, zachmann_multi and major_axes. A direction is written as a combination
// of three directions of the k-DOP with weights y ≥ 0. If these directions have the offsets d, then y₁d₁ +
// y₂d₂ + y₃d₃ is a valid bound along the direction, whether tight or not.
#pragma once

#include "base/infinity.hpp"
#include "volume/kdop/realign.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace allide::volume {

// A direction as a combination of the normals of three slabs. Its upper bound is Σ weight · offset[upper],
// its lower bound Σ weight · offset[lower]; a negative weight swaps the two planes of its slab.
template <int K>
struct Basis {
    std::array<double, 3> weight{};
    std::array<std::uint32_t, 3> upper{}, lower{};  // indices of the offsets for the upper and lower bound
    double sum = 0;                                 // sum of the absolute values of the weights
    double residual = 0;  // largest component of the error of the combination with rounded weights
};

// Makes the basis of `direction` from three planes (0 … K − 1). Weights that rounding made negative become 0.
template <int K>
Basis<K> make_basis(const Vec3& direction, const std::array<int, 3>& planes, std::array<double, 3> weights) {
    using kernel::operator-;
    using kernel::operator*;
    Basis<K> basis;
    Vec3 rest = direction;
    for (std::size_t j = 0; j < 3; ++j) {
        const bool opposite = planes[j] >= K / 2;
        const int slab = opposite ? planes[j] - K / 2 : planes[j];
        const double weight = std::max(weights[j], 0.0);
        basis.weight[j] = opposite ? -weight : weight;
        basis.upper[j] = static_cast<std::uint32_t>(opposite ? slab : slab + K / 2);
        basis.lower[j] = static_cast<std::uint32_t>(opposite ? slab + K / 2 : slab);
        basis.sum += weight;
        rest = rest - weight * directions<K>()[static_cast<std::size_t>(planes[j])];
    }
    basis.residual = kernel::largest(rest);
    return basis;
}

inline std::array<double, 3> weights_in(const DirectionCone& cone, const Vec3& direction) {
    return {kernel::dot(cone.dual[0], direction), kernel::dot(cone.dual[1], direction),
            kernel::dot(cone.dual[2], direction)};
}

// The cone that contains `direction`: its corner is the farthest corner of the unit k-DOP in that direction.
// If more than three planes meet at that corner, several cones share it, and the one whose smallest weight is
// largest is chosen.
template <int K>
const DirectionCone& cone_around(const Vec3& direction) {
    const std::vector<DirectionCone>& cones = direction_cones<K>();
    double farthest = kernel::dot(cones.front().corner, direction);
    for (const DirectionCone& cone : cones)
        farthest = std::max(farthest, kernel::dot(cone.corner, direction));
    const DirectionCone* best = &cones.front();
    double best_weight = -base::infinity;
    for (const DirectionCone& cone : cones) {
        if (kernel::dot(cone.corner, direction) < farthest - 1e-9) continue;
        const std::array<double, 3> weights = weights_in(cone, direction);
        const double least = std::min({weights[0], weights[1], weights[2]});
        if (least > best_weight) {
            best_weight = least;
            best = &cone;
        }
    }
    return *best;
}

// Uses the tightest of N bases for each direction. If a direction has fewer, one is repeated.
template <int K, std::size_t N>
class BasesRealigner final : public Realigner<K> {
  public:
    using Bases = std::array<std::array<Basis<K>, N>, K / 2>;
    BasesRealigner(const TurnedDirections<K>& turned, const Bases& bases)
        : bases_(bases), shift_(turned.shift) {
        double largest_sum = 0, largest_residual = 0;
        for (const auto& of_direction : bases_) {
            for (const Basis<K>& basis : of_direction) {
                largest_sum = std::max(largest_sum, basis.sum);
                largest_residual = std::max(largest_residual, basis.residual);
            }
        }
        margin_ = turned.margin(largest_sum) + 1.01 * largest_residual * turned.norm_b;
    }

    typename Realigner<K>::Result realign(const Kdop<K>& dop, std::uint32_t /*slot*/) const override {
        typename Realigner<K>::Result result{{}, 3 * N * K};
        for (std::size_t i = 0; i < K / 2; ++i) {
            double high = bound(bases_[i][0], bases_[i][0].upper, dop);
            double low = bound(bases_[i][0], bases_[i][0].lower, dop);
            for (std::size_t n = 1; n < N; ++n) {
                high = std::min(high, bound(bases_[i][n], bases_[i][n].upper, dop));
                low = std::max(low, bound(bases_[i][n], bases_[i][n].lower, dop));
            }
            result.dop.hi(i) = high + shift_[i] + margin_;
            result.dop.lo(i) = low + shift_[i] - margin_;
        }
        return result;
    }
    double margin() const override { return margin_; }

  private:
    static double bound(const Basis<K>& basis, const std::array<std::uint32_t, 3>& side, const Kdop<K>& dop) {
        return basis.weight[0] * dop.offset[side[0]] + basis.weight[1] * dop.offset[side[1]] +
               basis.weight[2] * dop.offset[side[2]];
    }

    Bases bases_;
    std::array<double, K / 2> shift_;
    double margin_ = 0;
};

}  // namespace allide::volume
