// Result of a GJK search: the certified verdict, the last simplex and bounds on the distance.
#pragma once

#include "convex/gjk/simplex.hpp"

namespace allide::convex {

struct GjkAnswer {
    enum class End {
        separated,  // the distance certainly exceeds the sum of the radii
        inside,     // the simplex certainly contains the origin
        near,       // the nearest points are closer than the sum of the radii
        open,       // undecided in double precision
    };
    End end = End::open;
    Simplex simplex;
    Vec3 direction;               // best separating direction found: from the origin away from A − B
    double lower = 0, upper = 0;  // bounds on the distance without the radii; lower may be negative
};

}  // namespace allide::convex
