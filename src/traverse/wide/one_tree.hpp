// Ray and point queries on one wide tree: eight children or eight triangles at once.
#pragma once

#include "traverse/binary/one_walk.hpp"
#include "tree/wide/tree.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace allide::traverse {

// Like walk_ray and walk_near. They return false without having offered anything if the ray or point is too
// far away or too inexact for single precision in the tree's unit.
bool walk_ray_wide(const tree::WideTree& tree, const kernel::RayTester& tester, Sink& sink);
bool walk_near_wide(const tree::WideTree& tree, const LocalPoint& point, Sink& sink);

// A ray in the tree's unit, relative to its centre: points are start + tau · direction.
struct WideRay {
    WideRay(const tree::WideTree& tree, const kernel::NumberRay<kernel::BoundedDouble>& ray);

    bool usable = false;
    std::array<double, 3> start{}, direction{};  // the direction has length 1
    double error = 0;  // upper bound of the distance of this ray from the exact one near the tree
    // Upper bound of the tau that corresponds to a t.
    double tau_of(double t) const { return t * per_t_ * (1 + relative_error_) - skipped_ + 2 * error; }

  private:
    double per_t_ = 1, relative_error_ = 0;
    double skipped_ = 0;  // the distance by which the start was moved towards the tree
};

// A node to visit, with a lower bound of the t, or of the distance, of everything in it.
struct WaitingNode {
    std::uint32_t node;
    float bound;
};

// A stack of nodes to visit. Most queries need only a few dozen entries, which take no memory from the heap.
class WaitingNodes {
  public:
    bool empty() const { return count_ == 0; }
    void push(const WaitingNode& node) {
        if (count_ < near_.size())
            near_[count_] = node;
        else
            far_.push_back(node);
        ++count_;
    }
    WaitingNode pop() {
        --count_;
        if (count_ < near_.size()) return near_[count_];
        const WaitingNode last = far_.back();
        far_.pop_back();
        return last;
    }

  private:
    std::size_t count_ = 0;
    std::array<WaitingNode, 192> near_;
    std::vector<WaitingNode> far_;
};

}  // namespace allide::traverse
