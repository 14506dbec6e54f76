// Lower bounds of the distance from a box to what lies below a node of the index.
#pragma once

#include "index/file/mktree.hpp"

#include <cstddef>
#include <vector>

namespace allide::index {

// A finite lower bound of the distance between two closed boxes.
double gap_of(const Box& a, const Box& b);

// The part of space in which one child of a node has surface.
class ChildRegion {
  public:
    // The node must outlive this object.
    ChildRegion(const Node& node, Side side);

    // A lower bound of the distance from the box to the child's surface; infinity if it has none.
    double gap(const Box& box) const;

  private:
    double gap_to_cells(const Box& part, std::size_t number, const Box& cell) const;

    const Node& node_;
    Side side_;
    std::vector<Box> pieces_;  // cover the child's box outside of the overlap
};

}  // namespace allide::index
