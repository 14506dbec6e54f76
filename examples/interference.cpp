// Tells a bolt that is too thick from one that fits: by the depth of the local interference, not by how far
// the bolt would have to move out of its hole.
#include <allide/allide.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <utility>

using namespace allide;

namespace {

// A ring between two radii, from z = 0 to the height; a solid cylinder for an inner radius of 0.
Model ring(double inner, double outer, double height) {
    constexpr std::uint32_t sides = 48;
    MeshData data;
    for (std::uint32_t i = 0; i < sides; ++i)
        for (const double r : {inner, outer})
            for (const double z : {0.0, height}) {
                const double t = 2 * std::numbers::pi * i / sides;
                data.vertices.push_back({r * std::cos(t), r * std::sin(t), z});
            }
    for (std::uint32_t i = 0; i < sides; ++i) {
        const std::uint32_t p = 4 * i, q = 4 * ((i + 1) % sides);
        const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
            data.triangles.push_back({a, b, c});
            data.triangles.push_back({a, c, d});
        };
        if (inner > 0) face(p, p + 1, q + 1, q);
        face(p + 2, q + 2, q + 3, p + 3);
        face(p, q, q + 2, p + 2);
        face(p + 1, p + 3, q + 3, q + 1);
    }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

}  // namespace

int main() {
    const Model plate = ring(5, 30, 10);
    const Pose through = Pose::translation({0, 0, -5});
    // The sags of plate and bolt together: the largest distances of their 48-sided polygons from the circles.
    const double sag = 2 * 5.1 * (1 - std::cos(std::numbers::pi / 48));
    bool as_expected = true;
    for (const double radius : {5.0, 5.1}) {
        const Model cylinder = ring(0, radius, 20);
        const Placed bolt = cylinder.at(through);
        const Interference found = interference(bolt, plate.at_rest());
        const auto clash = find_clash(bolt, plate.at_rest(), {.sag = sag});
        std::printf("radius %.1f: %.4f to %.4f deep, volume %.4f, separation %.1f: %s\n", radius,
                    found.depth->lower, found.depth->upper, found.volume->upper, clash->separation,
                    name_of(clash->kind).data());
        as_expected = as_expected && (clash->kind == ClashKind::hard) == (radius > 5);
    }
    return as_expected ? 0 : 1;
}
