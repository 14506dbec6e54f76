#include "robots/cells.hpp"

#include "base/random.hpp"

#include <allide/extra/shapes.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace allide::bench {
namespace {

constexpr double pi = std::numbers::pi;

Mesh stretched(GeneratedShape shape, std::size_t triangles, const Vec3& scale) {
    const Mesh made = generate(shape, {.triangles = triangles}).value();
    MeshData data;
    data.vertices.assign(made.vertices().begin(), made.vertices().end());
    data.triangles.assign(made.triangles().begin(), made.triangles().end());
    for (Vec3& x : data.vertices) x = {scale.x * x.x, scale.y * x.y, scale.z * x.z};
    return Mesh::from(std::move(data)).value();
}

// Seven joints, 0.18 apart, whose axes point along z and y alternately. Links are capsule-like spheroids.
RobotDescription generated_arm() {
    RobotDescription arm;
    arm.name = "generated arm";
    constexpr double step = 0.18;
    for (std::size_t i = 0; i < 8; ++i) {
        LinkDescription link;
        link.name = "link " + std::to_string(i);
        link.collision.push_back({stretched(GeneratedShape::sphere, 1800, {0.05, 0.05, 0.1}),
                                  Pose::translation({0, 0, 0.5 * step}), ""});
        arm.links.push_back(link);
        if (i == 0) continue;
        JointDescription joint;
        joint.name = "joint " + std::to_string(i);
        joint.kind = JointKind::revolute;
        joint.parent = "link " + std::to_string(i - 1);
        joint.child = link.name;
        joint.origin = Pose::translation({0, 0, step});
        joint.axis = i % 2 == 0 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
        joint.limits = JointLimits{-2.5, 2.5};
        arm.joints.push_back(joint);
        if (i > 1) arm.ignored_pairs.push_back({"link " + std::to_string(i - 2), link.name});
    }
    return arm;
}

}  // namespace

RobotDescription bench_arm(const std::filesystem::path& models, bool& found) {
    const std::filesystem::path file = models / "robot_kuka_iiwa" / "model.urdf";
    found = std::filesystem::exists(file);
    if (!found) return generated_arm();
    RobotDescription arm = load_robot_description(file, {.visuals = RobotFileOptions::Visuals::skip}).value();
    // Links that are two joints apart may overlap, because a joint's housing is short. Such pairs are
    // ignored.
    const SelfCollisionMatrix matrix = Robot::build(arm).value().self_collision_matrix({.samples = 200});
    for (const SelfCollisionPair& pair : matrix.pairs)
        if (pair.contacts > matrix.samples / 4)
            arm.ignored_pairs.push_back({arm.links[pair.a].name, arm.links[pair.b].name});
    return arm;
}

std::vector<Obstacle> bench_cell(std::size_t triangles) {
    std::vector<Obstacle> cell;
    const auto add = [&](const Mesh& mesh, const Pose& pose) {
        cell.push_back({"part " + std::to_string(cell.size()), Model::build(mesh).value(), pose});
    };
    add(stretched(GeneratedShape::box, triangles / 15, {1.5, 1.5, 0.035}), Pose::translation({0, 0, -0.12}));
    base::Random random(5);
    constexpr std::array shapes{GeneratedShape::box, GeneratedShape::sphere, GeneratedShape::torus,
                                GeneratedShape::cylinder};
    for (std::size_t i = 0; i < 14; ++i) {
        const double size = random.between(0.08, 0.15), turn = random.between(0, 2 * pi);
        const double far = random.between(0.55, 0.95), height = random.between(0.1, 1.1);
        add(stretched(shapes[i % 4], triangles / 15, {size, size, size}),
            Pose::translation({far * std::cos(turn), far * std::sin(turn), height}) *
                Pose::rotation({random.between(-1, 1), random.between(-1, 1), 1},
                               radians(random.between(0, 3))));
    }
    return cell;
}

}  // namespace allide::bench
