// The bodies and screws of `allide bench motion`.
#pragma once

#include "experiments.hpp"
#include "peers/motion_adapter.hpp"

namespace allide::bench {

// A group of motions of the same two bodies, so that trees are built once.
struct MotionGroup {
    std::string name;
    std::uint64_t triangles;        // triangles of the larger body
    bool axis_through_a = false;    // true for convex bodies and an axis through A: Bullet's kind of motion
    std::vector<MotionCase> cases;  // all have the same a and b
};

// Half of the motions of small bodies lead to contact. Scanned models, or the generated bodies that replace
// missing ones, make nearly a half turn with an advance.
std::vector<MotionGroup> motion_groups(const Settings& settings, std::vector<std::string>& missing);

}  // namespace allide::bench
