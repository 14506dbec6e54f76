// Measures the gap between two bodies: the distance with certified bounds, and a cheaper test against a
// safety distance.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>

using namespace allide;

int main() {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    const Model ring = Model::build(generate(GeneratedShape::torus, {.triangles = 2000}).value()).value();
    const Placed a = ball.at(Pose::translation({3, 0, 0})), b = ring.at_rest();

    const Distance gap = distance(a, b);
    std::printf("the distance lies between %.15g and %.15g\n", gap.lower, gap.upper);
    const Vec3 &p = gap.closest->point_a, &q = gap.closest->point_b;
    std::printf("closest points: (%.4f, %.4f, %.4f) and (%.4f, %.4f, %.4f)\n", p.x, p.y, p.z, q.x, q.y, q.z);

    const bool too_close = distance_within(a, b, 1.1).within;  // exact, and cheaper than distance()
    std::printf("closer than 1.1: %s\n", too_close ? "yes" : "no");
    return too_close ? 0 : 1;
}
