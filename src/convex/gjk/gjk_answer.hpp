// Result of a GJK search: what is certain, the last simplex and bounds on the distance.
#pragma once

#include "convex/gjk/simplex.hpp"

namespace allide::convex {

struct GjkAnswer {
    enum class End {
        apart,   // farther from each other than their radii together
        inside,  // the simplex has the origin inside
        near,    // the nearest points are nearer than the radii together
        open,    // nothing is certain
    };
    End end = End::open;
    Simplex simplex;
    Vec3 direction;               // the best that was seen: from the origin away from the differences
    double lower = 0, upper = 0;  // of the distance of the bodies without their radii; lower may be below 0
};

}  // namespace allide::convex
