// The box of an object contains the exact images of its points and is tight. The exact images are computed
// in GMP's rationals.
#include "scene/extent.hpp"

#include "base/infinity.hpp"
#include "scene/boxes.hpp"
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/extra/shapes.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

namespace allide::test {
namespace {

using scene::Extent;

struct Range {
    mpq_class lo, hi;
};

// The exact range of one world coordinate over all corners.
Range exact_range(const Mesh& mesh, const Pose& pose, std::size_t axis) {
    const double* row = &pose.matrix()[4 * axis];
    Range range;
    bool first = true;
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) {
            const Vec3& v = mesh.vertices()[vertex];
            const mpq_class x = mpq_class(row[0]) * v.x + mpq_class(row[1]) * v.y + mpq_class(row[2]) * v.z +
                                mpq_class(row[3]);
            if (first || x < range.lo) range.lo = x;
            if (first || x > range.hi) range.hi = x;
            first = false;
        }
    return range;
}

std::array<double, 3> coordinates(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// Expects that the box contains all points and exceeds them by at most `places` units in the last place of
// the largest intermediate number.
void expect_box(const Mesh& mesh, const Pose& pose, double places) {
    Extent extent(mesh);
    const Box box = extent.at(pose);
    double largest = 0;
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle)
            for (const double x : coordinates(mesh.vertices()[vertex]))
                largest = std::max(largest, std::abs(x));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Range exact = exact_range(mesh, pose, axis);
        const double lo = coordinates(box.lo)[axis], hi = coordinates(box.hi)[axis];
        EXPECT_LE(mpq_class(lo), exact.lo);
        EXPECT_GE(mpq_class(hi), exact.hi);
        const mpq_class loose =
            mpq_class(places * 0x1p-53) * (mpq_class(largest) + abs(mpq_class(pose.matrix()[4 * axis + 3]))) +
            mpq_class(0x1p-1060);
        EXPECT_LE(exact.lo - mpq_class(lo), loose);
        EXPECT_LE(mpq_class(hi) - exact.hi, loose);
    }
}

Mesh scaled(const Mesh& mesh, double by) {
    MeshData data;
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    for (const Vec3& v : mesh.vertices()) data.vertices.push_back({by * v.x, by * v.y, by * v.z});
    data.vertices.push_back({NAN, INFINITY, 0});  // not used by any triangle
    return Mesh::from(std::move(data)).value();
}

TEST(Extent, ContainsExactImagesTightly) {
    base::Random random(3);
    for (int i = 0; i < effort(60, 1000); ++i) {
        const Mesh mesh = random_body(random);
        const double size = std::pow(10.0, random.between(-12, 12));
        expect_box(scaled(mesh, size), barely_rigid_pose(random, size * random.between(0, 10)), 64);
        expect_box(scaled(mesh, size), Pose::translation(random_point(random, 10)), 3);
    }
}

TEST(Extent, ContainsExactImagesOfTinyAndHugeModels) {
    base::Random random(4);
    for (const double size : {5e-324, 1e-310, 1e-300, 1e300})
        for (int i = 0; i < 10; ++i) {
            expect_box(scaled(random_body(random), size), random_pose(random, size), 64);
            expect_box(scaled(random_body(random), size), Pose::translation(random_point(random, size)), 3);
        }
}

TEST(Extent, IsExactForRotationsByRightAngles) {
    base::Random random(5);
    const Mesh mesh = random_body(random);
    const Pose pose = Pose::from_matrix({0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0}).value();
    Extent extent(mesh);
    const Box own = extent.at(Pose()), turned = extent.at(pose);
    EXPECT_EQ(turned, (Box{{-own.hi.y, -own.hi.z, own.lo.x}, {-own.lo.y, -own.lo.z, own.hi.x}}));
    expect_box(mesh, Pose(), 0);
    expect_box(mesh, pose, 0);
}

TEST(Extent, IsInfiniteOnOverflow) {
    const Mesh mesh = scaled(generate(GeneratedShape::cube).value(), 1.7e308);
    Extent extent(mesh);
    base::Random random(6);
    const Box turned = extent.at(random_rotation(random));
    EXPECT_EQ(turned.lo.x, -base::infinity);
    EXPECT_EQ(turned.hi.z, base::infinity);
    const Box shifted = extent.at(Pose::translation({1.7e308, 0, -1.7e308}));
    EXPECT_EQ(shifted.hi.x, base::infinity);
    EXPECT_EQ(shifted.lo.x, 0);
    EXPECT_EQ(shifted.lo.z, -base::infinity);
}

}  // namespace
}  // namespace allide::test
