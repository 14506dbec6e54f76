// Distance queries compared with brute force and with their definitions, also for the smallest and largest
// doubles.
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"
#include "support/models.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace allide {
namespace {

using test::model_of;

Mesh scaled(const Mesh& mesh, double factor, const Vec3& shift = {}) {
    std::vector<Vec3> vertices;
    for (const Vec3& v : mesh.vertices())
        vertices.push_back({factor * v.x + shift.x, factor * v.y + shift.y, factor * v.z + shift.z});
    return Mesh::from({.vertices = vertices, .triangles = {mesh.triangles().begin(), mesh.triangles().end()}})
        .value();
}

// Expects that the two intervals of bounds overlap, and that both are narrow.
void expect_same(const Distance& x, const Distance& y, const std::string& what) {
    EXPECT_LE(x.lower, y.upper) << what;
    EXPECT_LE(y.lower, x.upper) << what;
    EXPECT_LE(x.upper - x.lower, std::max(1e-12 * x.upper, 0x1p-1074)) << what;
    EXPECT_LE(x.lower, x.value) << what;
    EXPECT_LE(x.value, x.upper) << what;
    EXPECT_EQ(x.value == 0, x.upper == 0) << what;
    EXPECT_EQ(x.upper == 0, y.upper == 0) << what;
}

const DistanceOptions brute{.search = Search::brute_force};

TEST(Distance, OfTwoCubes) {
    // Cubes from -1 to 1, three units apart in x.
    const Model cube = model_of(generate(GeneratedShape::cube).value());
    double reach = 0;
    for (const Vec3& v : cube.mesh().vertices()) reach = std::max(reach, v.x);
    const Pose aside = Pose::translation({2 * reach + 3, 0, 0});
    const Distance found = distance(cube.at_rest(), cube.at(aside));
    EXPECT_DOUBLE_EQ(found.value, 3);
    EXPECT_LE(found.lower, 3);
    EXPECT_GE(found.upper, 3);
    EXPECT_DOUBLE_EQ(found.closest->point_a.x, reach);
    EXPECT_DOUBLE_EQ(found.closest->point_b.x, reach + 3);
    EXPECT_TRUE(distance_within(cube.at_rest(), cube.at(aside), 3).within);
    EXPECT_FALSE(distance_within(cube.at_rest(), cube.at(aside), std::nextafter(3.0, 0.0)).within);
    EXPECT_EQ(distance(cube.at_rest(), cube.at(Pose::translation({2 * reach, 0, 0}))).value, 0);
}

// `value` is as accurate as rounding allows, while the bounds are wider.
TEST(Distance, ValueIsTheBestEstimate) {
    const Model point = model_of(Mesh::from({.vertices = {{0, 0, 0}}, .triangles = {{0, 0, 0}}}).value());
    base::Random random(72);
    for (int round = 0; round < 300; ++round) {
        const Vec3 x = test::random_point(random, 10);
        const Distance found = distance(point.at_rest(), point.at(Pose::translation(x)));
        EXPECT_NEAR(found.value, std::hypot(x.x, x.y, x.z), 4 * 0x1p-53 * found.value) << round;
        EXPECT_LT(found.lower, found.value);
        EXPECT_LT(found.value, found.upper);
    }
    for (const double gap : {1e-12, 1e-3, 0.5}) {
        const Model a = model_of(generate(GeneratedShape::sphere, {.triangles = 500}).value());
        const Pose aside = Pose::rotation({1, 2, 3}, degrees(20)).translated({3, 0.5, -1});
        const Distance found = distance(a.at_rest(), a.at(aside), {.gap = gap}),
                       fine = distance(a.at_rest(), a.at(aside));
        EXPECT_LE(found.lower, found.value);
        EXPECT_LE(found.value, found.upper);
        EXPECT_NEAR(found.value, fine.value, gap * fine.value);
    }
    // A positive distance is never rounded to 0, which would mean contact.
    const Distance tiny = distance(point.at_rest(), point.at(Pose::translation({0x1p-1074, 0, 0})));
    EXPECT_GT(tiny.value, 0);
}

TEST(Distance, OfNothingIsInfinite) {
    const Model cube = model_of(generate(GeneratedShape::cube).value()), empty;
    const Distance found = distance(empty.at_rest(), cube.at_rest());
    EXPECT_TRUE(std::isinf(found.value));
    EXPECT_FALSE(found.closest);
    EXPECT_FALSE(distance_within(cube.at_rest(), empty.at_rest(), 1e300).within);
    EXPECT_TRUE(pairs_within(empty.at_rest(), empty.at_rest(), 1).pairs.empty());
    EXPECT_TRUE(approximate_distance(empty.at_rest(), cube.at_rest(), {.absolute_error = 1}).pairs.empty());
}

TEST(Distance, RefusesInvalidOptions) {
    const Model cube = model_of(generate(GeneratedShape::cube).value());
    EXPECT_THROW(distance(cube.at_rest(), cube.at_rest(), {.gap = 1e-13}), PreconditionError);
    EXPECT_THROW(distance_within(cube.at_rest(), cube.at_rest(), -1), PreconditionError);
    EXPECT_THROW(distance_within(cube.at_rest(), cube.at_rest(), NAN), PreconditionError);
    EXPECT_THROW(approximate_distance(cube.at_rest(), cube.at_rest(), {.relative_error = -1}),
                 PreconditionError);
}

// Separated, touching and interpenetrating bodies, among them noisy ones and soups; every query is compared
// with brute force.
TEST(Distance, EqualsTheBruteForce) {
    base::Random random(71);
    int touching = 0, apart = 0;
    for (int round = 0; round < test::effort(50, 5000); ++round) {
        const Model a = model_of(test::random_body(random)), b = model_of(test::random_body(random));
        const double far = random.between(0.3, 4);
        const Pose pose_a = round % 3 == 0 ? Pose::identity() : test::random_pose(random, 0.5);
        const Pose pose_b =
            round % 5 == 0 ? test::barely_rigid_pose(random, far) : test::random_pose(random, far);
        const Placed pa = a.at(pose_a), pb = b.at(pose_b);
        const Distance found = distance(pa, pb), twin = distance(pa, pb, brute);
        expect_same(found, twin, "round " + std::to_string(round));
        expect_same(distance(pb, pa), twin, "exchanged, round " + std::to_string(round));
        EXPECT_EQ(found.value == 0, collides(pa, pb));
        ++(found.value == 0 ? touching : apart);
        for (const double limit : {found.lower, found.upper, 0.5 * found.upper, 1.5 * found.upper})
            EXPECT_EQ(distance_within(pa, pb, limit).within,
                      distance_within(pa, pb, limit, {.search = Search::brute_force}).within);
        if (found.lower > 0) {
            EXPECT_FALSE(distance_within(pa, pb, std::nextafter(found.lower, 0.0)).within);
            EXPECT_TRUE(distance_within(pa, pb, found.upper).within);
        }
    }
    EXPECT_GT(touching, test::effort(5));
    EXPECT_GE(apart, test::effort(20));
}

TEST(Distance, HoldsAtAnySizeAndPlace) {
    base::Random random(72);
    for (const double size : {2e-7, 2e-3, 1.0, 2e5})
        for (const double far : {0.0, 1e4})
            for (int round = 0; round < 6; ++round) {
                const Vec3 shift = round % 2 == 0 ? Vec3{far, -far, far} : Vec3{};
                const Model a = model_of(scaled(test::random_body(random), size, shift));
                const Model b = model_of(scaled(test::random_body(random), size, shift));
                const auto at = [&](double reach) {
                    const Vec3 p = test::random_point(random, reach * size);
                    const Vec3 offset = round % 2 == 0 ? Vec3{} : Vec3{far, far, -far};
                    return Vec3{p.x + offset.x, p.y + offset.y, p.z + offset.z};
                };
                const bool turned = round % 3 == 0 && round % 2 == 1;
                const Pose pose_a = Pose::translation(at(0.5)),
                           pose_b =
                               (turned ? test::random_rotation(random) : Pose::identity()).translated(at(3));
                const std::string what = std::to_string(size) + " " + std::to_string(far);
                expect_same(distance(a.at(pose_a), b.at(pose_b)), distance(a.at(pose_a), b.at(pose_b), brute),
                            what);
            }
}

// One model is much smaller than the other, or the distance is a large multiple of the sizes.
TEST(Distance, OfModelsOfDifferentSizeAndFarApart) {
    base::Random random(73);
    for (int round = 0; round < 30; ++round) {
        const double ratio = std::pow(10, random.between(-9, 9)), far = std::pow(10, random.between(0, 9));
        const Model a = model_of(test::random_body(random)),
                    b = model_of(scaled(test::random_body(random), ratio));
        const Pose pose =
            test::random_rotation(random).translated(test::random_point(random, far * (1 + ratio)));
        expect_same(distance(a.at_rest(), b.at(pose)), distance(a.at_rest(), b.at(pose), brute),
                    std::to_string(ratio) + " " + std::to_string(far));
    }
}

TEST(Distance, IsTheSameForEveryEngine) {
    base::Random random(74);
    for (int round = 0; round < 6; ++round) {
        const Mesh mesh_a = test::random_body(random), mesh_b = test::random_body(random);
        const Pose pose = test::random_pose(random, 3);
        const Model plain_a = model_of(mesh_a), plain_b = model_of(mesh_b);
        const Distance twin = distance(plain_a.at_rest(), plain_b.at(pose), brute);
        const auto near = approximate_distance(plain_a.at_rest(), plain_b.at(pose), {.absolute_error = 0.05});
        for (const Volume volume : all_volumes()) {
            const auto check = [&](const BuildOptions& options, const std::string& name) {
                const Model a = Model::build(mesh_a, options).value(),
                            b = Model::build(mesh_b, options).value();
                expect_same(distance(a.at_rest(), b.at(pose)), twin, name);
                expect_same(distance(a.at_rest(), plain_b.at(pose)), twin, name + " against the default");
                EXPECT_EQ(pairs_within(a.at_rest(), b.at(pose), twin.upper + 0.05).pairs,
                          pairs_within(plain_a.at_rest(), plain_b.at(pose), twin.upper + 0.05).pairs)
                    << name;
                EXPECT_EQ(
                    approximate_distance(a.at_rest(), b.at(pose), {.absolute_error = 0.05}).pairs.size(),
                    near.pairs.size());
            };
            const std::string name(name_of(volume));
            check({.volume = volume}, name);
            if (!is_kdop(volume)) continue;
            check({.volume = volume, .leaf_volumes = LeafVolumes::none}, name + " without leaf volumes");
            for (const Realign realign : all_realigns())
                check({.volume = volume, .realign = realign}, name + " " + std::string(name_of(realign)));
        }
    }
}

TEST(Distance, PairsWithinEqualTheBruteForce) {
    base::Random random(75);
    for (int round = 0; round < 30; ++round) {
        const Model a = model_of(test::random_body(random)), b = model_of(test::random_body(random));
        const Pose pose = test::random_pose(random, 2.5);
        const double limit = distance(a.at_rest(), b.at(pose)).upper + random.between(0, 0.3);
        EXPECT_EQ(pairs_within(a.at_rest(), b.at(pose), limit).pairs,
                  pairs_within(a.at_rest(), b.at(pose), limit, {.search = Search::brute_force}).pairs);
    }
}

// The definitions of approximate distances by Fünfzig and Fellner, checked over all pairs of triangles.
TEST(Distance, ApproximateByDefinition) {
    base::Random random(76);
    for (int round = 0; round < 30; ++round) {
        const Model a = model_of(test::random_body(random),
                                 round % 2 == 0 ? Volume::automatic : Volume::kdop14),
                    b = model_of(test::random_body(random),
                                 round % 2 == 0 ? Volume::automatic : Volume::kdop14);
        const Placed pa = a.at_rest(), pb = b.at(test::random_pose(random, 3));
        const ApproximateOptions options{.absolute_error = round % 3 == 0 ? 0.0 : random.between(0, 0.2),
                                         .relative_error = round % 3 == 1 ? 0.0 : random.between(0, 0.3)};
        const double least = distance(pa, pb, brute).upper;
        const auto limit = [&](double best) {
            return std::max(best + options.absolute_error, best * (1 + options.relative_error));
        };
        const ApproximateDistance found = approximate_distance(pa, pb, options);
        expect_same(found.minimum, distance(pa, pb, brute), "minimum");
        std::set<std::pair<std::uint32_t, std::uint32_t>> listed;
        for (const PairDistance& pair : found.pairs) {
            listed.emplace(pair.triangle_a, pair.triangle_b);
            EXPECT_LE(pair.distance, limit(least) * (1 + 1e-11));
        }
        EXPECT_EQ(listed.size(), found.pairs.size());
        for (const Contact& pair :
             pairs_within(pa, pb, limit(least) * (1 - 1e-11), {.search = Search::brute_force}).pairs)
            EXPECT_TRUE(listed.contains({pair.triangle_a, pair.triangle_b}));

        const WeakApproximateDistance weak = weak_approximate_distance(pa, pb, options);
        ASSERT_FALSE(weak.sequence.empty());
        double best = weak.sequence.front().distance;
        for (const PairDistance& pair : weak.sequence) {
            EXPECT_LE(pair.distance, limit(best) * (1 + 1e-11));
            best = std::min(best, pair.distance);
        }
        EXPECT_EQ(weak.sequence.back().distance, best);
        EXPECT_LE(best, least * (1 + 1e-11));
    }
}

// A degenerate triangle that is a single point is listed only once with each triangle.
TEST(Distance, ListsEachPairOnce) {
    const Model base = model_of(
        Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}}).value());
    const Model point = model_of(Mesh::from({.vertices = {{0, 0, 1}}, .triangles = {{0, 0, 0}}}).value());
    EXPECT_EQ(approximate_distance(base.at_rest(), point.at_rest(), {.absolute_error = 2}).pairs.size(), 1u);
    EXPECT_EQ(
        weak_approximate_distance(base.at_rest(), point.at_rest(), {.absolute_error = 2}).sequence.size(),
        1u);
}

TEST(Distance, ACacheDoesNotChangeTheBounds) {
    base::Random random(77);
    const Model a = model_of(generate(GeneratedShape::noisy_torus, {.triangles = 800}).value()),
                b = model_of(generate(GeneratedShape::noisy_torus, {.triangles = 700, .seed = 5}).value());
    QueryCache cache;
    Pose pose = Pose::translation({3, 0, 0});
    for (int step = 0; step < 200; ++step) {
        const double angle = 0.3 * step;
        pose = step % 17 == 0 ? test::random_pose(random, 4)  // a random jump
                              : Pose::rotation({0, 0, 1}, degrees(angle)).translated({2.6, 0.1, 0});
        expect_same(distance(a.at_rest(), b.at(pose), cache), distance(a.at_rest(), b.at(pose)),
                    std::to_string(step));
    }
    // The cache still holds triangle numbers of the larger model, which the cube does not have.
    const Model cube = model_of(generate(GeneratedShape::cube).value());
    expect_same(distance(cube.at_rest(), cube.at(pose), cache), distance(cube.at_rest(), cube.at(pose)),
                "cube");
}

// Thousands of pairs of triangles have the same distance.
TEST(Distance, OfParallelPlates) {
    const auto plate = [](int n) {
        MeshData data;
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n; ++j)
                data.vertices.push_back({static_cast<double>(i) / n, static_cast<double>(j) / n, 0});
        const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                data.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
                data.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
            }
        return Mesh::from(std::move(data)).value();
    };
    const int side = std::max(test::effort(40), 10);
    const Model a = model_of(plate(side)), b = model_of(plate(side - 3));
    for (const double gap : {0.5, 1e-3, 1e-9}) {
        const Distance level = distance(a.at_rest(), b.at(Pose::translation({0.1, 0.05, gap})));
        EXPECT_LE(level.lower, gap);
        EXPECT_GE(level.upper, gap);
        EXPECT_LE(level.upper - level.lower, 1e-12 * gap);
        const Pose pose = Pose::rotation({1, 2, 3}, degrees(40));
        const auto turned = pose.matrix();
        const Pose other = pose.translated({gap * turned[2], gap * turned[6], gap * turned[10]});
        expect_same(distance(a.at(pose), b.at(other)), distance(a.at(pose), b.at(other), brute), "turned");
        EXPECT_NEAR(distance(a.at(pose), b.at(other)).value, gap, 1e-15);
    }
}

// Bounds, triangles and points are the same to the last bit for every instruction set and in any thread.
TEST(Distance, HasTheGoldenHashFromManyThreads) {
    base::Random random(79);
    std::vector<Model> models;
    std::vector<Pose> poses;
    for (int i = 0; i < 24; ++i) {
        models.push_back(model_of(test::random_body(random)));
        poses.push_back(test::random_pose(random, 3));
    }
    const auto hash_of_all = [&] {
        std::uint64_t hash = 0;
        const auto mix = [&hash](double x) {
            hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        };
        for (std::size_t i = 0; i + 1 < models.size(); ++i) {
            const Distance found = distance(models[i].at(poses[i]), models[i + 1].at(poses[i + 1]));
            mix(found.lower);
            mix(found.upper);
            mix(found.closest->triangle_a);
            mix(found.closest->triangle_b);
            for (const Vec3& p : {found.closest->point_a, found.closest->point_b})
                mix(p.x), mix(p.y), mix(p.z);
        }
        return hash;
    };
    constexpr std::uint64_t golden_hash = 3141572398789327282u;
    for (const std::size_t count : {1u, 3u}) {
        std::vector<std::uint64_t> hashes(count);
        std::vector<std::thread> threads;
        for (std::uint64_t& hash : hashes) threads.emplace_back([&] { hash = hash_of_all(); });
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(hashes, std::vector<std::uint64_t>(count, golden_hash));
    }
}

TEST(Distance, OfHostileMeshes) {
    base::Random random(78);
    for (int round = 0; round < 40; ++round) {
        const Model a = model_of(test::scattered(60, random, round % 2 == 0 ? 0.3 : 1e-9));
        const Model b = model_of(test::scattered(50, random, round % 3 == 0 ? 0 : 1e-3));
        const Pose pose = test::random_pose(random, 2.5);
        expect_same(distance(a.at_rest(), b.at(pose)), distance(a.at_rest(), b.at(pose), brute),
                    std::to_string(round));
    }
}

}  // namespace
}  // namespace allide
