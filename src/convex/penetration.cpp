#include "base/float_environment.hpp"
#include "convex/body/rescaled.hpp"
#include "convex/depth/body_depth.hpp"
#include "convex/half_space.hpp"

#include <algorithm>

namespace allide {
namespace {

using convex::BodyPair;
using convex::operator+;
using convex::operator*;

BodyPenetration penetration_from(const BodyPair& pair, const convex::BodyDepth& depth) {
    return {.lower = std::max(depth.lower, 0.0),
            .upper = std::max(depth.upper, 0.0),
            .direction = -1 * depth.normal,
            .point_a = depth.a + pair.origin(),
            .point_b = depth.b + pair.origin()};
}

BodyPenetration rescaled_penetration(const PlacedBody& a, const PlacedBody& b) {
    if (overlap_solid(a, b).verdict == BodyVerdict::no) return {};
    const convex::RescaledBodies scaled(a, b);
    const PlacedBody scaled_a = scaled.a(), scaled_b = scaled.b();
    const BodyPair pair(scaled_a, scaled_b);
    BodyPenetration found = penetration_from(pair, convex::body_depth(pair, convex::DepthGoal::depth));
    found.lower = scaled.lower(found.lower);
    found.upper = scaled.upper(found.upper);
    found.point_a = scaled.point(found.point_a);
    found.point_b = scaled.point(found.point_b);
    return found;
}

}  // namespace

BodyPenetration penetration(const PlacedBody& a, const PlacedBody& b) {
    const base::DefaultFloatEnvironment environment;
    if (convex::has_half_space(a, b)) return convex::penetration_of_half_space(a, b);
    const BodyPair pair(a, b);
    if (!pair.depth_in_range()) return rescaled_penetration(a, b);
    const convex::BodyDepth depth = convex::body_depth(pair, convex::DepthGoal::depth);
    if (depth.upper < 0) return {};
    if (depth.lower <= 0 && overlap_solid(a, b).verdict == BodyVerdict::no) return {};
    return penetration_from(pair, depth);
}

}  // namespace allide
