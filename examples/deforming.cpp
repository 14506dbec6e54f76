// A sheet that ripples above a ball: vertices move in each step and the tree is refitted, not rebuilt.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace allide;

namespace {

constexpr std::uint32_t side = 40;

// Vertices of a square grid of size 4 at height z, with a wave of the given phase.
std::vector<Vec3> sheet(double z, double phase) {
    std::vector<Vec3> vertices;
    for (std::uint32_t i = 0; i <= side; ++i)
        for (std::uint32_t j = 0; j <= side; ++j) {
            const double x = 4.0 * i / side - 2, y = 4.0 * j / side - 2;
            vertices.push_back({x, y, z + 0.15 * std::sin(3 * x + phase)});
        }
    return vertices;
}

Mesh grid(double z) {
    MeshData data{.vertices = sheet(z, 0)};
    for (std::uint32_t i = 0; i < side; ++i)
        for (std::uint32_t j = 0; j < side; ++j) {
            const std::uint32_t a = i * (side + 1) + j, b = a + 1, c = a + side + 1, d = c + 1;
            data.triangles.push_back({a, b, d});
            data.triangles.push_back({a, d, c});
        }
    return Mesh::from(std::move(data)).value();
}

}  // namespace

int main() {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    DeformableModel cloth = DeformableModel::build(grid(1.6)).value();
    for (int step = 0; step <= 10; ++step) {
        const double z = 1.6 - 0.08 * step;
        if (!cloth.move_vertices(sheet(z, 0.3 * step))) return 2;
        const std::size_t count = contacts(cloth.at_rest(), ball.at_rest()).size();
        std::printf("height %.2f: %zu contacts\n", z, count);
    }
    return collides(cloth.at_rest(), ball.at_rest()) ? 0 : 1;
}
