// Depth of two bodies of revolution with parallel axes (spheres, capsules, segments, cylinders, cones,
// spheroids): their difference is a body of revolution too, so that the search runs in one plane through the
// axis.
#pragma once

#include "convex/depth/core_depth.hpp"

#include <optional>

namespace allide::convex {

// A convex body of revolution: its profile, without the ball that it is rounded by.
struct Revolved {
    enum class Profile { point, segment, cylinder, cone, spheroid };
    Profile profile = Profile::point;
    Vec3 center;  // seen from the pair's origin
    Vec3 axis;    // of length 1; zero for a point
    double radius = 0, half_height = 0;
    double ball = 0;   // radius of a ball that is added to the profile: a part of a spheroid
    double error = 0;  // the exact body lies within this distance, and this body within it of the exact one
};

// Empty if the body is not one of revolution, or its pose is no rotation up to 2⁻⁴⁴.
std::optional<Revolved> revolved_a(const BodyPair& pair);
std::optional<Revolved> revolved_b(const BodyPair& pair);

// Least height of the difference along directions within `angle` of a unit direction.
struct NearbyHeight {
    double lower = 0;
    Vec3 direction;  // a unit direction with about this height, on the same side of the axis
};
std::optional<NearbyHeight> coaxial_height_near(const BodyPair& pair, const Revolved& a, const Revolved& b,
                                                const Vec3& direction, double angle);

// Sine of the angle between axes that count as parallel.
inline constexpr double parallel_sine = 0x1p-44;

// Depth of the origin in the difference. Empty if the sine of the angle between the axes is larger than
// `most_sine`; the bounds include what that angle changes.
std::optional<CoreDepth> coaxial_depth(const BodyPair& pair, const Revolved& a, const Revolved& b,
                                       double most_sine = parallel_sine);

}  // namespace allide::convex
