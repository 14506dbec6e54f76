// How deep two solids are in each other, with what is certain about it.
#pragma once

#include <allide/query.hpp>

namespace allide {

// The depth is the length of the shortest translation of A after which no point is inside both solids. It is
// a number between two bounds, which agree to 1e-9 for convex bodies; for others the true one may be anywhere
// between them, since finding it is as hard as laying out all shapes of one body around the other.
struct Penetration {
    enum class Kind {
        none,    // no point is inside both, or on both surfaces: both bounds are 0
        convex,  // both bodies are convex: the bounds agree to 1e-9 of the upper one, or to 1e-13 of the
                 // largest coordinate, A's offset taken off
        solid,   // closed bodies of any shape
        open,    // a mesh is not closed and has no inside: the lower bound is 0, the upper one parts surfaces
    };
    Kind kind = Kind::none;
    // At least the largest distance from B's surface of a vertex of A that is inside B, or the reverse.
    double lower = 0;
    // A moved by this along the direction has no point inside B; what bounds the two, their convex hulls,
    // barely touches then.
    double upper = 0;
    Vec3 direction{0, 0, 1};  // in the world, of length 1 up to rounding
};

Penetration penetration(const Placed& a, const Placed& b);

}  // namespace allide
