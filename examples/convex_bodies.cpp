// Convex bodies without meshes: a capsule-shaped arm and a box, first separated, then overlapping.
#include <allide/allide.hpp>

#include <cstdio>

using namespace allide;

int main() {
    const ConvexBody arm = ConvexBody::capsule(0.2, 1.0).value();
    const ConvexBody crate = ConvexBody::box({0.5, 0.5, 0.5}).value();

    const PlacedBody near = arm.at(Pose::translation({0.8, 0, 0}));
    std::printf("apart by %.9f\n", distance(near, crate.at_rest()).upper);

    const PlacedBody inside = arm.at(Pose::translation({0.6, 0, 0}));
    const bool overlapping = overlap_solid(inside, crate.at_rest()).verdict == BodyVerdict::yes;
    const BodyPenetration depth = penetration(inside, crate.at_rest());
    std::printf("overlapping: %s, %.9f deep along (%.1f, %.1f, %.1f)\n", overlapping ? "yes" : "no",
                depth.upper, depth.direction.x, depth.direction.y, depth.direction.z);
    return overlapping ? 0 : 1;
}
