// Two bodies whose squared lengths overflow or vanish, scaled by a power of two to a size of about 1.
#pragma once

#include "convex/body/body_data.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

// Both bodies by the same factor, seen from A's offset; faces and mass are left out.
class RescaledBodies {
  public:
    RescaledBodies(const PlacedBody& a, const PlacedBody& b);

    PlacedBody a() const { return body_a_.at(pose_a_); }
    PlacedBody b() const { return body_b_.at(pose_b_); }

    // From lengths and points of the scaled bodies to those of the given ones; bounds are rounded outward.
    double lower(double length) const;
    double upper(double length) const;
    double rounded(double length) const;
    Vec3 point(const Vec3& scaled) const;

  private:
    int exponent_ = 0;  // scaled by 2^exponent_
    ConvexBody body_a_, body_b_;
    Pose pose_a_, pose_b_;
    Vec3 origin_;
};

}  // namespace allide::convex
