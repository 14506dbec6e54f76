// Tests of two convex bodies by those other engines that this program is linked to, for paper 003.
#pragma once

#include <allide/convex.hpp>
#include <allide/mesh.hpp>

#include <functional>
#include <string>
#include <vector>

namespace allide::bench {

struct ConvexPeer {
    std::string name;
    // True if the bodies share a point; A is at rest, B at the pose.
    std::function<bool(const Pose&)> share;
    // Distance of the bodies; empty if the engine does not compute it.
    std::function<double(const Pose&)> distance = {};
};

std::vector<ConvexPeer> convex_peers(const ConvexBody& a, const ConvexBody& b);

// One function per engine, each in its own file; those of engines that are not installed are not defined.
std::vector<ConvexPeer> convex_libccd(const ConvexBody& a, const ConvexBody& b);
std::vector<ConvexPeer> convex_fcl(const ConvexBody& a, const ConvexBody& b);
std::vector<ConvexPeer> convex_bullet(const ConvexBody& a, const ConvexBody& b);

}  // namespace allide::bench
