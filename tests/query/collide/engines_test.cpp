// Every engine gives the same answers: all combinations of volume, builder and realignment, and pairs of
// models with different volumes.
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <thread>

#include <gtest/gtest.h>

namespace allide {
namespace {

std::string describe(const BuildOptions& o) {
    return std::string(name_of(o.volume)) + " " + std::string(name_of(o.builder)) + " " +
           std::string(name_of(o.realign)) + (o.leaf_volumes == LeafVolumes::none ? " bare leaves" : "") +
           (o.hulls == HullNodes::root ? " hull at the root" : "") + (o.inflation > 0 ? " inflated" : "");
}

std::vector<BuildOptions> all_engines() {
    std::vector<BuildOptions> engines;
    for (const Volume volume : all_volumes()) {
        for (const Builder builder : all_builders()) {
            engines.push_back({.volume = volume, .builder = builder});
            if (!is_kdop(volume)) continue;
            for (const Realign realign : all_realigns())
                if (realign != Realign::automatic)
                    engines.push_back({.volume = volume, .builder = builder, .realign = realign});
        }
        engines.push_back({.volume = volume, .inflation = 0.01});
        if (!is_kdop(volume)) continue;
        for (const Realign realign : all_realigns()) {
            engines.push_back({.volume = volume, .realign = realign, .leaf_volumes = LeafVolumes::none});
            engines.push_back({.volume = volume, .realign = realign, .inflation = 0.01});
        }
        engines.push_back({.volume = volume, .realign = Realign::hill_climb, .hulls = HullNodes::root});
    }
    return engines;
}

struct Case {
    std::string name;
    Mesh a, b;
    Pose pose_a, pose_b;
};

Mesh shape(GeneratedShape shape, std::uint64_t triangles, std::uint64_t seed = 1) {
    return generate(shape, {.triangles = triangles, .seed = seed}).value();
}

// The cases of the golden hash. Poses need no sine or cosine, whose last bits differ between math libraries.
std::vector<Case> all_cases() {
    const Pose tilt = Pose::from_quaternion({0.3, 0.2, -0.1}, {0.5, 0.5, -0.5, 0.5}).value();
    const Pose lean = Pose::from_quaternion({-0.5, 0.1, 0.4}, {0.6, 0, 0.8, 0}).value();
    const Pose skew = Pose::from_quaternion({0.2, 0.6, 0.3}, {0.5, 0.1, 0.7, 0.5}).value();
    const Pose nearly =
        Pose::from_matrix({1 + 4e-7, 3e-7, 0, 0.4, -3e-7, 1 - 4e-7, 2e-7, 0.1, 1e-7, 0, 1 + 3e-7, 0}).value();
    return {
        {"tori", shape(GeneratedShape::torus, 180), shape(GeneratedShape::torus, 180), lean, skew},
        {"noisy torus in a sphere", shape(GeneratedShape::noisy_torus, 200),
         shape(GeneratedShape::sphere, 150), skew, tilt},
        {"soups", shape(GeneratedShape::soup, 120, 3), shape(GeneratedShape::soup, 120, 4), tilt, lean},
        {"box and cylinder, nearly rigid", shape(GeneratedShape::box, 100),
         shape(GeneratedShape::cylinder, 120), nearly, skew},
        {"a box on itself", shape(GeneratedShape::box, 48), shape(GeneratedShape::box, 48), tilt, tilt},
        {"apart", shape(GeneratedShape::sphere, 100), shape(GeneratedShape::cube, 12), lean,
         Pose::translation({4, 0, 0})},
    };
}

class Hash {
  public:
    void mix(std::uint64_t value) { value_ = (value_ ^ value) * 0x100000001b3u; }
    void mix(const Contacts& contacts) {
        for (const Contact& c : contacts) {
            mix(c.triangle_a);
            mix(c.triangle_b);
        }
        mix(~std::uint64_t{0});
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

// The hash of the answers to all cases, the same for every engine.
constexpr std::uint64_t golden_hash = 7047967337567085215u;

TEST(Engines, AllReturnTheContactsOfTheBruteForceAndOneHash) {
    const std::vector<Case> cases = all_cases();
    std::vector<Contacts> expected;
    Hash brute;
    for (const Case& c : cases) {
        const Model a = Model::build(c.a).value(), b = Model::build(c.b).value();
        expected.push_back(contacts(a.at(c.pose_a), b.at(c.pose_b), {.search = Search::brute_force}));
        EXPECT_EQ(expected.back().empty(), c.name == "apart");
        brute.mix(expected.back());
    }
    EXPECT_EQ(brute.value(), golden_hash);
    for (const BuildOptions& engine : all_engines()) {
        SCOPED_TRACE(describe(engine));
        Hash hash;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const Case& c = cases[i];
            const Model a = Model::build(c.a, engine).value(), b = Model::build(c.b, engine).value();
            const Placed pa = a.at(c.pose_a), pb = b.at(c.pose_b);
            const Contacts found = contacts(pa, pb);
            EXPECT_EQ(found.pairs, expected[i].pairs) << c.name;
            EXPECT_EQ(contacts(pa, pb, {.realign_cache = RealignCache::off}).pairs, expected[i].pairs)
                << c.name;
            EXPECT_EQ(collides(pb, pa), !expected[i].empty()) << c.name;
            hash.mix(found);
        }
        EXPECT_EQ(hash.value(), brute.value());
    }
}

std::uint64_t hash_of(const std::vector<Case>& cases, const std::vector<Model>& as,
                      const std::vector<Model>& bs) {
    Hash hash;
    for (std::size_t i = 0; i < cases.size(); ++i)
        hash.mix(contacts(as[i].at(cases[i].pose_a), bs[i].at(cases[i].pose_b)));
    return hash.value();
}

// One pair of models per case is used by one, two and seven threads. Also run with the thread sanitizer.
TEST(Engines, HaveTheGoldenHashFromManyThreads) {
    const std::vector<Case> cases = all_cases();
    for (const Volume volume : all_volumes()) {
        for (const Realign realign : all_realigns()) {
            if (!is_kdop(volume) && realign != Realign::automatic) continue;
            const BuildOptions engine{.volume = volume, .realign = realign};
            SCOPED_TRACE(describe(engine));
            std::vector<Model> as, bs;
            for (const Case& c : cases) {
                as.push_back(Model::build(c.a, engine).value());
                bs.push_back(Model::build(c.b, engine).value());
            }
            for (const std::size_t count : {1u, 2u, 7u}) {
                std::vector<std::uint64_t> hashes(count);
                std::vector<std::thread> threads;
                for (std::uint64_t& hash : hashes)
                    threads.emplace_back([&] { hash = hash_of(cases, as, bs); });
                for (std::thread& thread : threads) thread.join();
                EXPECT_EQ(hashes, std::vector<std::uint64_t>(count, golden_hash)) << count << " threads";
            }
        }
    }
}

TEST(Engines, OfDifferentVolumesAnswerTogether) {
    const std::vector<Case> cases = all_cases();
    std::vector<BuildOptions> engines;
    for (const Volume volume : all_volumes()) engines.push_back({.volume = volume});
    engines.push_back({.volume = Volume::kdop12, .leaf_volumes = LeafVolumes::none});
    engines.push_back({.volume = Volume::kdop26, .realign = Realign::occupancy});
    for (const Case& c : cases) {
        std::vector<Model> as, bs;
        for (const BuildOptions& engine : engines) {
            as.push_back(Model::build(c.a, engine).value());
            bs.push_back(Model::build(c.b, engine).value());
        }
        const Contacts expected =
            contacts(as[0].at(c.pose_a), bs[0].at(c.pose_b), {.search = Search::brute_force});
        for (std::size_t i = 0; i < engines.size(); ++i)
            for (std::size_t j = 0; j < engines.size(); ++j)
                EXPECT_EQ(contacts(as[i].at(c.pose_a), bs[j].at(c.pose_b)).pairs, expected.pairs)
                    << c.name << ": " << describe(engines[i]) << " against " << describe(engines[j]);
    }
}

// Random bodies of any scale, near and far from the origin, at poses at the edge of the rigidity tolerance.
TEST(Engines, AgreeAtAnySizePlaceAndPose) {
    base::Random random(61);
    // The builder does not affect whether a volume contains its triangles, so one builder per volume is
    // enough here, where many pairs need exact arithmetic.
    std::vector<BuildOptions> engines;
    for (const BuildOptions& engine : all_engines())
        if (engine.builder == Builder::automatic) engines.push_back(engine);
    int touching = 0, rounds = 0;
    for (const double size : {1.0, 1e-7, 1e5, 1e-310, 1e160, 3e305}) {
        for (const double place : {0.0, 1e4}) {
            std::vector<Vec3> vertices;
            std::vector<TriangleIndices> triangles;
            for (std::uint32_t i = 0; i < 16; ++i) {
                const Vec3 p = test::random_point(random, size);
                vertices.push_back({p.x + place, p.y, p.z});
                if (i >= 2) triangles.push_back({i - 2, i - 1, i});
            }
            const Mesh mesh = Mesh::from({.vertices = vertices, .triangles = triangles}).value();
            const Pose pose_a = test::barely_rigid_pose(random, 0.2 * size);
            auto rows = pose_a.matrix();
            rows[3] += 0.5 * size;
            rows[0] = std::nextafter(rows[0], 0.0);
            const Pose pose_b = Pose::from_matrix(rows).value();
            const Model plain = Model::build(mesh).value();
            const Contacts expected =
                contacts(plain.at(pose_a), plain.at(pose_b), {.search = Search::brute_force});
            touching += expected.empty() ? 0 : 1;
            ++rounds;
            for (const BuildOptions& engine : engines) {
                const Model model = Model::build(mesh, engine).value();
                EXPECT_EQ(contacts(model.at(pose_a), model.at(pose_b)).pairs, expected.pairs)
                    << describe(engine) << ", size " << size << " at " << place;
            }
        }
    }
    EXPECT_GT(touching, rounds / 2);
}

TEST(Engines, CountWhatTheyDo) {
    const Mesh mesh = shape(GeneratedShape::torus, 1000);
    const Pose pose = Pose::rotation({1, 2, 3}, degrees(40)).translated({0.3, 0.1, 0});
    for (const Realign realign : all_realigns()) {
        SCOPED_TRACE(name_of(realign));
        const Model model = Model::build(mesh, {.volume = Volume::kdop14, .realign = realign}).value();
        const QueryStats kept = contacts(model.at_rest(), model.at(pose)).stats;
        const QueryStats anew =
            contacts(model.at_rest(), model.at(pose), {.realign_cache = RealignCache::off}).stats;
        EXPECT_EQ(kept.volume_tests, anew.volume_tests);
        EXPECT_EQ(anew.realignments, anew.volume_tests);
        EXPECT_LT(2 * kept.realignments, anew.realignments);
        EXPECT_GT(kept.multiplications, 2 * 14 * kept.realignments);
        EXPECT_EQ(kept.mixed_tests, 0u);
        const Model bare =
            Model::build(mesh,
                         {.volume = Volume::kdop14, .realign = realign, .leaf_volumes = LeafVolumes::none})
                .value();
        const QueryStats mixed = contacts(bare.at_rest(), bare.at(pose)).stats;
        EXPECT_GT(mixed.mixed_tests, 0u);
        EXPECT_LT(mixed.volume_tests, kept.volume_tests);
    }
}

}  // namespace
}  // namespace allide
