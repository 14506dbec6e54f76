// The distance of a point from the triangles of one placed model, in the world: in double with bounds, then
// exact. A squared distance is a quotient of exact numbers.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace allide::kernel {

// Bounds on the exact distance, squared, and what double arithmetic takes it for.
struct SquaredDistance {
    double low = 0, high = 0, value = 0;
};

// Which part of a triangle is nearest: one or two corners, or all three for its face.
struct NearestFeature {
    std::array<std::uint8_t, 3> corner{};
    std::uint8_t count = 0;
};

class PointTester {
  public:
    PointTester(const Pose& pose, const Vec3& point);

    // A bound from below that costs little; 0 if nothing can be said.
    double least(const Triangle& t) const;
    // Both bounds; `near` is the nearest point in the world, as double arithmetic finds it.
    SquaredDistance rounded(const Triangle& t, Vec3& near) const;
    ExactRatio exact(const Triangle& t) const;
    // The nearest point of the triangle in the world, each coordinate rounded from the exact one.
    Vec3 exact_nearest(const Triangle& t) const;
    // The nearest feature, where signs in double are certain. Two triangles with the same nearest corner, or
    // edge, are equally far.
    std::optional<NearestFeature> feature(const Triangle& t) const;

  private:
    NumberTriangle<Certain> from_point(const Triangle& t) const;

    Pose pose_;
    Vec3 point_;
    bool at_rest_;
    NumberPoint<Certain> offset_;  // of the model's origin from the point, in the world
};

}  // namespace allide::kernel
