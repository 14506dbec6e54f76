// The convex hulls of a tree's nodes, and the farthest point of one in a direction.
#pragma once

#include <allide/geometry.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace allide::volume {

class NodeHulls {
  public:
    explicit NodeHulls(std::size_t slots = 0) : hulls_(slots) {}
    void set(std::uint32_t slot, std::span<const Vec3> points);
    bool has(std::uint32_t slot) const { return hulls_[slot].count != 0; }
    std::size_t bytes() const;

    // Finds the largest products of the hull's corners with directions, one call a direction.
    class Climber {
      public:
        // The norm bounds |x|₁ of all corners.
        Climber(const NodeHulls& hulls, std::uint32_t slot, double norm);
        double support(const Vec3& direction);
        std::uint64_t multiplications() const { return multiplications_; }

      private:
        double height(std::uint32_t corner);
        double scan();
        double climb();

        const NodeHulls* hulls_;
        std::uint32_t first_, count_;
        bool linked_;
        double tolerance_;
        Vec3 direction_;
        std::uint32_t start_ = 0;
        std::vector<std::uint8_t> seen_;
        std::vector<std::pair<std::uint32_t, double>> waiting_;  // corners and their heights
        std::uint8_t round_ = 0;
        std::uint64_t multiplications_ = 0;
    };

  private:
    struct Hull {
        std::uint32_t first = 0, count = 0;  // corners
        bool linked = false;                 // has neighbours; small ones are scanned
    };
    std::vector<Hull> hulls_;                    // by slot
    std::vector<Vec3> corners_;                  // of all hulls
    std::vector<std::uint32_t> first_neighbor_;  // by corner; the end is that of the next one
    std::vector<std::uint32_t> neighbors_;       // within the hull
};

}  // namespace allide::volume
