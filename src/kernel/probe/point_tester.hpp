// Distance of a point from the triangles of one placed model, in world coordinates: in double with bounds,
// then exactly. An exact squared distance is a quotient of exact numbers.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace allide::kernel {

// Bounds of the exact squared distance, and its rounded value in double, which lies between them.
struct SquaredDistance {
    double low = 0, high = 0, value = 0;
};

// The feature of a triangle nearest to a point: one corner, an edge (two corners), or the face (three).
struct NearestFeature {
    std::array<std::uint8_t, 3> corner{};
    std::uint8_t count = 0;
};

class PointTester {
    // Constructed once per query and used by one thread. Triangles are given in the model's own coordinates.
  public:
    PointTester(const Pose& pose, const Vec3& point);

    // A cheap lower bound of the squared distance; 0 if nothing can be proven.
    double least(const Triangle& t) const;
    // Both bounds of the squared distance. Sets `near` to the triangle's nearest point in the world, as
    // computed in double.
    SquaredDistance rounded(const Triangle& t, Vec3& near) const;
    // The exact squared distance.
    ExactRatio exact(const Triangle& t) const;
    // The nearest point of the triangle in the world; each coordinate is the exact one, rounded.
    Vec3 exact_nearest(const Triangle& t) const;
    // The nearest corner or edge if double arithmetic proves it; otherwise empty. Two triangles that share
    // their nearest corner or edge have exactly the same distance.
    std::optional<NearestFeature> feature(const Triangle& t) const;

  private:
    NumberTriangle<BoundedDouble> from_point(const Triangle& t) const;

    Pose pose_;
    Vec3 point_;
    bool at_rest_;                       // the pose is the identity
    NumberPoint<BoundedDouble> offset_;  // the model's origin minus the query point, in world coordinates
};

}  // namespace allide::kernel
