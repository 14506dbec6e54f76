// The bodies and screws of `allide bench motion`.
#pragma once

#include "experiments.hpp"
#include "peers/motion_rival.hpp"

namespace allide::bench {

// Cases of one kind. The same bodies move along all of them, so that trees are built once.
struct MotionGroup {
    std::string name;
    std::uint64_t triangles;        // of each body
    bool axis_through_a = false;    // and convex bodies: Bullet's motion
    std::vector<MotionCase> cases;  // all share a and b
};

// Half of the small ones hit; scans, or what stands in for them, move by a half turn with an advance.
std::vector<MotionGroup> motion_groups(const Settings& settings, std::vector<std::string>& missing);

}  // namespace allide::bench
