// The convex hulls of the nodes of a tree, and their support functions.
#pragma once

#include <allide/geometry.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace allide::volume {

class NodeHulls {
  public:
    // A large hull stores its support corner in each of the seed directions; hill climbing starts there.
    NodeHulls(std::size_t slots, std::span<const Vec3> seed_directions)
        : hulls_(slots), seed_directions_(seed_directions.begin(), seed_directions.end()) {}
    void set(std::uint32_t slot, std::span<const Vec3> points);
    bool has(std::uint32_t slot) const { return hulls_[slot].count != 0; }
    std::size_t bytes() const;

    // Evaluates the support function of one hull: the largest dot product of a corner with a direction.
    class Climber {
      public:
        // `norm` is an upper bound of |x|₁ over all corners.
        Climber(const NodeHulls& hulls, std::uint32_t slot, double norm);
        // `seed` is the index of a seed direction close to `direction`.
        double support(const Vec3& direction, std::size_t seed);
        std::uint64_t multiplications() const { return multiplications_; }

      private:
        double height(std::uint32_t corner);
        double scan();
        double climb(std::uint32_t start);

        const NodeHulls* hulls_;
        std::uint32_t first_, count_;
        std::uint32_t first_seed_;
        bool linked_;
        double tolerance_;
        Vec3 direction_;
        std::vector<std::uint8_t> seen_;
        std::vector<std::pair<std::uint32_t, double>> waiting_;  // corners to visit, and their heights
        std::uint8_t round_ = 0;
        std::uint64_t multiplications_ = 0;
    };

  private:
    struct Hull {
        std::uint32_t first = 0, count = 0;  // range in corners_
        std::uint32_t first_seed = 0;        // index of the hull's first entry in seeds_, if linked
        bool linked = false;                 // has neighbours and seeds; other hulls are small and scanned
    };
    std::vector<Hull> hulls_;                    // per slot: the hull of its node; empty if none is stored
    std::vector<Vec3> corners_;                  // corners of all hulls
    std::vector<std::uint32_t> first_neighbor_;  // per corner: index of its first neighbour in neighbors_
    std::vector<std::uint32_t> neighbors_;       // per corner: its neighbours, as indices within the hull
    std::vector<Vec3> seed_directions_;
    std::vector<std::uint32_t> seeds_;  // per large hull: its support corner in each seed direction
};

}  // namespace allide::volume
