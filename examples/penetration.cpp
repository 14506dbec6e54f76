// Finds how deep two solids interpenetrate, and moves one of them out.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>

using namespace allide;

int main() {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    const Pose start = Pose::translation({1.4, 0.3, 0.2});

    const Penetration depth = penetration(ball.at(start), cube.at_rest());
    std::printf("penetration depth between %.9f and %.9f\n", depth.lower, depth.upper);

    // A little farther than the upper bound of the depth, so that rounding leaves no contact either.
    const double distance = depth.upper * (1 + 1e-9);
    const Vec3& d = depth.direction;
    const Pose out = start.translated({distance * d.x, distance * d.y, distance * d.z});
    const bool still_touching = collides(ball.at(out), cube.at_rest());
    std::printf("moved out along (%.3f, %.3f, %.3f): %s\n", d.x, d.y, d.z,
                still_touching ? "still touching" : "free");
    return still_touching ? 1 : 0;
}
