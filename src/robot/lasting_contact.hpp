// Contacts that certainly last while shapes move a little.
#pragma once

#include "robot/shape_pair.hpp"

namespace allide::robot {

// Two points of one connected surface, one inside and one outside of a closed mesh: the surface crosses that
// of the mesh somewhere between them.
struct CrossingWitness {
    bool known = false;
    bool of_second = false;  // the points are of the second shape, and the first one is closed
    Vec3 inside, outside;    // in the frame of their shape
    // No witness was found for motions of this length or longer.
    double failed = 0;
};

// True if the witness proves that the true shapes touch and would do so if their points were moved by up to
// `slack` relative to each other.
bool certainly_crosses(const PlacedShape& a, const PlacedShape& b, double slack,
                       const CrossingWitness& witness);

// The same, after a search for a witness: of a few samples of both surfaces, it takes the points that are
// deepest inside and farthest outside.
bool finds_crossing(const PlacedShape& a, const PlacedShape& b, double slack, CrossingWitness& witness);

}  // namespace allide::robot
