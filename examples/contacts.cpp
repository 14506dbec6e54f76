// Lists every contact of two interpenetrating bodies, and the closed curves along which they meet.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>

using namespace allide;

int main() {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    const Model ring = Model::build(generate(GeneratedShape::torus, {.triangles = 2000}).value()).value();
    const Placed a = ball.at(Pose::translation({1.5, 0, 0})), b = ring.at_rest();

    const Contacts all = contacts(a, b);
    std::printf("%zu pairs of triangles touch\n", all.size());

    std::size_t regions = 0;
    for (const ContactRegion& region : contact_regions(a, b)) {
        std::printf("region %zu: %zu contacts", regions++, region.contacts.size());
        for (const Polyline& curve : region.curves)
            std::printf(", a %s curve of %zu points", curve.closed ? "closed" : "open", curve.points.size());
        std::printf("\n");
    }
    return all.empty() ? 1 : 0;
}
