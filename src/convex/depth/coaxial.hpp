// Penetration depth of two bodies of revolution with parallel axes (spheres, capsules, segments, cylinders,
// cones, spheroids). Their Minkowski difference is a body of revolution too, so the search runs in one plane
// through the axis.
#pragma once

#include "convex/depth/core_depth.hpp"

#include <optional>

namespace allide::convex {

// A convex body of revolution, given by its profile, without the ball that it is rounded by.
struct Revolved {
    enum class Profile { point, segment, cylinder, cone, spheroid };
    Profile profile = Profile::point;
    Vec3 center;  // in the pair's frame
    Vec3 axis;    // unit length; zero for a point
    double radius = 0, half_height = 0;
    double ball = 0;   // of a spheroid: it is the Minkowski sum of its profile and a ball of this radius
    double error = 0;  // bound on the Hausdorff distance between this body and the exact one
};

// True if a point in the pair's frame is in the body, or at most `tolerance` outside along the radius or the
// axis.
bool contains(const Revolved& body, const Vec3& point, double tolerance);

// Body A or B; empty if it is no body of revolution or its pose deviates from a rotation by more than 2⁻⁴⁴.
std::optional<Revolved> revolved_a(const BodyPair& pair);
std::optional<Revolved> revolved_b(const BodyPair& pair);

// The result of coaxial_height_near(): a lower bound of the support height of the Minkowski difference along
// all directions within `angle` of a unit direction.
struct NearbyHeight {
    double lower = 0;
    Vec3 direction;  // a unit direction of about this height, in the half-plane of axis and given direction
};
std::optional<NearbyHeight> coaxial_height_near(const BodyPair& pair, const Revolved& a, const Revolved& b,
                                                const Vec3& direction, double angle);

// Largest sine of the angle between axes that count as parallel.
inline constexpr double parallel_sine = 0x1p-44;

// Penetration depth of the origin in the Minkowski difference. Empty if the sine of the angle between the
// axes exceeds `most_sine`; the bounds include the effect of that angle.
std::optional<CoreDepth> coaxial_depth(const BodyPair& pair, const Revolved& a, const Revolved& b,
                                       double most_sine = parallel_sine);

}  // namespace allide::convex
