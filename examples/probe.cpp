// Asks about a single mesh: the first hit of a ray, the nearest point, and whether points are inside.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>

using namespace allide;

int main() {
    const Model ring = Model::build(generate(GeneratedShape::torus, {.triangles = 2000}).value()).value();
    const Placed body = ring.at_rest();

    if (const std::optional<Hit> hit = first_hit(body, Ray{.origin = {-3, 0, 0.05}, .direction = {1, 0, 0}}))
        std::printf("the ray hits triangle %u at x = %.6f\n", hit->triangle, hit->point.x);

    if (const std::optional<Nearest> near = nearest(body, {0, 0, 0}))
        std::printf("the nearest point is %.6f away, on triangle %u\n", near->distance, near->triangle);

    const bool in_tube = contains(body, {0.7, 0, 0}) == PointLocation::inside;
    const bool in_hole = contains(body, {0, 0, 0}) == PointLocation::inside;
    std::printf("inside the tube: %s, inside the hole: %s\n", in_tube ? "yes" : "no", in_hole ? "yes" : "no");
    return in_tube && !in_hole ? 0 : 1;
}
