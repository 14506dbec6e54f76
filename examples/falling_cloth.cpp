// A cloth falls onto a ball. Each step moves the cloth only as far as is proven to be free of contact, so
// that it never interpenetrates the ball or itself, whatever the forces.
#include <allide/allide.hpp>
#include <allide/extra/deform.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace allide;

namespace {

constexpr std::uint32_t side = 21;  // vertices along each side of the cloth

Mesh cloth_mesh() {
    MeshData data;
    for (std::uint32_t i = 0; i < side; ++i)
        for (std::uint32_t j = 0; j < side; ++j)
            data.vertices.push_back({0.15 * i - 1.5, 0.15 * j - 1.5, 1.3});
    for (std::uint32_t i = 0; i + 1 < side; ++i)
        for (std::uint32_t j = 0; j + 1 < side; ++j) {
            const std::uint32_t v = i * side + j;
            data.triangles.push_back({v, v + side, v + side + 1});
            data.triangles.push_back({v, v + side + 1, v + 1});
        }
    return Mesh::from(std::move(data)).value();
}

// Applies gravity, and slows down the cloth's vertices that took part in a contact.
void accelerate(std::vector<Vec3>& velocity, const std::vector<FeatureImpact>& contacts) {
    for (Vec3& v : velocity) v.z -= 0.05;
    for (const FeatureImpact& contact : contacts) {
        const std::size_t count = contact.features == Features::vertex_face   ? 1
                                  : contact.features == Features::face_vertex ? 3
                                                                              : 2;
        for (std::size_t i = 0; i < count; ++i) velocity[contact.vertices[i]] *= 0.1;
    }
}

}  // namespace

int main() {
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    const DeformableModel cloth = DeformableModel::build(cloth_mesh()).value();
    std::vector<Vec3> x(cloth.mesh().vertices().begin(), cloth.mesh().vertices().end());
    std::vector<Vec3> velocity(x.size());
    std::vector<FeatureImpact> contacts;
    std::size_t met = 0;
    for (int step = 0; step < 30; ++step) {
        accelerate(velocity, contacts);
        std::vector<Vec3> end = x;
        for (std::size_t i = 0; i < x.size(); ++i) end[i] += velocity[i];
        const Deforming motion = deforming(cloth, x, end).value();
        const double safe = 0.9 * std::min(max_safe_step(motion, ball.at_rest()), max_safe_step(motion));
        contacts = all_impacts(motion, ball.at_rest());
        met += contacts.size();
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = (1 - safe) * x[i] + safe * end[i];
    }
    double lowest = x[0].z;
    for (const Vec3& p : x) lowest = std::min(lowest, p.z);
    DeformableModel fallen = DeformableModel::build(cloth.mesh()).value();
    const bool moved = fallen.move_vertices(x).has_value();
    std::printf("the cloth has fallen to %.2f; contacts were avoided: %s; it touches the ball: %s\n", lowest,
                met > 0 ? "yes" : "no", moved && collides(fallen.at_rest(), ball.at_rest()) ? "yes" : "no");
}
