// Two bodies in an engine that computes the first contact of a motion: A moves, B rests.
#pragma once

#include "peers/engine_adapter.hpp"

#include <memory>
#include <optional>

namespace allide::bench {

// A starts at the identity and rotates by less than a half turn, so its end pose determines the motion.
struct MotionCase {
    Mesh a, b;
    Screw screw;
    std::optional<double> truth = {};  // true time of the first contact, accurate to 1e-13
};

class MotionAdapter {
  public:
    virtual ~MotionAdapter() = default;
    // The time of the first contact; empty if the engine finds none. `fineness` is the engine's own accuracy
    // parameter: smaller is finer.
    virtual std::optional<double> first_contact(const MotionCase& motion, double fineness) = 0;
};

using MotionAdapterPointer = std::unique_ptr<MotionAdapter>;

MotionAdapterPointer our_prediction(const Mesh& a, const Mesh& b);
// FCL's sampling: tests 1/fineness poses along the motion and returns the time of the first in contact.
MotionAdapterPointer fcl_sampling(const Mesh& a, const Mesh& b);
// FCL's conservative advancement, which uses the fineness for convex bodies only; for meshes it uses 1e-5.
MotionAdapterPointer fcl_advancement(const Mesh& a, const Mesh& b);
// Bullet's algorithm on convex hulls; the axis must go through A's origin. Fineness: allowed penetration.
MotionAdapterPointer bullet_advancement(const Mesh& a, const Mesh& b);

}  // namespace allide::bench
