// After a refit, after a rebuild and for a newly built model, all queries give the answers of brute force.
#include "model/model_data.hpp"
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"
#include "tree/wide/validate.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace allide {
namespace {

struct Deformation {
    std::string name;
    std::function<Vec3(const Vec3&, base::Random&)> of;
    double size = 1;  // the size that the deformation gives to a body of size 1
    Vec3 place = {};  // the body's centre after the deformation
};

std::vector<Deformation> deformations() {
    const auto scaled = [](double size, Vec3 place) {
        return [=](const Vec3& x, base::Random&) {
            return Vec3{place.x + size * x.x, place.y + size * x.y, place.z + size * x.z};
        };
    };
    std::vector<Deformation> all{
        {"bent",
         [](const Vec3& x, base::Random&) {
             return Vec3{(1 + x.y) * std::sin(x.x), (1 + x.y) * std::cos(x.x) - 1, x.z};
         }},
        {"noisy", [](const Vec3& x, base::Random& random) { return test::about(x, random, 0.03); }},
        {"wild", [](const Vec3&, base::Random& random) { return test::random_point(random, 1); }},
        {"wild, in eight places",
         [](const Vec3&, base::Random& random) {
             return Vec3{random.unit() < 0.5 ? -1.0 : 1.0, random.unit() < 0.5 ? -1.0 : 1.0,
                         random.unit() < 0.5 ? -1.0 : 1.0};
         }},
        {"inside out",
         [](const Vec3& x, base::Random&) {
             return Vec3{-x.x, x.y, x.z};
         }},
        {"flat",
         [](const Vec3& x, base::Random&) {
             return Vec3{x.x, x.y, 0};
         }},
        {"flat, askew",
         [](const Vec3& x, base::Random&) {
             return Vec3{x.x, x.y, x.x + x.y};
         }},
        {"a line",
         [](const Vec3& x, base::Random&) {
             return Vec3{x.x, x.x, 0};
         }},
        {"a point",
         [](const Vec3&, base::Random&) {
             return Vec3{0.25, 0.5, 0.75};
         }},
        {"all but one in a point",
         [](const Vec3& x, base::Random& random) { return random.below(50) == 0 ? x : Vec3{}; }},
    };
    for (const double size : {1e6, 1e-6, 1e-300, 1e150, 5e-322, 1e307})
        all.push_back({"size " + std::to_string(std::log10(size)), scaled(size, {}), size, {}});
    const Vec3 far{1e7, -3e6, 2e6};
    all.push_back({"far", scaled(1, far), 1, far});
    all.push_back({"far and small", scaled(1e-6, far), 1e-6, far});
    return all;
}

std::vector<Vec3> deformed(const Mesh& rest, const Deformation& deformation, base::Random& random) {
    std::vector<Vec3> out;
    for (const Vec3& x : rest.vertices()) out.push_back(deformation.of(x, random));
    return out;
}

// A pose that translates by up to half the size and, in most cases, rotates about the centre of the bodies.
Pose pose_for(const Deformation& deformation, base::Random& random) {
    const Pose shift = Pose::translation(test::random_point(random, 0.5 * deformation.size));
    if (random.below(3) == 0) return shift;
    const Pose turn = test::random_rotation(random);
    const auto& m = turn.matrix();
    const Vec3& p = deformation.place;
    const Vec3 back{p.x - (m[0] * p.x + m[1] * p.y + m[2] * p.z),
                    p.y - (m[4] * p.x + m[5] * p.y + m[6] * p.z),
                    p.z - (m[8] * p.x + m[9] * p.y + m[10] * p.z)};
    return turn.translated(back).translated({shift.matrix()[3], shift.matrix()[7], shift.matrix()[11]});
}

void expect_valid(const DeformableModel& model, const std::string& when) {
    const auto defect = tree::validate(std::get<tree::WideTree>(data_of(model.at_rest()).tree), model.mesh());
    ASSERT_FALSE(defect) << when << ": " << *defect;
}

// Compares all contact queries with the result of brute force.
void expect_same(const Placed& a, const Placed& b, const std::vector<Contact>& truth, QueryCache& cache,
                 const std::string& what) {
    const Contacts found = contacts(a, b);
    EXPECT_EQ(found.pairs, truth) << what;
    EXPECT_EQ(collides(a, b), !truth.empty()) << what;
    EXPECT_EQ(collides(a, b, cache), !truth.empty()) << what;
    const FirstContact first = first_contact(a, b);
    ASSERT_EQ(first.witness.has_value(), !truth.empty()) << what;
    if (!first.witness) return;
    EXPECT_TRUE(std::binary_search(truth.begin(), truth.end(), first.witness->contact)) << what;
}

class Pair {
  public:
    explicit Pair(base::Random& random)
        : rest_a_(test::random_body(random)),
          rest_b_(test::random_body(random)),
          a_(DeformableModel::build(rest_a_).value()),
          b_(DeformableModel::build(rest_b_, {.builder = Builder::median}).value()) {}

    std::size_t check(const Deformation& deformation, base::Random& random) {
        const std::string& name = deformation.name;
        EXPECT_TRUE(a_.move_vertices(deformed(rest_a_, deformation, random))) << name;
        EXPECT_TRUE(b_.move_vertices(deformed(rest_b_, deformation, random))) << name;
        expect_valid(a_, name);
        expect_valid(b_, name);
        const Model fresh_a = Model::build(a_.mesh()).value();
        const Pose pose = pose_for(deformation, random);
        const std::vector<Contact> truth =
            contacts(fresh_a.at_rest(), b_.at(pose), {.search = Search::brute_force}).pairs;
        expect_same(a_.at_rest(), b_.at(pose), truth, cache_, name + ", refit");
        expect_same(fresh_a.at_rest(), b_.at(pose), truth, cache_, name + ", one side built anew");
        EXPECT_EQ(collides_many(a_.at_rest(), b_.snapshot(), std::vector{pose, pose}),
                  std::vector<bool>(2, !truth.empty()))
            << name;
        const int renew = static_cast<int>(random.below(4));
        if (renew == 0) a_.rebuild();
        if (renew <= 1) {
            b_.rebuild_worst();
            expect_valid(b_, name + ", partly rebuilt");
            expect_same(a_.at_rest(), b_.at(pose), truth, cache_, name + ", partly rebuilt");
        }
        return truth.size();
    }

  private:
    Mesh rest_a_, rest_b_;
    DeformableModel a_, b_;
    QueryCache cache_;
};

// Applies one deformation after another, in random order, to the same two trees.
TEST(Deformable, AnswersLikeANewlyBuiltModel) {
    base::Random random(41);
    const std::vector<Deformation> all = deformations();
    std::size_t touching = 0, asked = 0;
    const int pairs = test::effort(8, 400);
    for (int i = 0; i < pairs; ++i) {
        Pair pair(random);
        for (int step = 0; step < 20; ++step, ++asked)
            touching += pair.check(all[random.below(all.size())], random) > 0 ? 1 : 0;
    }
    EXPECT_GT(4 * touching, asked);
}

// A tetrahedron whose faces have vertices of their own: it is closed only while vertices of different faces
// coincide.
TEST(Deformable, ASurfaceMayOpenAndClose) {
    const std::array<Vec3, 4> at{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}, Vec3{0, 0, 4}};
    MeshData data;
    for (const auto& face : {std::array{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) {
        const auto first = static_cast<std::uint32_t>(data.vertices.size());
        for (const int corner : face) data.vertices.push_back(at[static_cast<std::size_t>(corner)]);
        data.triangles.push_back({first, first + 1, first + 2});
    }
    const std::vector<Vec3> closed = data.vertices;
    std::vector<Vec3> opened = closed;
    opened[0].z = -1;
    DeformableModel model = DeformableModel::build(Mesh::from(std::move(data)).value()).value();
    const Vec3 middle{1, 1, 1};
    EXPECT_EQ(contains(model.at_rest(), middle), PointLocation::inside);
    ASSERT_TRUE(model.move_vertices(opened));
    EXPECT_EQ(contains(model.at_rest(), middle), PointLocation::open);
    const Model as_it_was = model.snapshot();
    ASSERT_TRUE(model.move_vertices(closed));
    EXPECT_EQ(contains(model.at_rest(), middle), PointLocation::inside);
    EXPECT_EQ(contains(as_it_was.at_rest(), middle), PointLocation::open);
}

// Compares all distance queries and all probes with those of a newly built model.
TEST(Deformable, HasDistancesAndProbesOfANewlyBuiltModel) {
    base::Random random(97);
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 400}).value();
    DeformableModel model = DeformableModel::build(mesh).value();
    const Model other = Model::build(generate(GeneratedShape::sphere, {.triangles = 300}).value()).value();
    for (int round = 0; round < 8; ++round) {
        std::vector<Vec3> moved(mesh.vertices().begin(), mesh.vertices().end());
        for (Vec3& v : moved) {
            const Vec3 step = test::random_point(random, 0.3);
            v = {v.x + step.x, 1.5 * v.y + step.y, v.z + step.z};
        }
        ASSERT_TRUE(model.move_vertices(moved));
        const Model anew =
            Model::build(Mesh::from({.vertices = moved,
                                     .triangles = {mesh.triangles().begin(), mesh.triangles().end()}})
                             .value())
                .value();
        const Pose pose = test::random_pose(random, 3);
        const Distance x = distance(model.at(pose), other.at_rest()),
                       y = distance(anew.at(pose), other.at_rest());
        EXPECT_LE(x.lower, y.upper);
        EXPECT_LE(y.lower, x.upper);
        const Ray ray{.origin = test::random_point(random, 3), .direction = test::random_point(random, 1)};
        EXPECT_EQ(all_hits(model.at_rest(), ray), all_hits(anew.at_rest(), ray));
        EXPECT_EQ(nearest(model.at_rest(), ray.origin), nearest(anew.at_rest(), ray.origin));
    }
}

TEST(Deformable, AnswersOnHostileMeshes) {
    base::Random random(43);
    for (const auto& [name, mesh] : test::hostile_meshes(test::effort(300), random)) {
        DeformableModel model = DeformableModel::build(mesh).value();
        const Model other = Model::build(test::scattered(200, random, 0.2)).value();
        for (const Deformation& deformation : deformations()) {
            if (deformation.size > 1e100 || deformation.size < 1e-100) continue;
            ASSERT_TRUE(model.move_vertices(deformed(mesh, deformation, random)));
            expect_valid(model, name + ", " + deformation.name);
            QueryCache cache;
            const Pose pose = test::random_pose(random, 0.2);
            expect_same(model.at_rest(), other.at(pose),
                        contacts(model.at_rest(), other.at(pose), {.search = Search::brute_force}).pairs,
                        cache, name + ", " + deformation.name);
            model.rebuild_worst();
            expect_valid(model, name + ", " + deformation.name + ", partly rebuilt");
        }
    }
}

}  // namespace
}  // namespace allide
