// How far the parts of a model lie beyond one of the closest points. Where thousands of pairs are just as
// near as the closest, as between parallel plates, no box is sharp enough to part them, but this is.
#pragma once

#include "kernel/triangle/double_double_distance.hpp"
#include "traverse/wide/two_trees.hpp"

#include <vector>

namespace allide::traverse {

class AnchoredVertices {
  public:
    AnchoredVertices() = default;
    // Finely where it lies beyond by more than `enough`, but perhaps only by rounding.
    AnchoredVertices(const WideSide& side, const kernel::AnchorPoint& anchor, double enough);

    // Of the farthest vertex, rounded up.
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

    // Of the node's farthest corner, rounded up.
    double beyond(std::uint32_t node) const { return beyond_[node]; }

  private:
    std::vector<double> beyond_;
};

}  // namespace allide::traverse
