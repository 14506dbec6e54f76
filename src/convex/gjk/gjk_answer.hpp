// Result of a GJK search: the certified verdict, the last simplex and bounds on the distance.
#pragma once

#include "convex/gjk/simplex.hpp"

namespace allide::convex {

struct GjkAnswer {
    enum class End {
        separated,  // the distance certainly exceeds the sum of the radii
        inside,     // the simplex certainly contains the origin
        near,       // the witness points are closer than the sum of the radii: the bodies overlap
        open,       // undecided in double precision
    };
    End end = End::open;
    Simplex simplex;
    Vec3 direction;               // best separating direction found, from A − B towards the origin
    double lower = 0, upper = 0;  // bounds on the distance of the cores; lower may be negative
};

}  // namespace allide::convex
