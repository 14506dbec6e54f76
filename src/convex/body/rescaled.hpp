// Two bodies scaled by a power of two to a size of about 1, for bodies whose squared lengths would overflow
// or underflow.
#pragma once

#include "convex/body/body_data.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

// Scales both bodies by the same factor about the origin of A's pose. Faces and mass are not copied.
class RescaledBodies {
  public:
    RescaledBodies(const PlacedBody& a, const PlacedBody& b);

    PlacedBody a() const { return body_a_.at(pose_a_); }
    PlacedBody b() const { return body_b_.at(pose_b_); }

    // Convert lengths and points back to the original scale; `lower` rounds down and `upper` rounds up.
    double lower(double length) const;
    double upper(double length) const;
    double rounded(double length) const;
    Vec3 point(const Vec3& scaled) const;

  private:
    int exponent_ = 0;  // the scale factor is 2^exponent_
    ConvexBody body_a_, body_b_;
    Pose pose_a_, pose_b_;
    Vec3 origin_;
};

}  // namespace allide::convex
