// Deforming models: hand-made cases, and comparisons of the tree search with all pairs of features.
#include "oracle/types.hpp"
#include "support/effort.hpp"

#include <allide/extra/deform.hpp>
#include <allide/query.hpp>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

Mesh mesh_from(std::vector<Vec3> vertices, std::vector<TriangleIndices> triangles) {
    return Mesh::from({.vertices = std::move(vertices), .triangles = std::move(triangles)}).value();
}

// A square sheet of 2 n² triangles in the plane z = height, from (0, 0) to (1, 1).
Mesh sheet(std::uint32_t n, double height) {
    MeshData data;
    for (std::uint32_t i = 0; i <= n; ++i)
        for (std::uint32_t j = 0; j <= n; ++j)
            data.vertices.push_back({double(i) / n, double(j) / n, height});
    const auto at = [n](std::uint32_t i, std::uint32_t j) { return i * (n + 1) + j; };
    for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t j = 0; j < n; ++j) {
            data.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            data.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return Mesh::from(std::move(data)).value();
}

std::vector<Vec3> moved(const Mesh& mesh, auto move) {
    std::vector<Vec3> end;
    for (const Vec3& x : mesh.vertices()) end.push_back(move(x));
    return end;
}

std::vector<Vec3> shaken(const Mesh& mesh, oracle::Dice& dice, double by) {
    return moved(mesh, [&](const Vec3& x) {
        return Vec3{x.x + dice.between(-by, by), x.y + dice.between(-by, by), x.z + dice.between(-by, by)};
    });
}

// A triangle at z = 1 falls by 2 onto one at z = 0: contact at t = 1/2 exactly.
TEST(Deforming, FallingTriangleMeetsTheGround) {
    const Mesh above = mesh_from({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, {{0, 1, 2}});
    const Model ground = Model::build(mesh_from({{-5, -5, 0}, {5, -5, 0}, {0, 5, 0}}, {{0, 1, 2}})).value();
    const DeformableModel model = DeformableModel::build(above).value();
    const Deforming fall = deforming(model, moved(above,
                                                  [](const Vec3& x) {
                                                      return x + Vec3{0, 0, -2};
                                                  }))
                               .value();
    const Prediction found = predict(fall, ground.at_rest());
    ASSERT_EQ(found.outcome, Outcome::impact);
    EXPECT_LE(found.impact->t_lo, 0.5);
    EXPECT_GE(found.impact->t_hi, 0.5);
    EXPECT_LE(found.impact->t_hi - found.impact->t_lo, 1e-9);
    EXPECT_EQ(found.impact->features, Features::vertex_face);
    EXPECT_NEAR(found.impact->point.z, 0, 1e-8);
    EXPECT_EQ(found.free_until, found.impact->t_lo);
    EXPECT_LT(max_safe_step(fall, ground.at_rest()), 0.5);
    EXPECT_GT(max_safe_step(fall, ground.at_rest()), 0.5 - 2e-9);
    // The clearance of 1/2 is reached at half of the time to the contact.
    const Prediction near = predict(fall, ground.at_rest(), {.clearance = 0.5});
    ASSERT_EQ(near.outcome, Outcome::impact);
    EXPECT_NEAR(near.impact->t_lo, 0.25, 1e-9);
    EXPECT_LE(near.impact->t_lo, 0.25 + 1e-12);
    EXPECT_FALSE(near.impact->features.has_value());
    // Lowering the ground by a pose delays the contact.
    const Prediction lower = predict(fall, ground.at(Pose::translation({0, 0, -0.5})));
    ASSERT_EQ(lower.outcome, Outcome::impact);
    EXPECT_NEAR(lower.impact->t_lo, 0.75, 1e-9);
}

TEST(Deforming, EndsInContactOrStartsInContact) {
    const Mesh above = mesh_from({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, {{0, 1, 2}});
    const Model ground = Model::build(mesh_from({{-5, -5, 0}, {5, -5, 0}, {0, 5, 0}}, {{0, 1, 2}})).value();
    const DeformableModel model = DeformableModel::build(above).value();
    const auto down = [&](double by) {
        return deforming(model, moved(above, [by](const Vec3& x) { return x - Vec3{0, 0, by}; })).value();
    };
    const Prediction at_end = predict(down(1), ground.at_rest());
    ASSERT_EQ(at_end.outcome, Outcome::impact);
    EXPECT_EQ(at_end.impact->t_lo, 1);
    EXPECT_EQ(at_end.impact->t_hi, 1);
    EXPECT_EQ(predict(down(std::nextafter(1.0, 0.0)), ground.at_rest()).outcome, Outcome::clear);
    const DeformableModel lying =
        DeformableModel::build(mesh_from({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})).value();
    const Deforming lift = deforming(lying, moved(lying.mesh(),
                                                  [](const Vec3& x) {
                                                      return x + Vec3{0, 0, 1};
                                                  }))
                               .value();
    const Prediction at_start = predict(lift, ground.at_rest());
    EXPECT_EQ(at_start.outcome, Outcome::touching_at_start);
    EXPECT_EQ(at_start.free_until, 0);
    EXPECT_EQ(max_safe_step(lift, ground.at_rest()), 0);
}

// A sheet is folded until one half lands on the other. Contacts of neighbouring triangles do not count.
TEST(Deforming, FoldedSheetMeetsItself) {
    const Mesh flat = sheet(8, 0);
    const DeformableModel model = DeformableModel::build(flat).value();
    EXPECT_EQ(predict(deforming(model, flat.vertices()).value()).outcome, Outcome::clear);
    // Folds the half with x > 1/2 over the other half, above which it ends with the given slope. With slope
    // 0, the halves touch at the end.
    const auto fold = [&](double height) {
        return deforming(model, moved(flat,
                                      [height](const Vec3& x) {
                                          return x.x <= 0.5 ? x : Vec3{1 - x.x, x.y, height * (x.x - 0.5)};
                                      }))
            .value();
    };
    EXPECT_EQ(predict(fold(0.1)).outcome, Outcome::clear);
    const Prediction met = predict(fold(0));
    EXPECT_EQ(met.outcome, Outcome::impact);
    EXPECT_EQ(predict(fold(0), {.search = Search::brute_force}).impact->t_hi, met.impact->t_hi);
}

// An edge runs through the interior of a triangle that shares a vertex with the edge's own triangle. At the
// start, no vertex meets a face and no edge meets an edge, and yet the surface interpenetrates itself.
TEST(Deforming, StartThatInterpenetratesIsReported) {
    const Mesh mesh =
        mesh_from({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1}, {1, 1, -1}}, {{0, 1, 2}, {0, 3, 4}});
    const DeformableModel model = DeformableModel::build(mesh).value();
    const Prediction found = predict(deforming(model, mesh.vertices()).value());
    EXPECT_EQ(found.outcome, Outcome::touching_at_start);
    EXPECT_EQ(max_safe_step(deforming(model, mesh.vertices()).value()), 0);
}

TEST(Deforming, RodsAndPointsMoveToo) {
    const std::vector<Vec3> x{{-1, 0, 0}, {1, 0, 0}, {0, -1, 1}, {0, 1, 1}};
    const std::vector<std::array<std::uint32_t, 2>> segments{{0, 1}, {2, 3}};
    const DeformableModel rods = DeformableModel::build(mesh_of_segments(x, segments).value()).value();
    std::vector<Vec3> end = x;
    end[2].z = end[3].z = -3;
    const auto first = earliest_impact(deforming(rods, end).value());
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->features, Features::edge_edge);
    EXPECT_NEAR(first->t_lo, 0.25, 1e-9);
    EXPECT_NEAR(first->weights[0], 0.5, 1e-6);
    const std::vector<Vec3> drop{{0.2, 0.2, 1}, {9, 9, 1}};
    const DeformableModel points = DeformableModel::build(mesh_of_points(drop).value()).value();
    const Deforming falling = deforming(points, std::vector<Vec3>{{0.2, 0.2, -1}, {9, 9, -1}}).value();
    const Model ground = Model::build(mesh_from({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})).value();
    const auto hit = earliest_impact(falling, ground.at_rest());
    ASSERT_TRUE(hit.has_value());
    EXPECT_EQ(hit->features, Features::vertex_face);
    EXPECT_EQ(hit->vertices[0], 0u);
    EXPECT_NEAR(hit->t_lo, 0.5, 1e-9);
}

TEST(Deforming, PositionsMustFitTheMesh) {
    const Mesh flat = sheet(1, 0);
    const DeformableModel model = DeformableModel::build(flat).value();
    EXPECT_FALSE(deforming(model, std::vector<Vec3>(3)).has_value());
    std::vector<Vec3> bad(flat.vertices().begin(), flat.vertices().end());
    bad[2].y = NAN;
    const auto refused = deforming(model, bad);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().vertex, 2u);
}

bool same_impact(const FeatureImpact& x, const FeatureImpact& y) {
    return x.t_lo == y.t_lo && x.t_hi == y.t_hi && x.features == y.features && x.vertices == y.vertices &&
           x.weights == y.weights;
}

// All impacts by the tree and by all pairs are the same; the earliest is the first of them.
TEST(Deforming, TreeFindsWhatAllPairsFind) {
    oracle::Dice dice(7);
    const int rounds = test::effort(12, 200);
    std::size_t impacts = 0;
    for (int round = 0; round < rounds; ++round) {
        const Mesh first = sheet(5, 0), second = sheet(4, 0.05);
        DeformableModel a = DeformableModel::build(first).value(), b = DeformableModel::build(second).value();
        ASSERT_TRUE(a.move_vertices(shaken(first, dice, 0.02)).has_value());
        const Deforming from = deforming(a, shaken(first, dice, 0.1)).value(),
                        other = deforming(b, shaken(second, dice, 0.1)).value();
        const PredictOptions tree{.tolerance = 1e-13},
            pairs{.tolerance = 1e-13, .search = Search::brute_force};
        for (const bool itself : {false, true}) {
            const auto found = itself ? all_impacts(from, tree) : all_impacts(from, other, tree);
            const auto expected = itself ? all_impacts(from, pairs) : all_impacts(from, other, pairs);
            impacts += found.size();
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i) ASSERT_TRUE(same_impact(found[i], expected[i]));
            const auto earliest = itself ? earliest_impact(from, tree) : earliest_impact(from, other, tree);
            ASSERT_EQ(earliest.has_value(), !found.empty());
            if (earliest) {
                EXPECT_EQ(earliest->t_lo, found[0].t_lo);
            }
        }
        // With a small clearance, at least as many impacts are found.
        const auto near = all_impacts(from, other, {.tolerance = 1e-9, .clearance = 1e-3});
        EXPECT_GE(near.size(), all_impacts(from, other, tree).size());
    }
    EXPECT_GT(impacts, 10u * static_cast<std::size_t>(rounds));
}

// Random rods and points against each other and against a sheet: the tree search finds the same as all pairs,
// in either order of the sides. A motion without contact has none when reversed in time.
TEST(Deforming, RodsAndPointsFindWhatAllPairsFind) {
    oracle::Dice dice(23);
    const auto cloud = [&](std::size_t count) {
        std::vector<Vec3> x(count);
        for (Vec3& p : x) p = {dice.unit(), dice.unit(), dice.between(-0.2, 0.2)};
        return x;
    };
    std::size_t impacts = 0, clear = 0;
    const int rounds = test::long_run() ? 200 : 10;  // with fewer rounds, no case would be clear
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::array<std::uint32_t, 2>> segments;
        for (std::uint32_t i = 0; i + 1 < 40; i += round % 2 == 0 ? 1 : 2) segments.push_back({i, i + 1});
        const Mesh rod_mesh = mesh_of_segments(cloud(40), segments).value(),
                   point_mesh = mesh_of_points(cloud(60)).value(), flat = sheet(4, 0);
        const DeformableModel rods = DeformableModel::build(rod_mesh).value(),
                              points = DeformableModel::build(point_mesh).value(),
                              cloth = DeformableModel::build(flat).value();
        const double by = round % 3 == 0 ? 0.01 : 0.3;
        const Deforming a = deforming(rods, shaken(rod_mesh, dice, by)).value(),
                        b = deforming(points, shaken(point_mesh, dice, by)).value(),
                        c = deforming(cloth, shaken(flat, dice, by)).value();
        const PredictOptions pairs{.search = Search::brute_force};
        const auto compare = [&](const auto&... sides) {
            const auto found = all_impacts(sides...), expected = all_impacts(sides..., pairs);
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i) ASSERT_TRUE(same_impact(found[i], expected[i]));
            impacts += found.size();
        };
        compare(a);
        compare(a, c);
        compare(b, c);
        EXPECT_EQ(all_impacts(a, c).size(), all_impacts(c, a).size());
        EXPECT_EQ(all_impacts(b, c).size(), all_impacts(c, b).size());
        const Deforming back_b = deforming(points, b.end(), b.start()).value(),
                        back_c = deforming(cloth, c.end(), c.start()).value();
        EXPECT_EQ(all_impacts(b, c).size(), all_impacts(back_b, back_c).size());
        clear += max_safe_step(b, c) == 1 ? 1 : 0;
        EXPECT_EQ(max_safe_step(b, c) == 1, max_safe_step(back_b, back_c) == 1);
        EXPECT_EQ(max_safe_step(b, c), max_safe_step(c, b));
    }
    EXPECT_GT(impacts, 100u);
    EXPECT_GT(clear, 0u);
}

// At sampled times before the end of a safe step, the surfaces are disjoint.
TEST(Deforming, NothingTouchesBeforeTheSafeStep) {
    oracle::Dice dice(11);
    for (int round = 0; round < test::effort(8, 60); ++round) {
        const Mesh first = sheet(4, 0), second = sheet(4, 0.2);
        const DeformableModel a = DeformableModel::build(first).value(),
                              b = DeformableModel::build(second).value();
        const std::vector<Vec3> end_a = shaken(first, dice, 0.3), end_b = shaken(second, dice, 0.3);
        const double safe = max_safe_step(deforming(a, end_a).value(), deforming(b, end_b).value());
        const auto touching_at = [&](double t) {
            const auto at = [t](const Mesh& mesh, const std::vector<Vec3>& end) {
                std::vector<Vec3> x;
                for (std::size_t i = 0; i < end.size(); ++i)
                    x.push_back((1 - t) * mesh.vertices()[i] + t * end[i]);
                const auto triangles = mesh.triangles();
                return Model::build(mesh_from(x, {triangles.begin(), triangles.end()})).value();
            };
            const Model p = at(first, end_a), q = at(second, end_b);
            return collides(p.at_rest(), q.at_rest());
        };
        for (const double share : {0.2, 0.7, 0.95, 0.9999}) EXPECT_FALSE(touching_at(share * safe));
        if (safe < 1) {
            const double beyond = std::min(1.0, safe + 1e-6);
            EXPECT_TRUE(touching_at(beyond)) << safe;
        }
    }
}

TEST(Deforming, CoordinatesBeyondFloatsAreSearchedToo) {
    for (const double scale : {0x1p-1000, 0x1p-600, 0x1p300, 0x1p1000}) {
        const Mesh above = mesh_from({{0, 0, scale}, {scale, 0, scale}, {0, scale, scale}}, {{0, 1, 2}});
        const Model ground =
            Model::build(
                mesh_from({{-5 * scale, -5 * scale, 0}, {5 * scale, -5 * scale, 0}, {0, 5 * scale, 0}},
                          {{0, 1, 2}}))
                .value();
        const DeformableModel model = DeformableModel::build(above).value();
        const Deforming fall = deforming(model, moved(above,
                                                      [scale](const Vec3& x) {
                                                          return x - Vec3{0, 0, 4 * scale};
                                                      }))
                                   .value();
        const Prediction found = predict(fall, ground.at_rest());
        ASSERT_EQ(found.outcome, Outcome::impact) << scale;
        EXPECT_NEAR(found.impact->t_hi, 0.25, 1e-9);
    }
}

}  // namespace
}  // namespace allide
