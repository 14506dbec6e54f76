// The convex hulls of a tree's nodes, and their support function.
#pragma once

#include <allide/geometry.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace allide::volume {

class NodeHulls {
  public:
    // Large hulls store their support corner in each of the seed directions, where hill climbing starts.
    NodeHulls(std::size_t slots, std::span<const Vec3> seed_directions)
        : hulls_(slots), seed_directions_(seed_directions.begin(), seed_directions.end()) {}
    void set(std::uint32_t slot, std::span<const Vec3> points);
    bool has(std::uint32_t slot) const { return hulls_[slot].count != 0; }
    std::size_t bytes() const;

    // Evaluates the support function of one hull: the largest dot product of a corner with a direction.
    class Climber {
      public:
        // The norm bounds |x|₁ of all corners.
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
        std::vector<std::pair<std::uint32_t, double>> waiting_;  // corners and their heights
        std::uint8_t round_ = 0;
        std::uint64_t multiplications_ = 0;
    };

  private:
    struct Hull {
        std::uint32_t first = 0, count = 0;  // corners
        std::uint32_t first_seed = 0;
        bool linked = false;  // has neighbours and seeds; smaller hulls are scanned
    };
    std::vector<Hull> hulls_;                    // per slot
    std::vector<Vec3> corners_;                  // corners of all hulls
    std::vector<std::uint32_t> first_neighbor_;  // per corner; ends where the next one's begin
    std::vector<std::uint32_t> neighbors_;       // indices within the hull
    std::vector<Vec3> seed_directions_;
    std::vector<std::uint32_t> seeds_;  // indices of corners within the hull
};

}  // namespace allide::volume
