// The point of a simplex nearest to the origin, in double.
#pragma once

#include "convex/body/body_pair.hpp"

#include <array>
#include <cstddef>

namespace allide::convex {

struct Simplex {
    // Of bodies that both have corners only the numbers and w are sure to be set.
    std::array<Difference, 4> corner;
    std::array<double, 4> weight{};  // of the point nearest to the origin; their sum is 1 up to rounding
    std::size_t size = 0;
};

// The signed volumes that four corners make with the origin, each in place of one corner: all of one sign if
// the origin is inside.
std::array<double, 4> volumes_about_origin(const std::array<Vec3, 4>& corner);

struct NearestOfSimplex {
    bool inside = false;  // four corners with the origin between them, up to rounding
    double squared = 0;   // of its distance
    Vec3 away;            // from the differences to the origin: a direction in which to look on
};
// Keeps the corners that the nearest point lies between, and weighs them.
NearestOfSimplex reduce(Simplex& simplex);
// The same for the surface of a tetrahedron, whose signs of volumes may be all rounding.
NearestOfSimplex reduce_to_surface(Simplex& simplex);

// Weights of four corners that have the origin inside up to rounding: these make the origin. False, and
// nothing is changed, if the corners lie in one plane.
bool weigh_tetrahedron(Simplex& simplex);

// The origin lies between four differences for certain.
bool surely_inside(const BodyPair& pair, const std::array<Vec3, 4>& corner);

}  // namespace allide::convex
