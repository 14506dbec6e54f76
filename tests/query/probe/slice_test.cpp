#include "oracle/probe.hpp"
#include "probe_support.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

constexpr SliceSide both_sides[] = {SliceSide::below, SliceSide::above};

HalfSpace level(double z) {
    return {{0, 0, 1}, z};
}

double length_of(const SliceCurve& curve) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < curve.points.size(); ++i)
        sum += length(curve.points[i + 1] - curve.points[i]);
    return curve.closed ? sum + length(curve.points.front() - curve.points.back()) : sum;
}

TEST(Slice, OfABoxIsASquare) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const Slice middle = slice(box.at_rest(), level(0.5));
    ASSERT_EQ(middle.curves.size(), 1u);
    EXPECT_TRUE(middle.curves[0].closed);
    EXPECT_EQ(length_of(middle.curves[0]), 8);
    EXPECT_EQ(middle.curves[0].points.size(), 8u);  // points on four edges and on four diagonals of faces
    EXPECT_EQ(middle.curves[0].triangles.size(), 8u);
    EXPECT_TRUE(middle.coplanar.empty());
    EXPECT_TRUE(slice(box.at_rest(), level(2.5)).curves.empty());
    const Slice moved = slice(box.at(Pose::translation({0, 0, 3})), level(3.5));
    ASSERT_EQ(moved.curves.size(), 1u);
    EXPECT_EQ(length_of(moved.curves[0]), 8);
}

// The plane contains the top face. Approached from below, the section is the border of the face; from above,
// it is empty.
TEST(Slice, ThroughAFaceDependsOnTheSide) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    for (const auto& [z, side] : {std::pair{2.0, SliceSide::below}, {0.0, SliceSide::above}}) {
        const Slice on = slice(box.at_rest(), level(z), {.side = side});
        EXPECT_EQ(on.coplanar.size(), 2u);
        ASSERT_EQ(on.curves.size(), 1u);
        EXPECT_TRUE(on.curves[0].closed);
        EXPECT_EQ(length_of(on.curves[0]), 8);
        EXPECT_EQ(on.curves[0].points.size(), 4u);
        const SliceSide other = side == SliceSide::below ? SliceSide::above : SliceSide::below;
        const Slice beyond = slice(box.at_rest(), level(z), {.side = other});
        EXPECT_EQ(beyond.coplanar.size(), 2u);
        EXPECT_TRUE(beyond.curves.empty());
    }
}

// Cuts an octahedron through four vertices, through one vertex, and along its edges.
TEST(Slice, ThroughVerticesAndEdges) {
    const Model body = build(generate(GeneratedShape::octahedron).value());
    for (const SliceSide side : both_sides) {
        const Slice equator = slice(body.at_rest(), level(0), {.side = side});
        ASSERT_EQ(equator.curves.size(), 1u);
        EXPECT_TRUE(equator.curves[0].closed);
        EXPECT_EQ(equator.curves[0].points.size(), 4u);
    }
    const double top = inspect(body.mesh()).front().bounds->hi.z;
    const Slice apex = slice(body.at_rest(), level(top));
    ASSERT_EQ(apex.curves.size(), 1u);  // a loop that has shrunk to the vertex
    EXPECT_TRUE(apex.curves[0].closed);
    EXPECT_EQ(apex.curves[0].points.size(), 1u);
    EXPECT_TRUE(slice(body.at_rest(), level(top), {.side = SliceSide::above}).curves.empty());
    // The ridge of a roof lies in the plane. Approached from below, the curve runs along the ridge and back.
    MeshMaker roof;
    const Vec3 a{0, 0, 0}, b{2, 0, 0}, c{2, 2, 0}, d{0, 2, 0}, e{0, 1, 1}, f{2, 1, 1};
    for (const auto& t :
         {std::array{a, b, f}, {a, f, e}, {c, d, e}, {c, e, f}, {a, e, d}, {b, c, f}, {a, d, c}, {a, c, b}})
        roof.add(t[0], t[1], t[2]);
    const Model house = build(std::move(roof).mesh());
    const Slice ridge = slice(house.at_rest(), level(1));
    ASSERT_EQ(ridge.curves.size(), 1u);
    EXPECT_TRUE(ridge.curves[0].closed);
    EXPECT_EQ(ridge.curves[0].points.size(), 2u);
    EXPECT_TRUE(slice(house.at_rest(), level(1), {.side = SliceSide::above}).curves.empty());
}

TEST(Slice, OfAnOpenSheetIsAnOpenCurve) {
    MeshMaker maker;
    maker.add({0, 0, -1}, {1, 0, 1}, {0, 0, 1});
    const Model sheet = build(std::move(maker).mesh());
    const Slice cut = slice(sheet.at_rest(), level(0));
    ASSERT_EQ(cut.curves.size(), 1u);
    EXPECT_FALSE(cut.curves[0].closed);
    EXPECT_EQ(cut.curves[0].points.size(), 2u);
    EXPECT_EQ(length_of(cut.curves[0]), 0.5);
}

TEST(Slice, RefusesAPlaneWithoutANormal) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    EXPECT_THROW(slice(box.at_rest(), {{0, 0, 0}, 1}), PreconditionError);
    EXPECT_THROW(slice(box.at_rest(), {{0, NAN, 0}, 1}), PreconditionError);
    const Model empty;
    EXPECT_TRUE(slice(empty.at_rest(), level(0)).curves.empty());
}

// ---- A twin in rationals: every triangle's crossed edges, by definition.

using oracle::Rational;

struct ExactPlane {
    oracle::RationalPoint normal;
    Rational offset;
    Rational height(const oracle::RationalPoint& p) const { return oracle::dot(normal, p) - offset; }
};

oracle::Point as_point(const Vec3& p) {
    return {p.x, p.y, p.z};
}

// The triangles that are cut, with repetitions, and whether every crossed edge has an even number of them.
struct TwinSlice {
    std::vector<std::uint32_t> cut, coplanar;
    bool is_even = true;
};
TwinSlice twin_of(const Mesh& mesh, const Pose& pose, const HalfSpace& plane, SliceSide side) {
    const ExactPlane exact{oracle::rational(as_point(plane.normal)), oracle::rational(plane.offset)};
    TwinSlice out;
    std::map<std::array<std::array<double, 3>, 2>, int> edges;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto corners = mesh.corners(i);
        const oracle::RationalTriangle t = oracle::in_world(
            {as_point(corners[0]), as_point(corners[1]), as_point(corners[2])}, pose.matrix());
        std::array<int, 3> sign{};
        for (std::size_t k = 0; k < 3; ++k) sign[k] = sgn(exact.height(t[k]));
        if (sign[0] == 0 && sign[1] == 0 && sign[2] == 0) out.coplanar.push_back(i);
        const int before = side == SliceSide::below ? -1 : 1;
        const auto is_before = [&](std::size_t k) { return sign[k] == before; };
        if (is_before(0) == is_before(1) && is_before(1) == is_before(2)) continue;
        // Collinear corners have no area: all 2×2 minors of the edges vanish.
        const auto minor = [&](std::size_t x, std::size_t y) {
            return Rational((t[1][x] - t[0][x]) * (t[2][y] - t[0][y]) -
                            (t[1][y] - t[0][y]) * (t[2][x] - t[0][x]));
        };
        if (minor(0, 1) == 0 && minor(1, 2) == 0 && minor(2, 0) == 0) continue;
        out.cut.push_back(i);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t n = (k + 1) % 3;
            if (is_before(k) == is_before(n)) continue;
            const auto key = [&](std::size_t c) {
                return std::array{corners[c].x + 0.0, corners[c].y + 0.0, corners[c].z + 0.0};
            };
            std::array ends{key(k), key(n)};
            std::sort(ends.begin(), ends.end());
            ++edges[ends];
        }
    }
    for (const auto& [edge, count] : edges) out.is_even = out.is_even && count % 2 == 0;
    return out;
}

void expect_slice(const Mesh& mesh, const Model& model, const Pose& pose, const HalfSpace& plane,
                  SliceSide side) {
    const Slice found = slice(model.at(pose), plane, {.side = side});
    const TwinSlice twin = twin_of(mesh, pose, plane, side);
    ASSERT_EQ(found.coplanar, twin.coplanar);
    EXPECT_EQ(found, slice(model.at(pose), plane, {.side = side, .search = Search::brute_force}));
    std::vector<std::uint32_t> used;
    double size = length(plane.normal);
    double largest = 0;
    for (const Vec3& v : mesh.vertices()) {
        const Vec3 p = mapped(pose, v);
        largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    bool all_closed = true;
    for (const SliceCurve& curve : found.curves) {
        all_closed = all_closed && curve.closed;
        used.insert(used.end(), curve.triangles.begin(), curve.triangles.end());
        ASSERT_FALSE(curve.points.empty());
        if (curve.points.size() > 1) {
            ASSERT_EQ(curve.triangles.size(), curve.points.size() - (curve.closed ? 0 : 1));
        }
        for (const Vec3& p : curve.points) {
            const double off = (dot(plane.normal, p) - plane.offset) / size;
            ASSERT_LE(std::abs(off), 4e-12 * (largest + std::abs(plane.offset) / size));
        }
    }
    // Every triangle that is cut is used once, except that triangles cut in a single point may be left out.
    std::sort(used.begin(), used.end());
    ASSERT_TRUE(std::includes(twin.cut.begin(), twin.cut.end(), used.begin(), used.end()));
    if (twin.is_even) {
        ASSERT_TRUE(all_closed);
    }
}

TEST(Slice, EqualsTheTwinOnEveryKindOfMesh) {
    base::Random random(51);
    for (const NamedMesh& named : probe_meshes(random)) {
        SCOPED_TRACE(named.name);
        const Model model = build(named.mesh);
        const Extent extent = extent_of(named.mesh);
        for (int round = 0; round < effort(6, 60); ++round) {
            const Pose pose = any_pose(random, round, extent.size);
            // A plane through a point of the mesh, or through one of its triangles.
            HalfSpace plane{random_point(random, 1), 0};
            if (round % 3 == 1) plane.normal = {0, 0, random.below(2) == 0 ? 1.0 : -2.0};
            const Vec3 through = mapped(pose, telling_point(random, named.mesh, extent));
            plane.offset = dot(plane.normal, through);
            if (plane.normal == Vec3{} || !std::isfinite(plane.offset)) continue;
            for (const SliceSide side : both_sides) expect_slice(named.mesh, model, pose, plane, side);
        }
    }
}

// Coordinates on a small grid put vertices, edges and faces into the plane.
TEST(Slice, OfGridMeshesIsExact) {
    base::Random random(52);
    for (int round = 0; round < effort(60, 3000); ++round) {
        MeshMaker maker;
        const auto grid = [&] { return static_cast<double>(random.below(4)) - 1; };
        for (int i = 0; i < 12; ++i) {
            std::array<Vec3, 3> t;
            for (Vec3& p : t) {
                const double x = grid(), y = grid();
                p = {x, y, grid()};
            }
            maker.add(t[0], t[1], t[2]);
        }
        for (int i = 0; i < 2; ++i) {
            const double x = grid(), y = grid(), z = grid();
            add_box(maker, {x, y, z}, {x + 1, y + 2, z + 1});
        }
        const Mesh mesh = std::move(maker).mesh();
        const Model model = build(mesh);
        const double nx = grid(), ny = grid(), nz = grid(), offset = grid();
        if (nx == 0 && ny == 0 && nz == 0) continue;
        for (const SliceSide side : both_sides)
            expect_slice(mesh, model, Pose::identity(), {{nx, ny, nz}, offset}, side);
    }
}

// For points of the plane, being inside the curves of a closed mesh agrees with `contains`.
TEST(Slice, CurvesBoundWhatIsInside) {
    base::Random random(53);
    const Model model = build(generate(GeneratedShape::noisy_torus, {.triangles = 900, .seed = 5}).value());
    for (int round = 0; round < effort(30, 300); ++round) {
        const double z = random.between(-0.4, 0.4);
        const Slice cut = slice(model.at_rest(), level(z));
        for (int i = 0; i < 50; ++i) {
            const Vec3 q{random.between(-1.2, 1.2), random.between(-1.2, 1.2), z};
            int crossings = 0;
            for (const SliceCurve& curve : cut.curves) {
                ASSERT_TRUE(curve.closed);
                for (std::size_t k = 0; k < curve.points.size(); ++k) {
                    const Vec3 &a = curve.points[k], &b = curve.points[(k + 1) % curve.points.size()];
                    if ((a.y <= q.y) == (b.y <= q.y)) continue;
                    if (a.x + (q.y - a.y) / (b.y - a.y) * (b.x - a.x) > q.x) ++crossings;
                }
            }
            const PointLocation location = contains(model.at_rest(), q);
            if (location == PointLocation::boundary) continue;
            EXPECT_EQ(crossings % 2 == 1, location == PointLocation::inside);
        }
    }
}

TEST(Slice, BatchesAreTheSame) {
    const Model model = build(generate(GeneratedShape::torus, {.triangles = 2000}).value());
    std::vector<HalfSpace> planes;
    for (int i = -10; i <= 10; ++i) planes.push_back(level(0.03 * i));
    const auto all = slices(model.at_rest(), planes, SliceSide::below, {.threads = 2});
    for (std::size_t i = 0; i < planes.size(); ++i) EXPECT_EQ(all[i], slice(model.at_rest(), planes[i]));
}

}  // namespace
}  // namespace allide::test
