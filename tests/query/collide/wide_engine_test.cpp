// The default engine's answers equal those of OBB trees and, where that is fast enough, of brute force: for
// shapes, noisy shapes, soups and scans.
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <filesystem>

#include <gtest/gtest.h>

namespace allide {
namespace {

struct Engines {
    explicit Engines(const Mesh& mesh)
        : wide(Model::build(mesh).value()), boxes(Model::build(mesh, {.volume = Volume::obb}).value()) {}

    Model wide, boxes;
};

// Poses like those of the benchmark setting: steps along x, rotated about z.
std::vector<Pose> steps(double diameter, int count) {
    std::vector<Pose> poses;
    for (int i = 0; i < count; ++i)
        poses.push_back(Pose::rotation({0, 0, 1}, degrees(360.0 * i / count))
                            .translated({1.1 * diameter * (i + 0.5) / count, 0.01 * diameter, 0}));
    return poses;
}

std::size_t expect_same(const Engines& a, const Engines& b, const Pose& pose, const std::string& name) {
    const Contacts wide = contacts(a.wide.at_rest(), b.wide.at(pose)),
                   boxes = contacts(a.boxes.at_rest(), b.boxes.at(pose));
    EXPECT_EQ(wide.pairs, boxes.pairs) << name;
    EXPECT_EQ(collides(a.wide.at_rest(), b.wide.at(pose)), !boxes.empty()) << name;
    const FirstContact first = first_contact(a.wide.at_rest(), b.wide.at(pose));
    EXPECT_EQ(first.witness.has_value(), !boxes.empty()) << name;
    const bool known =
        !first.witness || std::binary_search(boxes.begin(), boxes.end(), first.witness->contact);
    EXPECT_TRUE(known) << name;
    return wide.size();
}

TEST(WideEngine, AgreesWithOrientedBoxesOnShapes) {
    const std::uint64_t triangles = static_cast<std::uint64_t>(test::effort(6'000, 80'000));
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::torus, GeneratedShape::noisy_torus, GeneratedShape::soup,
          GeneratedShape::cylinder}) {
        const Engines engines(
            generate(shape, {.triangles = shape == GeneratedShape::soup ? 1500 : triangles}).value());
        std::size_t touching = 0;
        for (const Pose& pose : steps(2, 12))
            touching += expect_same(engines, engines, pose, std::string(name_of(shape)));
        EXPECT_GT(touching, static_cast<std::size_t>(test::effort(100))) << name_of(shape);
    }
}

TEST(WideEngine, AgreesWithTheBruteForceOnHostileMeshes) {
    base::Random random(101);
    const auto meshes = test::hostile_meshes(250, random);
    for (const auto& x : meshes) {
        for (const auto& y : meshes) {
            const Model a = Model::build(x.mesh).value(), b = Model::build(y.mesh).value();
            for (const Pose& pose : {Pose::identity(), Pose::translation({0.25, 0, 0}),
                                     Pose::translation({0.25, 0.25, 0}), test::random_pose(random, 0.1)}) {
                const Contacts wide = contacts(a.at_rest(), b.at(pose)),
                               brute = contacts(a.at_rest(), b.at(pose), {.search = Search::brute_force});
                EXPECT_EQ(wide.pairs, brute.pairs) << x.name << ", " << y.name;
            }
        }
    }
}

// Two octahedra point a corner at each other: these corners are the farthest points from their centres.
TEST(WideEngine, BoundingSpheresDoNotSeparateCornersThatBarelyTouch) {
    base::Random random(103);
    int touching = 0, apart = 0;
    for (const double size : {1e-5, 1.0, 1e5}) {
        MeshData scaled;
        const Mesh sphere = generate(GeneratedShape::octahedron).value();
        for (const Vec3& x : sphere.vertices())
            scaled.vertices.push_back({size * x.x, size * x.y, size * x.z});
        scaled.triangles.assign(sphere.triangles().begin(), sphere.triangles().end());
        const Model ball = Model::build(Mesh::from(std::move(scaled)).value()).value();
        for (int i = 0; i < 400; ++i) {
            const Pose turned = test::random_rotation(random);
            const auto m = turned.matrix();
            const double along = 2 * size + size * std::ldexp(random.between(-1, 1), -30 - i % 23);
            const Vec3 place = test::random_point(random, size * (i % 3 == 0 ? 1e4 : 1));
            const Pose a = turned.translated(place),
                       b = turned.translated(
                           {place.x + along * m[0], place.y + along * m[4], place.z + along * m[8]});
            const bool meets = collides(ball.at(a), ball.at(b));
            EXPECT_EQ(meets, collides(ball.at(a), ball.at(b), {.search = Search::brute_force}))
                << size << " " << i;
            ++(meets ? touching : apart);
        }
    }
    EXPECT_GT(touching, 300);
    EXPECT_GT(apart, 300);
}

TEST(WideEngine, AgreesWithOrientedBoxesOnScans) {
    const std::filesystem::path folder = std::filesystem::path(ALLIDE_SHARED_MODELS) / "scans";
    if (std::string_view(ALLIDE_SHARED_MODELS).empty() || !std::filesystem::exists(folder))
        GTEST_SKIP() << "no scans here";
    int scans = 0;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
        const Result<Mesh> mesh = load_mesh(file);
        if (!mesh || mesh->triangles().empty()) continue;
        if (!test::long_run() && mesh->triangles().size() > 120'000) continue;
        const Box bounds = *inspect(*mesh)[0].bounds;
        const Engines engines(*mesh);
        ++scans;
        std::size_t touching = 0;
        for (const Pose& pose : steps(bounds.hi.x - bounds.lo.x, test::effort(3, 12)))
            touching += expect_same(engines, engines, pose, file.filename().string());
        EXPECT_GT(touching, 50u) << file;
    }
    EXPECT_GT(scans, 0);
}

}  // namespace
}  // namespace allide
