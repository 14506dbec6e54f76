// Tests one body at a thousand poses, on all cores.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace allide;

int main() {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    const Model ring = Model::build(generate(GeneratedShape::torus, {.triangles = 2000}).value()).value();

    std::vector<Pose> poses;
    for (int i = 0; i < 1000; ++i) poses.push_back(Pose::translation({0.003 * i, 0, 0}));
    const std::vector<bool> touching = collides_many(ring.at_rest(), ball, poses);

    const auto free = std::count(touching.begin(), touching.end(), false);
    std::printf("%td of %zu poses are free\n", free, poses.size());
    return 0;
}
