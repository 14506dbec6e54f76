// The batch queries with the kernels emulated on the CPU give the CPU's answers: the same booleans and
// contacts, and distances within both bounds.
#include "gpu/batches.hpp"

#include "gpu/emulated_machine.hpp"
#include "support/barely_touching.hpp"
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"

#include <allide/allide.hpp>
#include <allide/extra/batches.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide {
namespace {

using gpu::CpuShare;
using gpu::EmulatedMachine;
using gpu::Tuning;
using gpu::Workspace;

struct Emulation {
    std::shared_ptr<EmulatedMachine> machine = std::make_shared<EmulatedMachine>();
    std::shared_ptr<Workspace> workspace = std::make_shared<Workspace>(machine);
};

Model model_of(GeneratedShape shape, std::uint64_t triangles) {
    return Model::build(generate(shape, {.triangles = triangles}).value()).value();
}
Model model_of(const Mesh& mesh) {
    return Model::build(mesh).value();
}

std::vector<Pose> random_poses(std::size_t count, double reach, std::uint64_t seed) {
    base::Random random(seed);
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < count; ++i) poses.push_back(test::random_pose(random, reach));
    return poses;
}

// Poses rotated by quarter turns and translated by multiples of `step`, at which edges, corners and faces of
// symmetric bodies meet exactly.
std::vector<Pose> symmetric_poses(double step) {
    std::vector<Pose> poses{Pose::identity()};
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
        for (int turn = 0; turn < 8; ++turn) {
            const Pose turned = Pose::rotation(axis, degrees(45 * turn));
            for (const double shift : {0.0, step, 2 * step}) poses.push_back(turned.translated(shift * axis));
            poses.push_back(turned.translated({step, step, 0}));
        }
    }
    return poses;
}

// Compares the answers of all four queries with the CPU's, for each way of dividing the work among kernels.
void expect_the_same(Emulation& emulation, const Placed& a, const Model& b, const std::vector<Pose>& poses,
                     double limit, CpuShare* share = nullptr) {
    const std::vector<bool> touches = collides_many(a, b, poses);
    for (const Tuning& tuning : {Tuning{.warp_per_pose = 1u << 30}, Tuning{.warp_per_pose = 0},
                                 Tuning{.warp_per_pose = 0, .step_limit = 5, .round_limit = 3}})
        EXPECT_EQ(gpu::collides_many(emulation.workspace, a, b, poses, {}, tuning, share), touches);

    const std::vector<Contacts> expected = contacts_many(a, b, poses);
    const std::vector<Contacts> found = gpu::contacts_many(emulation.workspace, a, b, poses, {}, {});
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_EQ(found[i].pairs, expected[i].pairs) << "pose " << i;
        EXPECT_TRUE(found[i].complete);
    }

    EXPECT_EQ(gpu::distance_within_many(emulation.workspace, a, b, poses, limit, {}, {}),
              distance_within_many(a, b, poses, limit));
}

void expect_the_same_distances(Emulation& emulation, const Placed& a, const Model& b,
                               const std::vector<Pose>& poses) {
    const std::vector<Distance> expected = distance_many(a, b, poses);
    const std::vector<Distance> found = gpu::distance_many(emulation.workspace, a, b, poses, {}, {});
    const auto pair = gpu::PlacedPair::make(emulation.workspace, a, b);
    ASSERT_NE(pair, nullptr);
    const gpu::DistanceAnswers bounds = pair->distances(pair->upload(poses));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_LE(found[i].lower, expected[i].upper);
        EXPECT_GE(found[i].upper, expected[i].lower);
        EXPECT_LE(found[i].upper - found[i].lower, 1e-12 * found[i].upper);
        EXPECT_EQ(found[i].upper == 0, expected[i].upper == 0);
        if (bounds.answers[i] != gpu::answer_no) continue;
        EXPECT_LE(bounds.distances[i].lower, expected[i].lower) << "pose " << i;
        EXPECT_GE(bounds.distances[i].upper, expected[i].upper) << "pose " << i;
    }
}

TEST(GpuBatches, AgreeWithTheCpuOnTori) {
    Emulation emulation;
    const Model torus = model_of(GeneratedShape::torus, 2000);
    const auto poses = random_poses(test::effort(400, 20'000), 1.8, 1);
    CpuShare share;
    expect_the_same(emulation, torus.at_rest(), torus, poses, 0.05, &share);
    EXPECT_LT(share.poses, 3 * poses.size() / 50);  // the kernels decide nearly all
    // Each case occurred: disjoint spheres, contact by probes, neither, and poses that were put aside (passed
    // on to several lanes each, then to a whole warp each).
    EXPECT_GT(emulation.machine->filtered[gpu::answer_no], 0u);
    EXPECT_GT(emulation.machine->filtered[gpu::answer_yes], 0u);
    EXPECT_GT(emulation.machine->filtered[gpu::answer_open], 0u);
    EXPECT_GT(emulation.machine->probed[gpu::answer_yes], 0u);
    EXPECT_GT(emulation.machine->probed[gpu::answer_open], 0u);
    EXPECT_GT(emulation.machine->put_aside, 0u);
    EXPECT_GT(emulation.machine->put_aside_again, 0u);
    expect_the_same_distances(emulation, torus.at_rest(), torus,
                              random_poses(test::effort(300, 10'000), 3, 2));
}

TEST(GpuBatches, AgreeForBothModelsTurnedAndFarFromTheOrigin) {
    Emulation emulation;
    const Model torus = model_of(GeneratedShape::torus, 1000), ball = model_of(GeneratedShape::sphere, 500);
    base::Random random(3);
    for (const double far : {0.0, 1e3, 1e8, 1e14}) {
        const Pose at = test::barely_rigid_pose(random, 1).translated({far, -far, far});
        std::vector<Pose> poses;
        for (int i = 0; i < 60; ++i) {
            const Pose near =
                i % 2 == 0 ? test::barely_rigid_pose(random, 1.5) : test::random_pose(random, 1.5);
            poses.push_back(near.translated({far, -far, far}));
        }
        SCOPED_TRACE(far);
        expect_the_same(emulation, torus.at(at), ball, poses, 0.1);
        expect_the_same_distances(emulation, torus.at(at), ball, poses);
    }
}

TEST(GpuBatches, AgreeOnSymmetricAndDegeneratePoses) {
    Emulation emulation;
    for (const auto& [shape, triangles, step] :
         {std::tuple(GeneratedShape::cube, 0u, 1.0), std::tuple(GeneratedShape::octahedron, 0u, 0.5),
          std::tuple(GeneratedShape::torus, 500u, 0.25), std::tuple(GeneratedShape::cylinder, 200u, 1.0)}) {
        SCOPED_TRACE(name_of(shape));
        const Model body = model_of(shape, triangles);
        const auto poses = symmetric_poses(step);
        expect_the_same(emulation, body.at_rest(), body, poses, step / 2);
        expect_the_same_distances(emulation, body.at_rest(), body, poses);
    }
}

TEST(GpuBatches, AgreeOnDifficultMeshes) {
    Emulation emulation;
    base::Random random(5);
    auto meshes = test::hostile_meshes(120, random);
    meshes.push_back({"scattered", test::scattered(400, random, 0.1)});
    meshes.push_back({"crowded", test::scattered(150, random, 1)});
    meshes.push_back({"noisy torus", generate(GeneratedShape::noisy_torus, {.triangles = 1500}).value()});
    const Model torus = model_of(GeneratedShape::torus, 400);
    for (const auto& [name, mesh] : meshes) {
        SCOPED_TRACE(name);
        const Model model = model_of(mesh);
        auto poses = random_poses(40, 1, 6);
        poses.push_back(Pose::identity());
        expect_the_same(emulation, model.at_rest(), torus, poses, 0.01);
        expect_the_same(emulation, torus.at(poses[0]), model, poses, 0.01);
        if (name != "crowded")
            expect_the_same(emulation, model.at_rest(), model, {Pose::identity(), poses[1]}, 0.01);
        expect_the_same_distances(emulation, model.at_rest(), torus, poses);
    }
}

// Models that touch only by the last bits of a float or a double. A box that is too small by one rounding
// error would lose such contacts.
TEST(GpuBatches, LoseNoContactOfModelsThatBarelyTouch) {
    Emulation emulation;
    using Kind = test::TouchingPlan::Kind;
    test::TouchingMaker maker(17);
    const int rounds = static_cast<int>(test::effort(60, 3000));
    std::size_t touching = 0;
    for (int round = 0; round < rounds; ++round) {
        const Kind kinds[] = {Kind::patch, Kind::gathered, Kind::soup, Kind::needles};
        const double sizes[] = {1, 1e-3, 50, 1e-6};
        const auto models = maker.make({.count_a = 12,
                                        .count_b = 12,
                                        .size_a = 1,
                                        .size_b = sizes[round / 4 % 4],
                                        .kind = kinds[round % 4]});
        const Model a = model_of(models.a), b = model_of(models.b);
        std::vector<Pose> poses{models.pose_b};
        const Contacts expected = contacts(a.at(models.pose_a), b.at(models.pose_b));
        const auto found = gpu::contacts_many(emulation.workspace, a.at(models.pose_a), b, poses, {}, {});
        EXPECT_EQ(found[0].pairs, expected.pairs) << "round " << round;
        EXPECT_EQ(gpu::collides_many(emulation.workspace, a.at(models.pose_a), b, poses, {},
                                     {.warp_per_pose = 0})[0],
                  !expected.pairs.empty());
        touching += expected.size();
    }
    EXPECT_GT(touching, static_cast<std::size_t>(rounds));
}

TEST(GpuBatches, AgreeAtAnyScale) {
    Emulation emulation;
    const Mesh torus = generate(GeneratedShape::torus, {.triangles = 300}).value();
    for (const double size : {1e-300, 1e-100, 1e-30, 1e-10, 1e10, 1e30, 1e100, 1e300}) {
        SCOPED_TRACE(size);
        const Model model = model_of(test::moved(torus, size, {}));
        std::vector<Pose> poses;
        for (const Pose& pose : random_poses(30, 1.8, 7)) {
            auto m = pose.matrix();
            for (const std::size_t i : {3, 7, 11}) m[i] *= size;
            poses.push_back(Pose::from_matrix(m).value());
        }
        expect_the_same(emulation, model.at_rest(), model, poses, 0.1 * size);
    }
    // The sizes of the models differ by more than the precision of float.
    const Model large = model_of(torus);
    for (const double size : {1e-3, 1e-8, 1e-12}) {
        SCOPED_TRACE(size);
        const Model small = model_of(test::moved(torus, size, {}));
        expect_the_same(emulation, large.at_rest(), small, random_poses(60, 1, 8), size);
        expect_the_same(emulation, small.at_rest(), large, random_poses(60, 1, 9), size);
    }
}

// Probes find points of B inside A. That proves contact only if B also has a point that is not inside.
TEST(GpuBatches, TellContainmentFromContact) {
    Emulation emulation;
    const Mesh sphere = generate(GeneratedShape::sphere, {.triangles = 1000}).value();
    const Model large = model_of(sphere), small = model_of(test::moved(sphere, 0.3, {}));
    // A hollow ball, in which a small ball touches nothing.
    MeshData hollow;
    for (const double size : {1.0, 0.5}) {
        const auto base = static_cast<std::uint32_t>(hollow.vertices.size());
        for (const Vec3& v : sphere.vertices()) hollow.vertices.push_back(size * v);
        for (const TriangleIndices& t : sphere.triangles())
            hollow.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    }
    const Model shell = model_of(Mesh::from(hollow).value());
    MeshData cut{.vertices = {sphere.vertices().begin(), sphere.vertices().end()},
                 .triangles = {sphere.triangles().begin() + 1, sphere.triangles().end()}};
    const Model open = model_of(Mesh::from(cut).value());
    // Two separate shells: one inside the ball, one outside.
    MeshData apart;
    for (const double x : {0.0, 3.0}) {
        const auto base = static_cast<std::uint32_t>(apart.vertices.size());
        for (const Vec3& v : sphere.vertices())
            apart.vertices.push_back({0.2 * v.x + x, 0.2 * v.y, 0.2 * v.z});
        for (const TriangleIndices& t : sphere.triangles())
            apart.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    }
    const Model two = model_of(Mesh::from(apart).value());
    const auto poses = random_poses(200, 1.2, 10);
    for (const Model* outer : {&large, &shell, &open}) {
        for (const Model* inner : {&small, &large, &two, &open}) {
            const auto expected = collides_many(outer->at_rest(), *inner, poses);
            EXPECT_EQ(gpu::collides_many(emulation.workspace, outer->at_rest(), *inner, poses, {}), expected);
        }
    }
    const auto contained =
        gpu::collides_many(emulation.workspace, large.at_rest(), small, std::vector{Pose::identity()}, {});
    EXPECT_FALSE(contained[0]);
}

TEST(GpuBatches, StopAtTheLimitOfContacts) {
    Emulation emulation;
    const Model torus = model_of(GeneratedShape::torus, 500);
    const auto poses = random_poses(20, 1, 11);
    const auto all = contacts_many(torus.at_rest(), torus, poses);
    const auto some =
        gpu::contacts_many(emulation.workspace, torus.at_rest(), torus, poses, {.limit = 10}, {});
    for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_EQ(some[i].size(), std::min<std::size_t>(10, all[i].size()));
        EXPECT_EQ(some[i].complete, all[i].size() < 10);
        for (const Contact& contact : some[i]) EXPECT_TRUE(std::ranges::binary_search(all[i].pairs, contact));
    }
}

// If a stack is full, the pose is left to the CPU; no pair is lost.
TEST(GpuBatches, LeaveWhatDoesNotFitToTheCpu) {
    Emulation emulation;
    base::Random random(12);
    const Model crowd = model_of(test::scattered(3000, random, 1.5));
    const std::vector<Pose> poses{Pose::translation({0.1, 0, 0})};
    CpuShare share;
    const auto found = gpu::contacts_many(emulation.workspace, crowd.at_rest(), crowd, poses, {}, {}, &share);
    EXPECT_EQ(found[0].pairs, contacts(crowd.at_rest(), crowd.at(poses[0])).pairs);
    EXPECT_GT(found[0].size(), 100'000u);
}

TEST(GpuBatches, TakeEmptyModelsAndBatches) {
    Emulation emulation;
    const Model torus = model_of(GeneratedShape::torus, 100), empty;
    EXPECT_TRUE(gpu::collides_many(emulation.workspace, torus.at_rest(), torus, {}, {}).empty());
    const std::vector<Pose> poses(3);
    expect_the_same(emulation, torus.at_rest(), empty, poses, 1);
    expect_the_same(emulation, empty.at_rest(), torus, poses, 1);
    EXPECT_TRUE(
        std::isinf(gpu::distance_many(emulation.workspace, torus.at_rest(), empty, poses, {}, {})[0].value));
    const Model triangle = model_of(
        Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}}).value());
    const Model point =
        model_of(Mesh::from({.vertices = {{0.25, 0.25, 0}}, .triangles = {{0, 0, 0}}}).value());
    expect_the_same(emulation, triangle.at_rest(), triangle, random_poses(50, 1, 13), 0.1);
    expect_the_same(emulation, triangle.at_rest(), point, poses, 0.1);
}

TEST(GpuBatches, ReportProgressToTheEnd) {
    Emulation emulation;
    const Model torus = model_of(GeneratedShape::torus, 100);
    std::size_t last = 0;
    gpu::collides_many(emulation.workspace, torus.at_rest(), torus, random_poses(100, 1, 14),
                       {.progress = [&](std::size_t done) { last = done; }});
    EXPECT_EQ(last, 100u);
}

TEST(GpuBatches, RefuseWhatDoesNotFitWithNumbers) {
    const auto machine = std::make_shared<EmulatedMachine>(100'000);
    const auto workspace = std::make_shared<Workspace>(machine);
    const Model torus = model_of(GeneratedShape::torus, 2000);
    try {
        gpu::collides_many(workspace, torus.at_rest(), torus, std::vector<Pose>(1), {});
        FAIL() << "the tables of the torus need more than 100,000 bytes";
    } catch (const DeviceError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("the emulated GPU has "), std::string::npos) << text;
        EXPECT_NE(text.find(" bytes of free memory; the query needs "), std::string::npos) << text;
    }
}

// Poses of 7 numbers on the device are the poses that Pose::from_quaternion makes of them; others are
// refused.
TEST(GpuBatches, ReadQuaternionsAsTheCpuDoes) {
    Emulation emulation;
    const Model torus = model_of(GeneratedShape::torus, 500);
    const auto pair = gpu::PlacedPair::make(emulation.workspace, torus.at_rest(), torus);
    ASSERT_NE(pair, nullptr);
    base::Random random(15);
    std::vector<double> numbers;
    std::vector<Pose> poses;
    while (poses.size() < 300) {
        const auto q = test::random_pose(random, 1).quaternion();
        const Vec3 at = test::random_point(random, 1.5);
        const double stretch = 1 + random.between(-9e-7, 9e-7);
        const std::array<double, 4> scaled{stretch * q[0], stretch * q[1], stretch * q[2], stretch * q[3]};
        poses.push_back(Pose::from_quaternion(at, scaled).value());
        numbers.insert(numbers.end(), {at.x, at.y, at.z, scaled[0], scaled[1], scaled[2], scaled[3]});
    }
    const gpu::PosesView view{numbers.data(), 7, 300};
    for (std::uint32_t i = 0; i < 300; ++i) {
        double m[12];
        ASSERT_TRUE(gpu::read_pose(view, i, m));
        EXPECT_TRUE(std::equal(m, m + 12, poses[i].matrix().begin()));
    }
    auto found = pair->touch(view);
    for (std::size_t i = 0; i < poses.size(); ++i)
        EXPECT_EQ(found.answers[i] == gpu::answer_yes, collides(torus.at_rest(), torus.at(poses[i])));

    numbers[3] += 1e-3;
    numbers[7] = std::numeric_limits<double>::infinity();
    numbers[14] = std::numeric_limits<double>::quiet_NaN();
    found = pair->touch(view);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(found.answers[i], gpu::answer_invalid);
    EXPECT_NE(found.answers[3], gpu::answer_invalid);
}

// The processor can be chosen on machines without a GPU.
TEST(GpuBatches, SayWhichProcessorAnswers) {
    const Model torus = model_of(GeneratedShape::torus, 100);
    const std::vector<Pose> poses(3);
    std::string processor;
    const auto notice = [&](std::string_view line) { processor = line; };
    EXPECT_EQ(collides_many(torus.at_rest(), torus, poses, {.device = Device::automatic, .notice = notice}),
              std::vector<bool>(3, true));
    EXPECT_EQ(processor.substr(0, 5), "CPU: ") << processor;
    collides_many(torus.at_rest(), torus, poses, {.device = Device::cpu, .notice = notice});
    EXPECT_EQ(processor, "CPU");
    EXPECT_THROW(collides_many(torus.at_rest(), torus, poses, {.device = Device::gpu, .gpu = 99}),
                 DeviceError);
}

}  // namespace
}  // namespace allide
