// Contact manifolds for a simulator: the points at which a ramp pushes a crate, and how they are recognised
// in the next step. Also a signed distance, and the time at which a falling ball lands.
#include <allide/allide.hpp>

#include <cmath>
#include <cstdio>

using namespace allide;

int main() {
    const ConvexBody crate = ConvexBody::box({0.5, 0.5, 0.5}).value();
    const ConvexBody ramp = ConvexBody::box({4, 4, 0.5}).value();
    const Pose slope = Pose::rotation({0, 1, 0}, degrees(10));

    // Two steps of a simulation: the crate slides down the slope by a centimetre.
    const Pose now = slope * Pose::translation({0, 0, 0.995}),
               later = slope * Pose::translation({0.01, 0, 0.995});
    const auto before = contact_manifold(crate.at(now), ramp.at(slope));
    const auto after = contact_manifold(crate.at(later), ramp.at(slope));
    if (!before || !after) return 1;
    std::printf("the crate is %.4f deep and is pushed at %zu points\n", before->depth_upper,
                before->points.size());
    std::size_t kept = 0;
    for (const auto& match : matching_points(*before, *after, 0.05)) kept += match ? 1 : 0;
    std::printf("impulses of %zu points carry over to the next step\n", kept);

    // After a translation along the normal by the depth, the crate no longer overlaps the ramp.
    const Pose out = now.translated((before->depth_upper + 1e-12) * before->normal);
    const PairSignedDistance apart = signed_distance(crate.at(out), ramp.at(slope));
    std::printf("moved out, the signed distance is %.4f\n", std::abs(apart.value));

    // A ball falls onto the ramp, turning as it falls.
    const ConvexBody ball = ConvexBody::sphere(0.25).value();
    const Motion fall = Motion::linear({0, 0, -4}).from(Pose::translation({1, 0, 3}));
    const BodyPrediction landing = predict(ball.along(fall), ramp.at(slope));
    if (landing.outcome != Outcome::impact) return 1;
    std::printf("the ball lands at t = %.6f\n", landing.impact->t_lo);
    return before->points.size() == 4 && kept == 4 ? 0 : 1;
}
