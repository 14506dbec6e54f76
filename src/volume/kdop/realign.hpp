// Realignment: encloses a k-DOP of B, which was rotated with its model, in a k-DOP along A's directions. Each
// strategy is in a file of its own, realign_*.cpp. No strategy ever excludes a point of the node.
// docs/guarantees.md derives the margins.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "volume/kdop/kdop.hpp"
#include "volume/kdop/kdop_corners.hpp"
#include "volume/kdop/node_hulls.hpp"
#include "volume/kdop/occupancy.hpp"

#include <allide/extra/engines.hpp>

#include <cstdint>
#include <memory>
#include <variant>

namespace allide::volume {

// A's directions in B's frame: D_i · (M x + T) = direction[i] · x + shift[i], with (M, T) from B to A.
template <int K>
struct TurnedDirections {
    TurnedDirections(const kernel::RelativePose& b_in_a, double norm_a, double norm_b);

    std::array<Vec3, K / 2> direction;
    std::array<double, K / 2> shift;
    double norm_b;
    // Error bound of an offset that was computed as a weighted sum of offsets, given the sum of the weights.
    // It is infinite if products could overflow, so that nothing is separated then.
    double margin(double weights) const { return fixed_ + per_weight_ * weights; }
    // Upper bound in A's frame of a length in B's: one pose may stretch by 1e-6, two by less than 1e-5.
    static double stretched(double length) { return length * (1 + 1e-5); }

  private:
    double fixed_, per_weight_;
};

template <int K>
class Realigner {
  public:
    Realigner() = default;
    Realigner(const Realigner&) = delete;
    Realigner& operator=(const Realigner&) = delete;
    virtual ~Realigner() = default;

    struct Result {
        Kdop<K> dop;  // the realigned k-DOP in A's frame, margin included
        std::uint64_t multiplications;
    };
    // `slot` is the index of the node in the RealignData of its tree.
    virtual Result realign(const Kdop<K>& dop, std::uint32_t slot) const = 0;
    // The margin for rounding that is added to each offset.
    virtual double margin() const = 0;
};

// Data that a tree of k-DOPs stores for its realignment strategy, with one entry per node.
template <int K>
using RealignData = std::variant<std::monostate, CornerLists, OccupancyTables<K>, NodeHulls>;

// Called once per query. `data` must outlive the realigner; `inflation` is that of B's k-DOPs.
template <int K>
std::unique_ptr<Realigner<K>> make_realigner(Realign realign, const TurnedDirections<K>& turned,
                                             const RealignData<K>& data, double inflation = 0);

// The strategies of make_realigner. Those that use stored points add the inflation to their result.
template <int K>
std::unique_ptr<Realigner<K>> realign_by_zachmann(const TurnedDirections<K>& turned);
template <int K>
std::unique_ptr<Realigner<K>> realign_by_several_bases(const TurnedDirections<K>& turned);
template <int K>
std::unique_ptr<Realigner<K>> realign_by_major_axes(const TurnedDirections<K>& turned);
template <int K>
std::unique_ptr<Realigner<K>> realign_by_corners(const TurnedDirections<K>& turned,
                                                 const CornerLists& corners);
template <int K>
std::unique_ptr<Realigner<K>> realign_by_occupancy(const TurnedDirections<K>& turned,
                                                   const OccupancyTables<K>& tables, double inflation);
template <int K>
std::unique_ptr<Realigner<K>> realign_by_hulls(const TurnedDirections<K>& turned, const NodeHulls& hulls,
                                               double inflation);

}  // namespace allide::volume
