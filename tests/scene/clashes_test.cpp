// Clashes of a scene, compared with find_clash() for every pair and with those that engine rooms list.
#include <allide/allide.hpp>
#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

Mesh slab(const Vec3& lo, const Vec3& hi) {
    MeshData data;
    for (int i = 0; i < 8; ++i)
        data.vertices.push_back({i % 2 ? hi.x : lo.x, i / 2 % 2 ? hi.y : lo.y, i / 4 ? hi.z : lo.z});
    data.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return Mesh::from(std::move(data)).value();
}

// Boxes on a small grid, so that many touch, contain each other, or are the same.
Scene scene_of_boxes(int count, unsigned seed) {
    std::mt19937 random(seed);
    Scene scene;
    for (int i = 0; i < count; ++i) {
        Vec3 lo{double(random() % 8), double(random() % 8), double(random() % 4)};
        const Vec3 hi{lo.x + 1 + double(random() % 3), lo.y + 1 + double(random() % 3), lo.z + 1};
        const Model model = Model::build(slab(lo, hi)).value();
        const Pose pose = i % 5 == 0 ? Pose::rotation({0, 0, 1}, degrees(30)) : Pose::identity();
        scene.add(model, pose, {.name = "box", .group = i % 2 == 0 ? "even" : "odd"});
    }
    return scene;
}

using Found = std::map<std::pair<std::uint32_t, std::uint32_t>, PairClash>;

Found found_in(const Clashes& clashes) {
    Found out;
    for (const Clash& c : clashes) out.emplace(std::pair(c.a.number, c.b.number), c);
    return out;
}

TEST(SceneClashes, MatchFindClashOfEveryPair) {
    Scene scene = scene_of_boxes(60, 3);
    const double clearance = 0.75;
    Found expected;
    const std::vector<ObjectId> ids = scene.objects();
    for (std::size_t i = 0; i < ids.size(); ++i)
        for (std::size_t j = i + 1; j < ids.size(); ++j)
            if (const auto clash =
                    find_clash(scene.placed(ids[i]), scene.placed(ids[j]), {.clearance = clearance}))
                expected.emplace(std::pair(ids[i].number, ids[j].number), *clash);
    std::set<ClashKind> kinds;
    for (const auto& [pair, clash] : expected) kinds.insert(clash.kind);
    EXPECT_EQ(kinds.size(), 5u);
    for (const unsigned threads : {1u, 2u, 5u}) {
        const Clashes clashes = scene.clashes({.clearance = clearance, .threads = threads});
        EXPECT_EQ(found_in(clashes), expected);
        EXPECT_TRUE(clashes.untested.empty());
        EXPECT_EQ(clashes.tested_pairs, clashes.candidate_pairs);
    }
    EXPECT_EQ(found_in(scene.clashes({.clearance = clearance, .search = Search::brute_force})), expected);
}

// The centre of the bounding box of a region's curves; `elsewhere` for a region without curves.
Vec3 middle_of(const ContactRegion& region, const Vec3& elsewhere) {
    if (region.curves.empty()) return elsewhere;
    Box box{region.curves[0].points[0], region.curves[0].points[0]};
    for (const Polyline& curve : region.curves)
        for (const Vec3& p : curve.points) {
            box.lo = {std::min(box.lo.x, p.x), std::min(box.lo.y, p.y), std::min(box.lo.z, p.z)};
            box.hi = {std::max(box.hi.x, p.x), std::max(box.hi.y, p.y), std::max(box.hi.z, p.z)};
        }
    return {box.lo.x / 2 + box.hi.x / 2, box.lo.y / 2 + box.hi.y / 2, box.lo.z / 2 + box.hi.z / 2};
}

// The scene includes flush boxes, rings whose meshes meet in many corners, and a degenerate triangle.
TEST(SceneClashes, HaveRegionsOfConnectedContacts) {
    Scene scene = scene_of_boxes(30, 4);
    const Model ring = Model::build(generate(GeneratedShape::torus, {.triangles = 200}).value()).value();
    for (const double x : {1.0, 2.0, 3.5})
        scene.add(ring, Pose::rotation({1, 1, 0}, degrees(40 * x)).translated({x, x, 1}));
    MeshData line{.vertices = {{0, 0, 0}, {4, 4, 2}, {8, 8, 4}}, .triangles = {{0, 1, 2}}};
    scene.add(Model::build(Mesh::from(std::move(line)).value()).value());
    std::size_t compared = 0;
    for (const Clash& c : scene.clashes({.detail = ClashDetail::regions})) {
        std::vector<ClashRegion> expected;
        for (const ContactRegion& region : contact_regions(scene.placed(c.a), scene.placed(c.b)))
            expected.push_back({region.contacts.size(), middle_of(region, c.point)});
        std::vector<ClashRegion> found = c.regions;
        for (ClashRegion& region : found) {
            EXPECT_LE(region.depth ? region.depth->lower : 0, c.depth ? c.depth->upper : 0);
            region.depth.reset();
        }
        EXPECT_EQ(found, expected) << c.a.number << " and " << c.b.number;
        compared += expected.size();
    }
    EXPECT_GT(compared, 50u);
}

TEST(SceneClashes, RespectGroupsLimitsAndWantedPairs) {
    Scene scene = scene_of_boxes(60, 5);
    const Found all = found_in(scene.clashes());
    scene.ignore("even", "odd");
    for (const auto& [pair, clash] : found_in(scene.clashes())) EXPECT_EQ(pair.first % 2, pair.second % 2);
    scene.set_clearance("even", "odd", 0);
    const auto some = [](ObjectId a, ObjectId b) { return (a.number + b.number) % 3 == 0; };
    const Clashes wanted = scene.clashes({.wanted = some});
    EXPECT_LT(wanted.tested_pairs, wanted.candidate_pairs);
    for (const auto& [pair, clash] : all)
        EXPECT_EQ(found_in(wanted).count(pair) != 0, (pair.first + pair.second) % 3 == 0);
    const auto loose = [](ObjectId, ObjectId) { return ClashLimits{.touch = 100}; };
    for (const Clash& c : scene.clashes({.limits = loose})) EXPECT_NE(c.kind, ClashKind::hard);
}

TEST(SceneClashes, StopWhenProgressReturnsFalse) {
    Scene scene = scene_of_boxes(60, 6);
    const Clashes clashes = scene.clashes({.threads = 1, .progress = [](std::size_t done, std::size_t all) {
                                               EXPECT_LE(done, all);
                                               return done < 16;
                                           }});
    EXPECT_EQ(clashes.tested_pairs, 16u);
    EXPECT_EQ(clashes.untested.size(), clashes.candidate_pairs - 16);
}

TEST(SceneClashes, MatchTheListOfAnEngineRoom) {
    const EngineRoom room =
        generate_engine_room({.triangles = 60'000, .seed = 3, .clashes = 20, .clearances = 20}).value();
    const std::vector<Part> parts = parts_of(room.mesh);
    Scene scene;
    for (const Result<Model>& model : build_models(parts)) scene.add(*model);
    const Found found = found_in(scene.clashes({.clearance = 1.75}));
    EXPECT_EQ(found.size(), room.pairs.size());
    for (const DeliberatePair& pair : room.pairs) {
        const auto clash = found.find({pair.part_a, pair.part_b});
        ASSERT_NE(clash, found.end()) << pair.part_a << " and " << pair.part_b;
        if (pair.kind == PairKind::clearance) {
            EXPECT_EQ(clash->second.kind, ClashKind::clearance);
            EXPECT_NEAR(clash->second.distance, pair.depth_or_gap, 1e-9);
        } else {
            EXPECT_LE(clash->second.kind, ClashKind::hard);
            EXPECT_LE(clash->second.depth->lower, pair.depth_or_gap + 1e-9);
        }
    }
}

TEST(Parts, AreTheTrianglesOfTheMesh) {
    MeshData data{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                  .triangles = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}},
                  .part_names = {"one", "none", "two"},
                  .part_of = {2, 0, 2}};
    const Mesh mesh = Mesh::from(data).value();
    const std::vector<Part> parts = parts_of(mesh);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[0].name, "one");
    EXPECT_EQ(parts[1].name, "two");
    EXPECT_EQ(parts[0].mesh.corners(0), mesh.corners(1));
    EXPECT_EQ(parts[1].mesh.corners(0), mesh.corners(0));
    EXPECT_EQ(parts[1].mesh.corners(1), mesh.corners(2));
    EXPECT_EQ(parts[0].mesh.vertices().size(), 3u);
}

TEST(Parts, HaveADigestThatOrderDoesNotChange) {
    const Mesh mesh = slab({0, 0, 0}, {1, 1, 1});
    MeshData data{.vertices = {mesh.vertices().begin(), mesh.vertices().end()},
                  .triangles = {mesh.triangles().rbegin(), mesh.triangles().rend()}};
    for (TriangleIndices& t : data.triangles) std::swap(t[0], t[2]);
    EXPECT_EQ(digest_of(Mesh::from(data).value()), digest_of(mesh));
    data.vertices[3].z = 1e-300;
    EXPECT_NE(digest_of(Mesh::from(data).value()), digest_of(mesh));
    EXPECT_NE(digest_of(slab({0, 0, 0}, {1, 1, 2})), digest_of(mesh));
}

}  // namespace
}  // namespace allide
