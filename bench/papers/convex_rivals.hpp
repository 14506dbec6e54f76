// Other engines' tests of two convex bodies, for paper 003: those that the program was built with.
#pragma once

#include <allide/convex.hpp>
#include <allide/mesh.hpp>

#include <functional>
#include <string>
#include <vector>

namespace allide::bench {

struct ConvexRival {
    std::string name;
    // Do the bodies share a point, A at rest and B at a pose?
    std::function<bool(const Pose&)> share;
    // How far apart they are; empty where an engine does not tell.
    std::function<double(const Pose&)> distance = {};
};

std::vector<ConvexRival> convex_rivals(const ConvexBody& a, const ConvexBody& b);

// One file an engine; those whose packages are not installed are declared and never used.
std::vector<ConvexRival> convex_libccd(const ConvexBody& a, const ConvexBody& b);
std::vector<ConvexRival> convex_fcl(const ConvexBody& a, const ConvexBody& b);
std::vector<ConvexRival> convex_bullet(const ConvexBody& a, const ConvexBody& b);

}  // namespace allide::bench
