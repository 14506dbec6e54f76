// The interface of a broad phase with moving boxes, for comparing engines.
#pragma once

#include <allide/geometry.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace allide::bench {

// All coordinates are multiples of 1/64 below 2¹², so that they and their sums are exact in float.
struct MovingBox {
    Vec3 middle, half;
};

class BoxWorld {
  public:
    virtual ~BoxWorld() = default;
    virtual void move(std::uint32_t box, const Vec3& middle) = 0;
    // All candidate pairs of the engine: the overlapping pairs, and perhaps more if it enlarges boxes. In
    // any order; the smaller box number is in the high 32 bits.
    virtual std::vector<std::uint64_t> pairs() = 0;
};

inline std::uint64_t box_pair(std::uint64_t a, std::uint64_t b) {
    return a < b ? a << 32 | b : b << 32 | a;
}

struct BoxEngine {
    std::string name;
    std::unique_ptr<BoxWorld> (*make)(std::span<const MovingBox> boxes);
};

std::unique_ptr<BoxWorld> our_boxes(std::span<const MovingBox> boxes);
std::unique_ptr<BoxWorld> fcl_boxes(std::span<const MovingBox> boxes);
std::unique_ptr<BoxWorld> bullet_tree_boxes(std::span<const MovingBox> boxes);
std::unique_ptr<BoxWorld> bullet_boxes(std::span<const MovingBox> boxes);

}  // namespace allide::bench
