// Checks of the penetration depth and the distance of any pair of bodies. They call check(holds, property,
// by) for each property. `by` is for the message of a failure: mostly the measured error divided by the
// bodies' size.
#pragma once

#include "convex/bodies.hpp"
#include "convex/depth/body_families.hpp"

#include <cmath>

namespace allide::test {

template <typename Check>
void check_penetration(const PlacedPair& pair, const Check& check) {
    const Pose pose_a = pose_of(pair.pose_a), pose_b = pose_of(pair.pose_b);
    const PlacedBody at_a = pair.a.body.at(pose_a), at_b = pair.b.body.at(pose_b);
    const double size = pair.a.size() + pair.b.size();
    const BodyPenetration depth = penetration(at_a, at_b);
    check(depth.lower <= depth.upper, "bounds in order", depth.lower - depth.upper);
    check(depth.upper - depth.lower <= 1e-12 * size, "gap", (depth.upper - depth.lower) / size);
    if (!(depth.upper > 0)) return;
    check(std::abs(length(depth.direction) - 1) <= 1e-14, "unit direction", 1);
    const Vec3 shift = times(depth.upper, depth.direction);
    const BodyPenetration after = penetration(pair.a.body.at(pose_a.translated(shift)), at_b);
    check(after.upper <= 1e-12 * size, "left after the move", after.upper / size);
    const double miss = length(minus(plus(depth.point_a, shift), depth.point_b));
    check(miss <= 1e-9 * size, "points meet", miss / size);
    const double off_a = pair.a.signed_distance(into_body(pair.pose_a, depth.point_a)),
                 off_b = pair.b.signed_distance(into_body(pair.pose_b, depth.point_b));
    check(std::abs(off_a) <= 1e-9 * size, "point of A", std::abs(off_a) / size);
    check(std::abs(off_b) <= 1e-9 * size, "point of B", std::abs(off_b) / size);
}

template <typename Check>
void check_distance(const PlacedPair& pair, const Check& check) {
    const BodyDistance found =
        distance(pair.a.body.at(pose_of(pair.pose_a)), pair.b.body.at(pose_of(pair.pose_b)));
    const double size = pair.a.size() + pair.b.size();
    check(found.lower <= found.value && found.value <= found.upper, "value between bounds", 1);
    check(found.upper - found.lower <= 1e-12 * size, "distance gap", (found.upper - found.lower) / size);
    const double between = length(minus(found.point_a, found.point_b));
    check(between >= found.lower - 1e-9 * size && between <= found.upper + 1e-9 * size,
          "distance of the points", between / size);
    const double off_a = pair.a.signed_distance(into_body(pair.pose_a, found.point_a)),
                 off_b = pair.b.signed_distance(into_body(pair.pose_b, found.point_b));
    const bool apart = found.lower > 1e-9 * size;
    check(off_a <= 1e-9 * size && (!apart || off_a >= -1e-9 * size), "closest point of A",
          std::abs(off_a) / size);
    check(off_b <= 1e-9 * size && (!apart || off_b >= -1e-9 * size), "closest point of B",
          std::abs(off_b) / size);
}

}  // namespace allide::test
