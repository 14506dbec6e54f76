// Contact regions and their curves: known cases, properties of random bodies, and a simple reference that
// joins segments whose rounded ends are close.
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

namespace allide {
namespace {

Mesh box_mesh(const Vec3& lo, const Vec3& hi) {
    MeshData data;
    for (int i = 0; i < 8; ++i)
        data.vertices.push_back(
            {(i & 1) != 0 ? hi.x : lo.x, (i & 2) != 0 ? hi.y : lo.y, (i & 4) != 0 ? hi.z : lo.z});
    data.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return Mesh::from(std::move(data)).value();
}
Model box_model(const Vec3& lo, const Vec3& hi) {
    return Model::build(box_mesh(lo, hi)).value();
}
double length_of(const Polyline& curve) {
    double sum = 0;
    for (std::size_t i = curve.closed ? 0 : 1; i < curve.points.size(); ++i) {
        const Vec3& p = curve.points[i];
        const Vec3& q = curve.points[i == 0 ? curve.points.size() - 1 : i - 1];
        sum += std::hypot(p.x - q.x, p.y - q.y, p.z - q.z);
    }
    return sum;
}

TEST(ContactRegions, OfABoxInAnothersCornerIsOneClosedCurve) {
    const Model a = box_model({0, 0, 0}, {2, 2, 2}), b = box_model({1, 1, 1}, {4, 5, 6});
    const auto regions = contact_regions(a.at_rest(), b.at_rest());
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_EQ(regions[0].contacts, contacts(a.at_rest(), b.at_rest()).pairs);
    ASSERT_EQ(regions[0].curves.size(), 1u);
    EXPECT_TRUE(regions[0].curves[0].closed);
    EXPECT_NEAR(length_of(regions[0].curves[0]), 6,
                1e-12);  // six segments of length 1, on faces of both boxes
    EXPECT_EQ(regions[0].flat, 0u);
    // The normal points towards the side from which A enters B.
    ASSERT_TRUE(regions[0].normal);
    for (const double n : {regions[0].normal->x, regions[0].normal->y, regions[0].normal->z})
        EXPECT_LT(n, -0.5);
}

TEST(ContactRegions, OfARodThroughABoxAreTwoRings) {
    const Model rod = box_model({-5, -1, -1}, {5, 1, 1}), b = box_model({-2, -2, -2}, {2, 2, 2});
    const auto regions = contact_regions(rod.at_rest(), b.at_rest());
    ASSERT_EQ(regions.size(), 2u);
    for (const ContactRegion& region : regions) {
        ASSERT_EQ(region.curves.size(), 1u);
        EXPECT_TRUE(region.curves[0].closed);
        EXPECT_NEAR(length_of(region.curves[0]), 8, 1e-12);
        ASSERT_TRUE(region.normal);
        EXPECT_NEAR(std::abs(region.normal->x), 1, 1e-12);
    }
}

TEST(ContactRegions, OfACornerOnAFaceIsAPoint) {
    const Mesh spike = Mesh::from({.vertices = {{0.25, 0.5, 1}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}},
                                   .triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}}})
                           .value();
    const Model a = Model::build(spike).value(), b = box_model({0, 0, 0}, {1, 1, 1});
    const auto regions = contact_regions(a.at_rest(), b.at_rest());
    ASSERT_EQ(regions.size(), 1u);
    ASSERT_EQ(regions[0].curves.size(), 1u);
    EXPECT_FALSE(regions[0].curves[0].closed);
    EXPECT_EQ(regions[0].curves[0].points, (std::vector<Vec3>{{0.25, 0.5, 1}}));
    EXPECT_GE(regions[0].contacts.size(), 3u);
}

TEST(ContactRegions, OfAFaceOnAFaceAreFlatWithTheOutlineOfTheirCommonPart) {
    const Model a = box_model({0.5, 0.25, 1}, {2, 0.75, 2}), b = box_model({0, 0, 0}, {1, 1, 1});
    const auto regions = contact_regions(a.at_rest(), b.at_rest());
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_GT(regions[0].flat, 0u);
    EXPECT_EQ(regions[0].contacts, contacts(a.at_rest(), b.at_rest()).pairs);
    // The outline is a square of side 0.5, whose sides lie on upright faces of the two boxes.
    double outline = 0;
    for (const Polyline& curve : regions[0].curves) outline += length_of(curve);
    EXPECT_NEAR(outline, 2, 1e-12);
    ASSERT_TRUE(regions[0].normal);
    EXPECT_GT(regions[0].normal->z, 0.9);
}

TEST(ContactRegions, OfTwoTrianglesIsAnOpenSegment) {
    const auto one = [](const Vec3& p, const Vec3& q, const Vec3& r) {
        return Model::build(Mesh::from({.vertices = {p, q, r}, .triangles = {{0, 1, 2}}}).value()).value();
    };
    const Model a = one({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), b = one({1, 1, -1}, {1, 1, 1}, {9, 1, 0});
    const auto regions = contact_regions(a.at_rest(), b.at_rest());
    ASSERT_EQ(regions.size(), 1u);
    ASSERT_EQ(regions[0].curves.size(), 1u);
    EXPECT_FALSE(regions[0].curves[0].closed);
    EXPECT_NEAR(length_of(regions[0].curves[0]), 2, 1e-12);
    EXPECT_TRUE(contact_regions(a.at_rest(), b.at(Pose::translation({0, 0, 5}))).empty());
    const Model nothing;
    EXPECT_TRUE(contact_regions(nothing.at_rest(), b.at_rest()).empty());
}

// A triangle that a mesh lists twice, with its corners in any order, gives more contacts but no more curves.
TEST(ContactRegions, ListEachSegmentOfADuplicatedTriangleOnce) {
    const auto model = [](const Mesh& mesh, bool twice) {
        MeshData data{.vertices = {mesh.vertices().begin(), mesh.vertices().end()},
                      .triangles = {mesh.triangles().begin(), mesh.triangles().end()}};
        for (std::size_t i = 0; twice && i < mesh.triangles().size(); ++i) {
            const auto& [p, q, r] = mesh.triangles()[i];
            data.triangles.push_back(i % 2 == 0 ? TriangleIndices{q, r, p} : TriangleIndices{r, q, p});
        }
        return Model::build(Mesh::from(std::move(data)).value()).value();
    };
    const Mesh mesh_a = generate(GeneratedShape::sphere, {.triangles = 80}).value(),
               mesh_b = generate(GeneratedShape::torus, {.triangles = 120}).value();
    base::Random random(12);
    for (int round = 0; round < 20; ++round) {
        const Pose pose = test::random_pose(random, 0.5);
        const Model once_a = model(mesh_a, false), once_b = model(mesh_b, false);
        const auto once = contact_regions(once_a.at_rest(), once_b.at(pose));
        for (const auto& [twice_a, twice_b] : {std::pair(true, false), {false, true}, {true, true}}) {
            const Model a = model(mesh_a, twice_a), b = model(mesh_b, twice_b);
            const auto found = contact_regions(a.at_rest(), b.at(pose));
            ASSERT_EQ(found.size(), once.size()) << round;
            for (std::size_t i = 0; i < once.size(); ++i) {
                EXPECT_EQ(found[i].contacts.size(), once[i].contacts.size() * (twice_a && twice_b ? 4 : 2));
                ASSERT_EQ(found[i].curves.size(), once[i].curves.size());
                for (std::size_t k = 0; k < once[i].curves.size(); ++k) {
                    EXPECT_EQ(found[i].curves[k].closed, once[i].curves[k].closed);
                    EXPECT_NEAR(length_of(found[i].curves[k]), length_of(once[i].curves[k]), 1e-12);
                }
            }
        }
    }
}

// Gives each triangle vertices of its own, as in an STL file.
Mesh unwelded(const Mesh& mesh) {
    test::MeshMaker maker;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto [p, q, r] = mesh.corners(i);
        maker.add(p, q, r);
    }
    return std::move(maker).mesh();
}

using Partition = std::set<std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

Partition partition_of(const std::vector<ContactRegion>& regions, bool exchanged = false) {
    Partition out;
    for (const ContactRegion& region : regions) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
        for (const Contact& c : region.contacts)
            pairs.emplace_back(exchanged ? c.triangle_b : c.triangle_a,
                               exchanged ? c.triangle_a : c.triangle_b);
        std::sort(pairs.begin(), pairs.end());
        out.insert(pairs);
    }
    return out;
}

Mesh closed_body(base::Random& random) {
    static constexpr GeneratedShape shapes[] = {GeneratedShape::sphere, GeneratedShape::torus,
                                                GeneratedShape::noisy_torus, GeneratedShape::box,
                                                GeneratedShape::cylinder};
    return generate(shapes[random.below(5)], {.triangles = 100 + random.below(300), .seed = random.bits()})
        .value();
}

TEST(ContactRegions, PartitionTheContactsAndDoNotDependOnSidesOrWelding) {
    base::Random random(3);
    std::size_t several = 0;
    const int rounds = test::effort(60, 1500);
    for (int round = 0; round < rounds; ++round) {
        const Mesh mesh_a = round % 3 == 0 ? test::random_body(random) : closed_body(random),
                   mesh_b = closed_body(random);
        const Model a = Model::build(mesh_a).value(), b = Model::build(mesh_b).value();
        const Pose pose_a = round % 2 == 0 ? Pose() : test::random_pose(random, 0.4);
        const Pose pose_b =
            round % 5 == 0 ? Pose::translation({0.25, 0, 0.5}) : test::random_pose(random, 0.4);
        const auto regions = contact_regions(a.at(pose_a), b.at(pose_b));
        several += regions.size() > 1 ? 1 : 0;
        std::vector<Contact> all;
        for (const ContactRegion& region : regions) {
            EXPECT_TRUE(std::is_sorted(region.contacts.begin(), region.contacts.end()));
            EXPECT_FALSE(region.contacts.empty());
            EXPECT_TRUE(region.flat > 0 || !region.curves.empty());
            all.insert(all.end(), region.contacts.begin(), region.contacts.end());
        }
        std::sort(all.begin(), all.end());
        EXPECT_EQ(all, contacts(a.at(pose_a), b.at(pose_b)).pairs);
        EXPECT_TRUE(std::is_sorted(regions.begin(), regions.end(), [](const auto& x, const auto& y) {
            return x.contacts[0] < y.contacts[0];
        }));

        const auto exchanged = contact_regions(b.at(pose_b), a.at(pose_a));
        EXPECT_EQ(partition_of(regions), partition_of(exchanged, true));
        const Model loose_a = Model::build(unwelded(mesh_a)).value(),
                    loose_b = Model::build(unwelded(mesh_b)).value();
        const auto loose = contact_regions(loose_a.at(pose_a), loose_b.at(pose_b));
        EXPECT_EQ(partition_of(regions), partition_of(loose));
        double length = 0, length_exchanged = 0, length_loose = 0;
        for (const auto& [from, sum] :
             {std::pair(&regions, &length), std::pair(&exchanged, &length_exchanged),
              std::pair(&loose, &length_loose)})
            for (const ContactRegion& region : *from)
                for (const Polyline& curve : region.curves) *sum += length_of(curve);
        EXPECT_NEAR(length, length_exchanged, 1e-9);
        EXPECT_NEAR(length, length_loose, 1e-9);
    }
    EXPECT_GE(several, static_cast<std::size_t>(test::effort(5)));
}

// In general position, the surfaces of closed bodies meet in closed curves, one curve per region.
TEST(ContactRegions, OfClosedBodiesInGeneralPositionHaveClosedCurves) {
    base::Random random(5);
    int curves = 0;
    for (int round = 0; round < 60; ++round) {
        const Model a = Model::build(closed_body(random)).value(),
                    b = Model::build(closed_body(random)).value();
        const Pose pose = test::random_pose(random, 0.8);
        for (const ContactRegion& region : contact_regions(a.at_rest(), b.at(pose))) {
            EXPECT_EQ(region.flat, 0u);
            for (const Polyline& curve : region.curves) {
                ++curves;
                EXPECT_TRUE(curve.closed);
                EXPECT_GE(curve.points.size(), 3u);
            }
        }
    }
    EXPECT_GT(curves, 50);
}

// The reference, in plain doubles: it computes the ends of each contact's segment and joins contacts whose
// ends are close.
using Triangle3 = std::array<Vec3, 3>;

double det(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u{b.x - a.x, b.y - a.y, b.z - a.z}, v{c.x - a.x, c.y - a.y, c.z - a.z},
        w{d.x - a.x, d.y - a.y, d.z - a.z};
    return (u.y * v.z - u.z * v.y) * w.x + (u.z * v.x - u.x * v.z) * w.y + (u.x * v.y - u.y * v.x) * w.z;
}
void add_piercings(const Triangle3& p, const Triangle3& q, std::vector<Vec3>& ends) {
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &from = p[i], &to = p[(i + 1) % 3];
        const double above = det(q[0], q[1], q[2], from), below = det(q[0], q[1], q[2], to);
        if ((above > 0) == (below > 0)) continue;
        const double x = det(from, to, q[0], q[1]), y = det(from, to, q[1], q[2]),
                     z = det(from, to, q[2], q[0]);
        if (!((x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0))) continue;
        const double t = above / (above - below);
        ends.push_back(
            {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), from.z + t * (to.z - from.z)});
    }
}
Triangle3 in_world(const Mesh& mesh, std::uint32_t triangle, const Pose& pose) {
    Triangle3 out = mesh.corners(triangle);
    const auto& m = pose.matrix();
    for (Vec3& x : out)
        x = {m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
             m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
    return out;
}
Partition joined_by_distance(const Model& a, const Model& b, const Pose& pose) {
    const std::vector<Contact> all = contacts(a.at_rest(), b.at(pose)).pairs;
    std::vector<std::vector<Vec3>> ends(all.size());
    std::vector<std::size_t> region(all.size());
    std::iota(region.begin(), region.end(), std::size_t{0});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Triangle3 p = in_world(a.mesh(), all[i].triangle_a, {}),
                        q = in_world(b.mesh(), all[i].triangle_b, pose);
        add_piercings(p, q, ends[i]);
        add_piercings(q, p, ends[i]);
        for (std::size_t j = 0; j < i; ++j)
            for (const Vec3& x : ends[i])
                for (const Vec3& y : ends[j])
                    if (std::hypot(x.x - y.x, x.y - y.y, x.z - y.z) < 1e-9 && region[i] != region[j])
                        std::replace(region.begin(), region.end(), std::size_t{region[i]},
                                     std::size_t{region[j]});
    }
    std::map<std::size_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> pairs;
    for (std::size_t i = 0; i < all.size(); ++i)
        pairs[region[i]].emplace_back(all[i].triangle_a, all[i].triangle_b);
    Partition out;
    for (const auto& [number, of_region] : pairs) out.insert(of_region);
    return out;
}

TEST(ContactRegions, EqualTheReferenceInGeneralPosition) {
    base::Random random(7);
    std::size_t several = 0;
    for (int round = 0; round < test::effort(60, 1000); ++round) {
        const Model a = Model::build(closed_body(random)).value(),
                    b = Model::build(closed_body(random)).value();
        const Pose pose = test::random_pose(random, 0.8);
        const auto regions = contact_regions(a.at_rest(), b.at(pose));
        EXPECT_EQ(partition_of(regions), joined_by_distance(a, b, pose));
        several += regions.size() > 1 ? 1 : 0;
        for (const ContactRegion& region : regions) {
            // A closed curve has as many segments as points, and each segment belongs to one contact.
            std::size_t segments = 0;
            for (const Polyline& curve : region.curves) segments += curve.points.size();
            EXPECT_EQ(segments, region.contacts.size());
        }
    }
    EXPECT_GE(several, static_cast<std::size_t>(test::effort(10) - 1));
}

TEST(ContactRegions, OfHostileMeshesCoverAllContacts) {
    base::Random random(11);
    for (const auto& [name, mesh] : test::hostile_meshes(60, random)) {
        const Model a = Model::build(mesh).value(),
                    b = Model::build(test::scattered(60, random, 0.4)).value();
        for (const Pose& pose : {Pose(), Pose::translation({0.125, 0, 0}), test::random_pose(random, 0.2)})
            for (const Model* other : {&a, &b}) {
                std::size_t count = 0;
                for (const ContactRegion& region : contact_regions(a.at_rest(), other->at(pose))) {
                    count += region.contacts.size();
                    for (const Polyline& curve : region.curves) EXPECT_FALSE(curve.points.empty());
                }
                EXPECT_EQ(count, contacts(a.at_rest(), other->at(pose)).size()) << name;
            }
    }
}

}  // namespace
}  // namespace allide
