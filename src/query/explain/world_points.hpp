// The vertices of two placed models in the world: rounded, with error bounds, and exact.
//
// Rounded positions are relative to a vertex of A, so that their errors are proportional to the size of the
// scene, not to its distance from the origin.
#pragma once

#include "kernel/number/number_vectors.hpp"

#include <allide/model.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::query {

using BoundedPoint = kernel::NumberPoint<kernel::BoundedDouble>;
using ExactPosition = kernel::NumberPoint<kernel::Exact>;

class WorldPoints {
  public:
    // `origin` is an exact point of the world that is near the model.
    WorldPoints(const Mesh& mesh, const Pose& pose, const ExactPosition& origin);

    const Mesh& mesh() const { return mesh_; }
    // Position relative to `origin`, with error bounds.
    const BoundedPoint& bounded(std::uint32_t vertex) const { return bounded_[vertex]; }
    // Exact position in the world.
    ExactPosition exact(std::uint32_t vertex) const;
    kernel::NumberTriangle<kernel::Exact> exact_triangle(std::uint32_t triangle) const;

  private:
    const Mesh& mesh_;
    Pose pose_;
    std::vector<BoundedPoint> bounded_;
};

// A corner of the mesh's first triangle, in the world. The mesh must have triangles.
ExactPosition exact_first_corner(const Mesh& mesh, const Pose& pose);

}  // namespace allide::query
