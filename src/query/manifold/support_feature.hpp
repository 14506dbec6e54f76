// The feature (corner, edge or face) of a convex body that faces another body along a contact normal.
#pragma once

#include "convex/body/body_data.hpp"

#include <cstdint>
#include <vector>

namespace allide::query {

struct FeatureCorner {
    Vec3 point;
    // Identifies the corner from step to step: a vertex of the body, or a place on its rim.
    std::uint32_t number = 0;
};

// A point, a segment, or a convex polygon whose corners are counter-clockwise about `direction`.
struct SupportFeature {
    std::vector<FeatureCorner> corners;
    std::uint32_t face = 0;  // the number of the face, for a polytope
    bool is_plane = false;   // true for a half-space, which has no corners
};

// The feature whose corners include the body's highest point along the unit vector `direction` and all
// corners that are seen from there at most `flush` radians below the horizontal. The rim of a disc has 32
// corners.
SupportFeature support_feature(const PlacedBody& body, const Vec3& direction, double flush);

// Two vectors that complete a unit vector to a right-handed frame. They depend continuously on the vector,
// except at one direction.
struct TangentPlane {
    explicit TangentPlane(const Vec3& normal);
    Vec3 u, v;
};

}  // namespace allide::query
