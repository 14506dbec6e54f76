// Triangles against an intersection of closed half-spaces, bounded or not: in double with bounds, then
// exactly.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <allide/geometry.hpp>

#include <optional>
#include <span>
#include <vector>

namespace allide::kernel {

// A closed half-space: the points x with normal · x ≤ offset.
struct Plane {
    Vec3 normal;
    double offset = 0;
};

// Constructed once per query, for one thread. Planes are in the world, triangles in the model's coordinates.
class RegionTester {
  public:
    RegionTester(const Pose& pose, std::span<const Plane> planes);

    // True if the closed triangle and the region share a point.
    bool meets(const Triangle& t) const;

    // A half-space in the model's frame: the points x with normal · x ≤ offset.
    template <typename Number>
    struct Local {
        NumberPoint<Number> normal;
        Number offset;
    };
    std::span<const Local<BoundedDouble>> planes() const { return bounded_; }

  private:
    Pose pose_;
    std::vector<Plane> planes_;
    std::vector<Local<BoundedDouble>> bounded_;
    mutable std::optional<std::vector<Local<Exact>>> exact_;  // exact planes; created on first use
};

}  // namespace allide::kernel
