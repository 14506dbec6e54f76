// Point of a simplex nearest to the origin, in double precision.
#pragma once

#include "convex/body/body_pair.hpp"

#include <array>
#include <cstddef>

namespace allide::convex {

struct Simplex {
    // If both bodies have vertices, only the vertex indices and w of each corner are guaranteed to be set.
    std::array<Difference, 4> corner;
    // Barycentric weights of the point nearest to the origin; they sum to 1 up to rounding.
    std::array<double, 4> weight{};
    std::size_t size = 0;
};

// Signed volumes, up to a common factor, of the four tetrahedra in which the origin replaces one corner. All
// have the same sign if the origin is inside.
std::array<double, 4> volumes_about_origin(const std::array<Vec3, 4>& corner);

struct NearestOfSimplex {
    bool inside = false;  // the tetrahedron contains the origin, up to rounding
    double squared = 0;   // squared distance of the nearest point from the origin
    Vec3 away;            // from A − B towards the origin: the next search direction
};
// Reduces the simplex to the corners of the feature that contains the nearest point; sets their weights.
NearestOfSimplex reduce(Simplex& simplex);
// The same, but searches only the surface of a tetrahedron. Used if rounding makes the signs of its volumes
// unreliable.
NearestOfSimplex reduce_to_surface(Simplex& simplex);

// Sets the weights with which the four corners sum to the origin, which must be inside up to rounding.
// Returns false and changes nothing if the corners are coplanar.
bool weigh_tetrahedron(Simplex& simplex);

// True if the tetrahedron of four points of A − B certainly contains the origin.
bool certainly_inside(const BodyPair& pair, const std::array<Vec3, 4>& corner);

}  // namespace allide::convex
