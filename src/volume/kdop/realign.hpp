// Realignment: a k-DOP of B, turned with its model, put into a k-DOP along A's directions. Each way has a
// file of its own, realign_*.cpp, and never leaves a point of the node out; docs/guarantees.md derives the
// margins.
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

// A's directions as B's points see them: D_i · (M x + T) = direction[i] · x + shift[i].
template <int K>
struct TurnedDirections {
    TurnedDirections(const kernel::RelativePose& b_in_a, double norm_a, double norm_b);

    std::array<Vec3, K / 2> direction;
    std::array<double, K / 2> shift;
    double norm_b;
    // Bounds the error of one bound that was summed with weights of the given sum; infinite where products
    // might overflow, so that nothing is parted there.
    double margin(double weights) const { return fixed_ + per_weight_ * weights; }
    // A length of B's in A's frame, at most: a pose may stretch by 1e-6, two of them by less than 1e-5.
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
        Kdop<K> dop;  // in A's frame, with its margin
        std::uint64_t multiplications;
    };
    // `slot` is the node's place in what the tree keeps beside its volumes.
    virtual Result realign(const Kdop<K>& dop, std::uint32_t slot) const = 0;
    // What was added to each bound for rounding.
    virtual double margin() const = 0;
};

// What a tree of k-DOPs keeps for its realignment, one entry a node.
template <int K>
using RealignData = std::variant<std::monostate, CornerLists, OccupancyTables<K>, NodeHulls>;

// Once a query. The data must outlive the realigner; `inflation` is that of B's k-DOPs.
template <int K>
std::unique_ptr<Realigner<K>> make_realigner(Realign realign, const TurnedDirections<K>& turned,
                                             const RealignData<K>& data, double inflation = 0);

// The strategies, for the above. Those that keep points add the inflation to what they find.
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
