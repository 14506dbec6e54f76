// Witness points of both bodies: the points that the weights of a simplex define.
#pragma once

#include "convex/gjk/simplex.hpp"

namespace allide::convex {

struct Witness {
    Vec3 a, b;  // points of the two cores (the bodies without their radii), in the pair's frame
};

inline Witness weighted_points(const BodyPair& pair, const Simplex& simplex) {
    Vec3 a, b;
    const auto &vertices_a = data_of(pair.placed_a()).vertices,
               &vertices_b = data_of(pair.placed_b()).vertices;
    for (std::size_t i = 0; i < simplex.size; ++i) {
        const Difference& d = simplex.corner[i];
        a = a + simplex.weight[i] * (pair.have_corners() ? vertices_a[d.corner_a] : d.a);
        b = b + simplex.weight[i] * (pair.have_corners() ? vertices_b[d.corner_b] : d.b);
    }
    if (!pair.have_corners()) return {a, b};
    return {pair.place_a(a), pair.place_b(b)};
}

}  // namespace allide::convex
