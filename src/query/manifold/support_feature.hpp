// The part of a convex body that faces another one along a contact normal.
#pragma once

#include "convex/body/body_data.hpp"

#include <cstdint>
#include <vector>

namespace allide::query {

struct FeatureCorner {
    Vec3 point;
    std::uint32_t number = 0;  // the same from step to step: a vertex of the body, or a place on its rim
};

// A point, a segment, or a convex polygon in order about `direction`.
struct SupportFeature {
    std::vector<FeatureCorner> corners;
    std::uint32_t face = 0;  // of a polytope
    bool is_plane = false;   // of a half-space: no corners
};

// All corners of the body that are no steeper than `flush` radians below its highest point along the unit
// vector `direction`; the rim of a disc as 32 corners.
SupportFeature support_feature(const PlacedBody& body, const Vec3& direction, double flush);

// Two vectors that complete a unit vector to a right-handed frame, continuous except at one direction.
struct TangentPlane {
    explicit TangentPlane(const Vec3& normal);
    Vec3 u, v;
};

}  // namespace allide::query
