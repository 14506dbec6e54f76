// Object records: covering spheres, the bounding polyhedron, and encoding without loss.
#include "index/file/object_record.hpp"

#include "index/build/bounding_polyhedron.hpp"
#include "index/build/covering_spheres.hpp"
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <map>
#include <set>

#include <gmpxx.h>
#include <gtest/gtest.h>

namespace allide::test {
namespace {

using index::Ball;
using index::Bytes;
using index::IndexFailure;
using index::ObjectSummary;

struct ExactPoint {
    mpq_class x, y, z;
};
ExactPoint exact(const Vec3& v) {
    return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)};
}
ExactPoint minus(const ExactPoint& a, const ExactPoint& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
mpq_class dot(const ExactPoint& a, const ExactPoint& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
ExactPoint cross(const ExactPoint& a, const ExactPoint& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

bool is_in(const ExactPoint& p, const Ball& ball) {
    const ExactPoint arm = minus(p, exact(ball.centre));
    return dot(arm, arm) <= mpq_class(ball.radius) * mpq_class(ball.radius);
}

// Expects random points of triangles, with barycentric weights in sixteenths, to lie in a ball, exactly.
void expect_covered(const Mesh& mesh, const std::vector<Ball>& balls, base::Random& random) {
    ASSERT_FALSE(balls.empty());
    ASSERT_LE(balls.size(), ObjectSummary::most_spheres);
    for (int round = 0; round < 60; ++round) {
        const auto number = static_cast<std::uint32_t>(random.below(mesh.triangles().size()));
        const auto corners = mesh.corners(number);
        const auto u = static_cast<int>(random.below(17)), v = static_cast<int>(random.below(17 - u));
        const mpq_class weights[3] = {mpq_class(u, 16), mpq_class(v, 16), mpq_class(16 - u - v, 16)};
        ExactPoint p{0, 0, 0};
        for (std::size_t i = 0; i < 3; ++i) {
            const ExactPoint corner = exact(corners[i]);
            p = {p.x + weights[i] * corner.x, p.y + weights[i] * corner.y, p.z + weights[i] * corner.z};
        }
        EXPECT_TRUE(std::any_of(balls.begin(), balls.end(), [&](const Ball& b) { return is_in(p, b); }))
            << "triangle " << number << ", weights " << u << ' ' << v;
    }
}

// Expects a closed, convex polyhedron with at most most_faces faces that contains all vertices in use.
void expect_enclosed(const Mesh& mesh, const Mesh& polyhedron) {
    ASSERT_FALSE(polyhedron.triangles().empty());
    EXPECT_LE(polyhedron.triangles().size(), ObjectSummary::most_faces);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& [a, b, c] : polyhedron.triangles()) {
        ++edges[{a, b}], ++edges[{b, c}], ++edges[{c, a}];
        const ExactPoint p = exact(polyhedron.vertices()[a]);
        const ExactPoint normal =
            cross(minus(exact(polyhedron.vertices()[b]), p), minus(exact(polyhedron.vertices()[c]), p));
        std::set<std::uint32_t> seen;
        for (const TriangleIndices& triangle : mesh.triangles())
            for (const std::uint32_t vertex : triangle) {
                if (!seen.insert(vertex).second) continue;
                ASSERT_LE(dot(normal, minus(exact(mesh.vertices()[vertex]), p)), 0)
                    << "vertex " << vertex << " is outside";
            }
        for (const Vec3& vertex : polyhedron.vertices())
            ASSERT_LE(dot(normal, minus(exact(vertex), p)), 0) << "it is not convex";
    }
    for (const auto& [edge, count] : edges) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(edges.count({edge.second, edge.first}), 1u) << "it is open";
    }
}

Mesh scaled(const Mesh& mesh, const Vec3& scale, const Vec3& shift) {
    MeshData data;
    for (const Vec3& v : mesh.vertices())
        data.vertices.push_back({scale.x * v.x + shift.x, scale.y * v.y + shift.y, scale.z * v.z + shift.z});
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    return Mesh::from(std::move(data)).value();
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> numbers(const Contacts& contacts) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const Contact& contact : contacts) pairs.emplace_back(contact.triangle_a, contact.triangle_b);
    return pairs;
}

std::vector<Mesh> objects(base::Random& random) {
    std::vector<Mesh> all{scattered(40, random, 0.1), duplicates(5), in_one_plane(60, random)};
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::noisy_torus, GeneratedShape::cube, GeneratedShape::cylinder,
          GeneratedShape::soup}) {
        const Mesh body = generate(shape, {.triangles = shape == GeneratedShape::cube ? 0u : 600u}).value();
        all.push_back(body);
        all.push_back(scaled(body, {300, 0.01, 4}, {1e5, -1e4, 17}));      // long and thin, far away
        all.push_back(scaled(body, {1e-3, 1e-3, 1e-3}, {1e9, 1e9, 1e9}));  // few significant digits left
        all.push_back(scaled(body, {1e-310, 1e-310, 2e-310}, {}));         // subnormal
        all.push_back(scaled(body, {1e150, 1e140, 1e150}, {}));
        all.push_back(scaled(body, {1, 0, 1}, {}));         // flat
        all.push_back(scaled(body, {1, 0, 0}, {}));         // a line
        all.push_back(scaled(body, {0, 0, 0}, {5, 6, 7}));  // a point
    }
    for (int i = 0; i < effort(10, 200); ++i) {
        const auto m = random_pose(random, 100).matrix();
        MeshData data;
        const Mesh body = random_body(random);
        const double flat = i % 3 == 0 ? 1e-4 : 1;
        for (const Vec3& v : body.vertices())
            data.vertices.push_back({m[0] * v.x + m[1] * v.y + flat * m[2] * v.z + m[3],
                                     m[4] * v.x + m[5] * v.y + flat * m[6] * v.z + m[7],
                                     m[8] * v.x + m[9] * v.y + flat * m[10] * v.z + m[11]});
        data.triangles.assign(body.triangles().begin(), body.triangles().end());
        all.push_back(Mesh::from(std::move(data)).value());
    }
    return all;
}

TEST(ObjectRecord, SpheresCoverAndPolyhedraContain) {
    base::Random random(9);
    std::size_t number = 0;
    for (const Mesh& mesh : objects(random)) {
        SCOPED_TRACE(number++);
        expect_covered(mesh, index::covering_spheres(mesh), random);
        expect_enclosed(mesh, index::bounding_polyhedron(mesh).polyhedron);
    }
}

TEST(ObjectRecord, PolyhedraAreTight) {
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::torus, GeneratedShape::cylinder}) {
        const Mesh body = generate(shape, {.triangles = 2000}).value();
        const index::Enclosure found = index::bounding_polyhedron(body);
        const double volume = index::volume_of(found.polyhedron);
        EXPECT_GE(volume, found.hull_volume);
        EXPECT_LE(volume, 1.2 * found.hull_volume) << name_of(shape);
    }
    // If a convex hull has few faces, it is the bounding polyhedron itself.
    const Mesh cube = generate(GeneratedShape::cube).value();
    EXPECT_EQ(index::volume_of(index::bounding_polyhedron(cube).polyhedron), 8);
}

TEST(ObjectRecord, SpheresOfLongAndFlatObjectsAreSmall) {
    const Mesh cube = generate(GeneratedShape::cube).value();
    const auto largest = [](const Mesh& mesh) {
        double radius = 0;
        for (const Ball& ball : index::covering_spheres(mesh)) radius = std::max(radius, ball.radius);
        return radius;
    };
    EXPECT_LT(largest(scaled(cube, {1000, 10, 10}, {})), 90);
    EXPECT_LT(largest(scaled(cube, {1000, 1000, 1}, {})), 420);
    EXPECT_LE(index::covering_spheres(cube).size(), 8u);
}

TEST(ObjectRecord, IsDecodedUnchanged) {
    base::Random random(10);
    for (const Mesh& mesh : objects(random)) {
        const Model model = Model::build(mesh).value();
        const ObjectSummary summary =
            index::summarised(mesh, "a part", {.sag = 0.5, .colour = Colour{1, 0.5, 0.25}});
        const Bytes bytes = index::make_summary(summary), shape = index::make_shape(model);
        const ObjectSummary back = index::read_summary(bytes);
        EXPECT_EQ(index::make_summary(back), bytes);
        EXPECT_EQ(back.name, "a part");
        EXPECT_EQ(back.traits, summary.traits);
        EXPECT_EQ(back.box, summary.box);
        EXPECT_EQ(back.digest, digest_of(mesh));
        const Model read = index::read_shape(shape, back);
        EXPECT_EQ(index::make_shape(read), shape);
        EXPECT_TRUE(std::ranges::equal(read.mesh().vertices(), mesh.vertices()));
        EXPECT_TRUE(std::ranges::equal(read.mesh().triangles(), mesh.triangles()));
        const index::TriangleList triangles = index::read_shape_triangles(shape, {});
        ASSERT_EQ(triangles.size(), mesh.triangles().size());
        for (std::uint32_t i = 0; i < triangles.size(); ++i) EXPECT_EQ(triangles[i], mesh.corners(i));
        const Pose aside = random_pose(random, 1);
        EXPECT_EQ(numbers(contacts(read.at(aside), read.at_rest())),
                  numbers(contacts(model.at(aside), model.at_rest())));
    }
}

TEST(ObjectRecord, InstancesEqualTheFlattenedMesh) {
    base::Random random(11);
    for (int round = 0; round < 20; ++round) {
        const Mesh body = random_body(random);
        auto map = random_pose(random, 10).matrix();
        for (double& x : map) x *= round % 2 == 0 ? 1.75 : -0.3;  // scaled, and mirrored
        Assembly assembly;
        assembly.meshes = {body};
        assembly.instances = {{.name = "it", .matrix = map}};
        const Mesh flat = assembly.flattened().value();
        const Bytes shape = index::make_shape(Model::build(body).value());
        const ObjectSummary summary = index::summarised(flat, "it", {}, map);
        const Model instance = index::read_shape(shape, index::read_summary(index::make_summary(summary)));
        EXPECT_TRUE(std::ranges::equal(instance.mesh().vertices(), flat.vertices()));
        const Model built = Model::build(flat).value();
        const Pose aside = random_pose(random, 1);
        EXPECT_EQ(numbers(contacts(instance.at(aside), built.at_rest())),
                  numbers(contacts(built.at(aside), built.at_rest())));
    }
}

// Checksums find damage before decoding; still, decoding arbitrary bytes must throw or give a usable model.
TEST(ObjectRecord, DamagedBytesThrowOrGiveAValidRecord) {
    base::Random random(12);
    const Mesh body = generate(GeneratedShape::noisy_torus, {.triangles = 300}).value();
    const Model probe = Model::build(generate(GeneratedShape::sphere, {.triangles = 60}).value()).value();
    const ObjectSummary summary = index::summarised(body, "torus");
    const Bytes good_summary = index::make_summary(summary),
                good = index::make_shape(Model::build(body).value());
    int refused = 0;
    const int rounds = effort(3000, 200'000);
    for (int round = 0; round < rounds; ++round) {
        Bytes shape = good, bytes = good_summary;
        for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
            shape[random.below(shape.size())] = static_cast<std::byte>(random.below(256));
            bytes[random.below(bytes.size())] = static_cast<std::byte>(random.below(256));
        }
        if (random.below(10) == 0) shape.resize(random.below(shape.size()));
        if (random.below(10) == 0) bytes.resize(random.below(bytes.size()));
        try {
            index::read_summary(bytes);
        } catch (const IndexFailure&) {
        }
        try {
            const Model model = index::read_shape(shape, summary);
            (void)collides(probe.at_rest(), model.at_rest());
            (void)distance(probe.at(Pose::translation({0.3, 0, 0})), model.at_rest());
        } catch (const IndexFailure&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, rounds / 20);
}

}  // namespace
}  // namespace allide::test
