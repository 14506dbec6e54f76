// A hall with pillars, and carts that drive through it: step by step, who touches whom? The scene remembers
// what it found, so that a step costs what has moved and not what is there.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>
#include <vector>

using namespace allide;

namespace {

Model body(Shape shape) {
    return Model::build(generate(shape, {.triangles = shape == Shape::cube ? 0u : 500u}).value()).value();
}

// Carts start in a column at x = -12 and drive along x, each at its own speed.
Pose cart_at(int cart, int step) {
    return Pose::translation({-12 + 0.5 * step * (1 + 0.25 * cart), 4.0 * cart - 6, 0});
}

}  // namespace

int main() {
    Scene hall;
    const Model pillar = body(Shape::cylinder), cart = body(Shape::cube);
    for (int x = 0; x < 3; ++x)
        for (int y = 0; y < 4; ++y)
            hall.add(pillar, Pose::translation({6.0 * x - 6, 5.0 * y - 7, 0}),
                     {.name = "pillar " + std::to_string(4 * x + y), .group = "pillars"});
    std::vector<ObjectId> carts;
    for (int i = 0; i < 4; ++i)
        carts.push_back(
            hall.add(cart, cart_at(i, 0), {.name = "cart " + std::to_string(i), .group = "carts"}));
    hall.ignore("pillars", "pillars");            // they stand where they stand
    hall.set_clearance("carts", "pillars", 0.5);  // closer than this is too close

    for (int step = 0; step < 40; step += 4) {
        for (int i = 0; i < 4; ++i) hall.move(carts[static_cast<std::size_t>(i)], cart_at(i, step));
        std::printf("step %2d: %zu pairs are close\n", step, hall.candidate_pairs().size());
        for (const ObjectPair& pair : hall.colliding_pairs())
            std::printf("         %s touches %s\n", hall.name(pair.a), hall.name(pair.b));
    }
}
