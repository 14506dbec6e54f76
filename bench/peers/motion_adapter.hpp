// Two bodies in an engine that computes the first contact of a motion: A moves, B rests.
#pragma once

#include "peers/engine_adapter.hpp"

#include <memory>
#include <optional>

namespace allide::bench {

// A starts at the identity and rotates by less than a half turn, so that its end pose determines the motion.
struct MotionCase {
    Mesh a, b;
    Screw screw;
    std::optional<double> truth = {};  // true time of the first contact, accurate to 1e-13
};

class MotionAdapter {
  public:
    virtual ~MotionAdapter() = default;
    // The time of the first contact; empty if there is none. `fineness` is the engine's own accuracy
    // parameter: smaller is finer.
    virtual std::optional<double> first_contact(const MotionCase& motion, double fineness) = 0;
};

using MotionAdapterPointer = std::unique_ptr<MotionAdapter>;

MotionAdapterPointer our_prediction(const Mesh& a, const Mesh& b);
// FCL tests 1/fineness sampled poses and returns the first one in contact.
MotionAdapterPointer fcl_sampling(const Mesh& a, const Mesh& b);
// FCL uses the fineness for convex bodies only; for meshes it uses 1e-5.
MotionAdapterPointer fcl_advancement(const Mesh& a, const Mesh& b);
// Uses the bodies' convex hulls; the axis goes through A's origin. Fineness is Bullet's allowed penetration.
MotionAdapterPointer bullet_advancement(const Mesh& a, const Mesh& b);

}  // namespace allide::bench
