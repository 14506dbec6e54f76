// Decides exactly whether a direction separates two sets of triangles.
#pragma once

#include "query/explain/triangle_set.hpp"
#include "query/explain/world_points.hpp"

namespace allide::query {

// A direction separates the sets if, along it, all of B's set lies beyond all of A's by more than 0, and by
// at least bound · |direction|.
class ProvenGap {
  public:
    // The bound must be finite and not negative.
    ProvenGap(const WorldPoints& a, const WorldPoints& b, double bound) : a_(a), b_(b), bound_(bound) {}

    bool separates(TriangleSet a, TriangleSet b, const Vec3& direction) const;
    bool separates(TriangleSet a, TriangleSet b, const ExactPosition& direction) const;

  private:
    const WorldPoints& a_;
    const WorldPoints& b_;
    double bound_;
};

}  // namespace allide::query
