// A hall with pillars, and carts that drive through it: which objects touch at each step? The scene caches
// its results, so the cost of a step depends on what has moved, not on the size of the scene.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>
#include <vector>

using namespace allide;

namespace {

Model body(GeneratedShape shape) {
    return Model::build(generate(shape, {.triangles = shape == GeneratedShape::cube ? 0u : 500u}).value())
        .value();
}

// Carts start in a column at x = -12 and drive along x, each at its own speed.
Pose cart_at(int cart, int step) {
    return Pose::translation({-12 + 0.5 * step * (1 + 0.25 * cart), 4.0 * cart - 6, 0});
}

}  // namespace

int main() {
    Scene hall;
    const Model pillar = body(GeneratedShape::cylinder), cart = body(GeneratedShape::cube);
    for (int x = 0; x < 3; ++x)
        for (int y = 0; y < 4; ++y)
            hall.add(pillar, Pose::translation({6.0 * x - 6, 5.0 * y - 7, 0}),
                     {.name = "pillar " + std::to_string(4 * x + y), .group = "pillars"});
    std::vector<ObjectId> carts;
    for (int i = 0; i < 4; ++i)
        carts.push_back(
            hall.add(cart, cart_at(i, 0), {.name = "cart " + std::to_string(i), .group = "carts"}));
    hall.ignore("pillars", "pillars");            // pillars never move: do not test them with each other
    hall.set_clearance("carts", "pillars", 0.5);  // also report pairs within a distance of 0.5

    for (int step = 0; step < 40; step += 4) {
        for (int i = 0; i < 4; ++i) hall.move(carts[static_cast<std::size_t>(i)], cart_at(i, step));
        std::printf("step %2d: %zu pairs are close\n", step, hall.candidate_pairs().size());
        for (const ObjectPair& pair : hall.colliding_pairs())
            std::printf("         %s touches %s\n", hall.name(pair.a), hall.name(pair.b));
    }
}
