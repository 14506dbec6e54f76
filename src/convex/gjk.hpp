// The point of the differences a − b nearest to the origin, after Gilbert, Johnson, Keerthi (1988), in
// double. What it says for certain is certain; what it cannot say it leaves to others, with what it found.
#pragma once

#include "convex/pair.hpp"

#include <array>
#include <cstddef>

namespace allide::convex {

struct Simplex {
    // Of bodies that both have corners only the numbers and w are sure to be set.
    std::array<Difference, 4> corner;
    std::array<double, 4> weight{};  // of the point nearest to the origin; their sum is 1 up to rounding
    std::size_t size = 0;
};

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

enum class GjkGoal { verdict, distance };

// Starts in the direction of the hint, and leaves one there.
GjkAnswer gjk(const BodyPair& pair, GjkGoal goal, BodyHint* hint);

// The origin lies between four differences for certain.
bool surely_inside(const BodyPair& pair, const std::array<Vec3, 4>& corner);

}  // namespace allide::convex
