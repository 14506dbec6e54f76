// Two bodies in an engine that looks for the first contact of a motion: A moves, B rests.
#pragma once

#include "peers/rival.hpp"

#include <memory>
#include <optional>

namespace allide::bench {

// A starts at the identity and turns by less than a half turn, so that its two ends tell the motion.
struct MotionCase {
    Mesh a, b;
    Screw screw;
    std::optional<double> truth = {};  // the first contact, to 1e-13
};

class MotionRival {
  public:
    virtual ~MotionRival() = default;
    // The time of the first contact, or none. Smaller is finer, in the engine's own measure.
    virtual std::optional<double> first_contact(const MotionCase& motion, double fineness) = 0;
};

using HeldMotion = std::unique_ptr<MotionRival>;

HeldMotion our_prediction(const Mesh& a, const Mesh& b);
// So many samples as 1/fineness; the first that touches counts.
HeldMotion fcl_sampling(const Mesh& a, const Mesh& b);
// FCL takes the fineness for convex bodies only; for meshes it is 1e-5.
HeldMotion fcl_advancement(const Mesh& a, const Mesh& b);
// The bodies' convex hulls; the axis goes through A's origin. Fineness is Bullet's allowed penetration.
HeldMotion bullet_advancement(const Mesh& a, const Mesh& b);

}  // namespace allide::bench
