// Two bodies whose squared lengths would overflow or underflow, scaled by a power of two to a size of about
// 1.
#pragma once

#include "convex/body/body_data.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

// Scales both bodies by the same factor, relative to A's offset. Faces and mass properties are not copied.
class RescaledBodies {
  public:
    RescaledBodies(const PlacedBody& a, const PlacedBody& b);

    PlacedBody a() const { return body_a_.at(pose_a_); }
    PlacedBody b() const { return body_b_.at(pose_b_); }

    // Convert lengths and points of the scaled bodies back to the original scale. Bounds are rounded outward.
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
