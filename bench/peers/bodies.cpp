#include "peers/bodies.hpp"

#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

struct Generated {
    const char* name;
    GeneratedShape shape;
    std::uint64_t triangles;
};
constexpr Generated generated[] = {
    {"torus 12.5k", GeneratedShape::torus, 12'544},       {"torus 74k", GeneratedShape::torus, 73'984},
    {"sphere 23k", GeneratedShape::sphere, 22'952},       {"sphere 97k", GeneratedShape::sphere, 97'032},
    {"noisy torus", GeneratedShape::noisy_torus, 73'984},
};
constexpr std::pair<const char*, const char*> scans[] = {
    {"rocker-arm", "rocker-arm.obj"}, {"armadillo", "armadillo.obj"}, {"dragon", "dragon_vrip_res2.ply"}};

constexpr int steps_of_a_run = 50;

// Poses at the distances of the benchmark setting, rotated in such small steps that successive poses have
// nearly the same contacts.
std::vector<Pose> small_steps() {
    std::vector<Pose> poses;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < steps_of_a_run; ++j)
            poses.push_back(
                Pose::rotation({0, 0, 1}, degrees(0.18 * j)).translated({2.2 * (i + 0.5) / 8, 0, 0}));
    return poses;
}

// The poses of the benchmark setting in which the two bodies do not touch.
std::vector<Pose> separated_poses(const Mesh& body) {
    const Model model = Model::build(body).value();
    std::vector<Pose> poses;
    for (const Pose& pose : poses_of_setting())
        if (!collides(model.at_rest(), model.at(pose))) poses.push_back(pose);
    return poses;
}

Pairing in_setting(std::string name, const Mesh& mesh) {
    const Mesh body = in_cube_of_two(mesh);
    return {std::move(name),
            body,
            body,
            {{scenario::all, QueryKind::all_contacts, poses_of_setting()},
             {scenario::first, QueryKind::first_contact, poses_of_setting()},
             {scenario::next, QueryKind::next_contact, small_steps(), steps_of_a_run},
             {scenario::far, QueryKind::distance, separated_poses(body)}}};
}

Mesh generated_mesh(GeneratedShape shape, std::uint64_t triangles) {
    return generate(shape, {.triangles = triangles}).value();
}

std::uint64_t sphere_triangles(const Settings& settings) {
    return settings.size == Size::quick ? 2'000 : 20'000;
}

// A sphere about the origin, scaled from radius 1 to `radius`.
Mesh sphere_of(double radius, std::uint64_t triangles) {
    const Mesh unit = in_cube_of_two(generated_mesh(GeneratedShape::sphere, triangles));
    MeshData data{.vertices = {unit.vertices().begin(), unit.vertices().end()},
                  .triangles = {unit.triangles().begin(), unit.triangles().end()}};
    for (Vec3& v : data.vertices) v = {radius * v.x, radius * v.y, radius * v.z};
    return Mesh::from(std::move(data)).value();
}

// Rotations about an axis that is not an axis of symmetry, so corresponding faces are never parallel.
Pose general_turn(int j) {
    return Pose::rotation({1, 0.7, 0.4}, degrees(7.3 * (j + 1)));
}

}  // namespace

std::vector<Pairing> objects_of_setting(const Settings& settings, std::vector<std::string>& missing) {
    std::vector<Pairing> all;
    if (settings.size == Size::quick) {
        all.push_back(in_setting("torus 1k", generated_mesh(GeneratedShape::torus, 1'000)));
        return all;
    }
    for (const Generated& g : generated)
        all.push_back(in_setting(g.name, generated_mesh(g.shape, g.triangles)));
    for (const auto& [name, file] : scans) {
        const std::filesystem::path path = settings.models / "scans" / file;
        const Result<Mesh> mesh = load_mesh(path);
        if (mesh)
            all.push_back(in_setting(name, *mesh));
        else
            missing.push_back(path.string());
    }
    return all;
}

std::vector<Pairing> concentric_spheres(const Settings& settings) {
    std::vector<Pairing> all;
    const std::uint64_t triangles = sphere_triangles(settings);
    std::vector<Pose> turns;
    for (int j = 0; j < 10; ++j) turns.push_back(general_turn(j));
    const std::vector<double> gaps =
        settings.size == Size::quick ? std::vector{1e-1} : std::vector{1e-1, 1e-2, 1e-3};
    for (const double gap : gaps)
        all.push_back({fmt::format("gap {:g}", gap),
                       sphere_of(1 + gap, triangles),
                       sphere_of(1, triangles),
                       {{scenario::concentric, QueryKind::first_contact, turns},
                        {scenario::far_concentric, QueryKind::distance, turns}},
                       false,
                       false});
    return all;
}

std::vector<Pairing> point_gaps(const Settings& settings) {
    const Mesh sphere = sphere_of(1, sphere_triangles(settings));
    const Vec3 along{1, 0.7, 0.4};
    const double length = std::sqrt(along.x * along.x + along.y * along.y + along.z * along.z);
    std::vector<Pairing> all;
    for (const double gap : {1e-1, 1e-2, 1e-3, 1e-4}) {
        const double s = (2 + gap) / length;
        std::vector<Pose> poses;
        for (int j = 0; j < 50; ++j)
            poses.push_back(general_turn(j).translated({s * along.x, s * along.y, s * along.z}));
        all.push_back({fmt::format("gap {:g}", gap),
                       sphere,
                       sphere,
                       {{scenario::point_gap, QueryKind::first_contact, poses},
                        {scenario::far_point_gap, QueryKind::distance, poses}},
                       true,
                       false});
    }
    return all;
}

Pairing torus_of(std::uint64_t triangles) {
    Pairing pairing =
        in_setting(fmt::format("torus {}", triangles), generated_mesh(GeneratedShape::torus, triangles));
    pairing.scenarios.resize(1);
    return pairing;
}

}  // namespace allide::bench
