// Searches two trees of boxes, of which one moves, for nodes that stay apart. Planes prove separation for a
// whole interval of time. Pairs of nodes that are not separated are passed on.
#pragma once

#include "robot/box_tree.hpp"
#include "robot/point_series.hpp"

#include <cstdint>
#include <vector>

namespace allide::robot {

// A node of the moving tree, and one of the resting tree.
struct NodePair {
    std::uint32_t a = 0, b = 0;
};

// Two trees, one of which moves.
struct MovingTrees {
    const BoxTree *a = nullptr, *b = nullptr;  // a moves
    PointSeries motion;
    // A distance of at most this counts as a contact. It includes all errors except the rounding of products
    // with points of b.
    double margin = 0;
};

// A pair of nodes in one of several pairs of trees.
struct OpenNodes {
    std::uint32_t trees = 0;
    NodePair nodes;
    // No contact of the two before this time u; −1 if nothing is known.
    double until = -1;
};

// A search over several pairs of trees at once, level by level. It ends with the pairs of nodes that may
// touch at some time from −1 to 1: nodes are divided while they are large compared with the distance that
// they move. After the first pair that needs a shorter interval, no more nodes are divided.
class SeparationSearch {
  public:
    // Replaces `open` by the pairs of nodes that may touch. Returns a time u before which nothing touches, or
    // 2 if nothing touches at all. Pairs that are not searched here are free of contact before `first`.
    double run(const std::vector<MovingTrees>& trees, std::vector<OpenNodes>& open, double first = 2);

  private:
    void divide(const OpenNodes& now, const BoxTree::Node& a, const BoxTree::Node& b);

    void test_leaves(const std::vector<MovingTrees>& trees, double& first);

    // Two leaves, and a direction across the gap between their boxes.
    struct Leaves {
        OpenNodes pair;
        Vec3 across;
    };
    std::vector<OpenNodes> next_, done_;  // scratch
    std::vector<Leaves> leaves_;          // scratch: those of one level
};

}  // namespace allide::robot
