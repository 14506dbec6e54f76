// Signed heights of nodes over the plane through one model's closest point, perpendicular to the line through
// the closest points of both models. The heights rule out thousands of equally close pairs, as between
// parallel plates, where boxes cannot.
#pragma once

#include "kernel/triangle/double_double_distance.hpp"
#include "traverse/wide/two_trees.hpp"

#include <vector>

namespace allide::traverse {

class AnchoredVertices {
  public:
    AnchoredVertices() = default;
    // Heights that exceed `enough`, but not their rounding error, are computed again in double-double.
    AnchoredVertices(const WideSide& side, const kernel::AnchorPoint& anchor, double enough);

    // Height of the farthest vertex, rounded up.
    double farthest() const { return farthest_; }
    double beyond(std::uint32_t vertex) const { return beyond_[vertex]; }

  private:
    std::vector<double> beyond_;
    double farthest_ = 0;
};

class AnchoredNodes {
  public:
    AnchoredNodes() = default;
    AnchoredNodes(const WideSide& side, const AnchoredVertices& vertices);

    // Height of the node's farthest corner, rounded up.
    double beyond(std::uint32_t node) const { return beyond_[node]; }

  private:
    std::vector<double> beyond_;
};

}  // namespace allide::traverse
