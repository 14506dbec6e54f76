// Models that barely touch with their foremost points along a direction: no plane may separate them. Corners
// lie on a grid, so that a corner of one model can be moved exactly onto a corner of the other.
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide {
namespace {

Mesh on_grid(const Mesh& mesh, double step) {
    MeshData data{.vertices = {mesh.vertices().begin(), mesh.vertices().end()},
                  .triangles = {mesh.triangles().begin(), mesh.triangles().end()}};
    for (Vec3& v : data.vertices)
        v = {step * std::round(v.x / step), step * std::round(v.y / step), step * std::round(v.z / step)};
    return Mesh::from(std::move(data)).value();
}

Vec3 foremost(const Mesh& mesh, const Vec3& direction) {
    Vec3 best = mesh.vertices()[0];
    const auto along = [&](const Vec3& v) {
        return v.x * direction.x + v.y * direction.y + v.z * direction.z;
    };
    for (const Vec3& v : mesh.vertices())
        if (along(v) > along(best)) best = v;
    return best;
}

// Models at the origin, and up to 20,000 times their radius away from it.
TEST(Planes, NeverSeparateModelsThatBarelyTouch) {
    base::Random random(101);
    for (const double far : {0.0, 1024.0, 8192.0}) {
        for (int round = 0; round < test::effort(120, 3000); ++round) {
            const double step = 0x1p-20;
            const GeneratedShape shape =
                round % 2 == 0 ? GeneratedShape::sphere : GeneratedShape::noisy_torus;
            const Mesh
                mesh_a = on_grid(generate(shape, {.triangles = 600, .seed = random.bits()}).value(), step),
                mesh_b = on_grid(
                    generate(GeneratedShape::sphere, {.triangles = 500 + 10 * random.below(20)}).value(),
                    step);
            const Model a = Model::build(mesh_a).value(), b = Model::build(mesh_b).value();
            Vec3 n = test::random_point(random, 1);
            const Vec3 p = foremost(mesh_a, n), q = foremost(mesh_b, {-n.x, -n.y, -n.z});
            const Vec3 place{far, -far, 2 * far};
            const Pose pose_a = Pose::translation(place),
                       touching =
                           Pose::translation({place.x + p.x - q.x, place.y + p.y - q.y, place.z + p.z - q.z});
            EXPECT_TRUE(collides(a.at(pose_a), b.at(touching))) << round;
            EXPECT_EQ(distance(a.at(pose_a), b.at(touching)).value, 0) << round;
            EXPECT_TRUE(distance_within(a.at(pose_a), b.at(touching), 0).within);
            // If B is moved farther along the direction, the distance is at most that translation's length.
            const double by = std::ldexp(1, -static_cast<int>(random.below(18)));
            const double scale = by / std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
            n = {step * std::round(scale * n.x / step), step * std::round(scale * n.y / step),
                 step * std::round(scale * n.z / step)};
            const Pose apart = Pose::translation(
                {touching.matrix()[3] + n.x, touching.matrix()[7] + n.y, touching.matrix()[11] + n.z});
            const double most = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z) * (1 + 1e-15);
            EXPECT_TRUE(distance_within(a.at(pose_a), b.at(apart), most).within) << round;
        }
    }
}

}  // namespace
}  // namespace allide
