#include "generate/shapes/circle.hpp"
#include "support/effort.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace allide {
namespace {

constexpr GeneratedShape closed_shapes[] = {
    GeneratedShape::sphere,     GeneratedShape::torus,       GeneratedShape::cylinder,
    GeneratedShape::box,        GeneratedShape::noisy_torus, GeneratedShape::cube,
    GeneratedShape::octahedron, GeneratedShape::icosahedron, GeneratedShape::antiprism};

std::uint64_t least_count(GeneratedShape shape) {
    switch (shape) {
        case GeneratedShape::sphere:
            return 6;
        case GeneratedShape::octahedron:
            return 8;
        case GeneratedShape::cylinder:
        case GeneratedShape::box:
        case GeneratedShape::cube:
            return 12;
        case GeneratedShape::torus:
        case GeneratedShape::noisy_torus:
            return 18;
        case GeneratedShape::icosahedron:
            return 20;
        case GeneratedShape::antiprism:
            return 32;
        case GeneratedShape::soup:
            return 1;
    }
    return 0;
}

Mesh shape_of(GeneratedShape shape, std::uint64_t triangles, std::uint64_t seed = 1) {
    return generate(shape, {triangles, seed}).value();
}

double volume_of(const Mesh& mesh) {
    double six_times = 0;
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
        const auto [p, q, r] = mesh.corners(t);
        six_times +=
            p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) + p.z * (q.x * r.y - q.y * r.x);
    }
    return six_times / 6;
}

double area_of(const std::array<Vec3, 3>& corners) {
    const auto& [p, q, r] = corners;
    const Vec3 u{q.x - p.x, q.y - p.y, q.z - p.z}, v{r.x - p.x, r.y - p.y, r.z - p.z};
    return std::hypot(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x) / 2;
}

bool in_cube(const Vec3& p) {
    return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) <= 1;
}

// Checks that every directed edge and its opposite occur once, that every vertex is used, and that the
// triangles at a vertex form one fan.
::testing::AssertionResult is_closed_manifold(const Mesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> apex_of;
    std::vector<std::size_t> triangles_at(mesh.vertices().size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> some_edge(mesh.vertices().size());
    for (const TriangleIndices& t : mesh.triangles())
        for (int i = 0; i < 3; ++i) {
            const std::pair edge{t[i], t[(i + 1) % 3]};
            if (!apex_of.emplace(edge, t[(i + 2) % 3]).second)
                return ::testing::AssertionFailure()
                       << "edge " << edge.first << "→" << edge.second << " twice";
            ++triangles_at[t[i]];
            some_edge[t[i]] = edge;
        }
    for (const auto& [edge, apex] : apex_of)
        if (!apex_of.contains({edge.second, edge.first}))
            return ::testing::AssertionFailure() << "edge " << edge.first << "→" << edge.second << " is open";
    for (std::uint32_t v = 0; v < triangles_at.size(); ++v) {
        if (triangles_at[v] == 0) return ::testing::AssertionFailure() << "vertex " << v << " is unused";
        std::size_t steps = 0;
        std::uint32_t outer = some_edge[v].second;
        do {
            outer = apex_of.at({v, outer});
            ++steps;
        } while (outer != some_edge[v].second);
        if (steps != triangles_at[v])
            return ::testing::AssertionFailure() << "vertex " << v << " has two fans";
    }
    return ::testing::AssertionSuccess();
}

::testing::AssertionResult is_good_body(const Mesh& mesh) {
    if (const auto closed = is_closed_manifold(mesh); !closed) return closed;
    if (!(volume_of(mesh) > 0)) return ::testing::AssertionFailure() << "turned inside out";
    if (!std::all_of(mesh.vertices().begin(), mesh.vertices().end(), in_cube))
        return ::testing::AssertionFailure() << "leaves the cube";
    const std::vector<Vec3> points(mesh.vertices().begin(), mesh.vertices().end());
    const auto order = [](const Vec3& p, const Vec3& q) {
        return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
    };
    if (std::set<Vec3, decltype(order)>(points.begin(), points.end(), order).size() != points.size())
        return ::testing::AssertionFailure() << "two vertices at one place";
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t)
        if (!(area_of(mesh.corners(t)) > 0)) return ::testing::AssertionFailure() << "flat triangle " << t;
    return ::testing::AssertionSuccess();
}

void expect_within_5_percent(std::uint64_t count, std::uint64_t wanted) {
    EXPECT_LE(20 * (count > wanted ? count - wanted : wanted - count), wanted)
        << count << " instead of " << wanted;
}

TEST(Circle, HasExactQuarterTurns) {
    for (const std::uint64_t n : {4u, 8u, 112u, 1000u}) {
        for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
            const mesh::CirclePoint p = mesh::circle_point(quarter * n / 4, n);
            EXPECT_EQ(p.cos, (std::array{1, 0, -1, 0}[quarter]));
            EXPECT_EQ(p.sin, (std::array{0, 1, 0, -1}[quarter]));
            EXPECT_FALSE(p.cos == 0 && std::signbit(p.cos));
            EXPECT_FALSE(p.sin == 0 && std::signbit(p.sin));
        }
    }
}

TEST(Circle, AgreesWithTheLibraryFunctions) {
    for (const std::uint64_t n : {3u, 7u, 16u, 151u, 624u})
        for (std::uint64_t k = 0; k < 2 * n; ++k) {
            const double angle = 2 * std::acos(-1.0) * static_cast<double>(k % n) / static_cast<double>(n);
            EXPECT_NEAR(mesh::circle_point(k, n).cos, std::cos(angle), 2e-15);
            EXPECT_NEAR(mesh::circle_point(k, n).sin, std::sin(angle), 2e-15);
        }
}

TEST(Shapes, MeetTheCountsOfTheBenchmarksExactly) {
    EXPECT_EQ(shape_of(GeneratedShape::torus, 12'544).triangles().size(), 12'544u);
    EXPECT_EQ(shape_of(GeneratedShape::torus, 73'984).triangles().size(), 73'984u);
    EXPECT_EQ(shape_of(GeneratedShape::sphere, 22'952).triangles().size(), 22'952u);
    EXPECT_EQ(shape_of(GeneratedShape::sphere, 97'032).triangles().size(), 97'032u);
    EXPECT_EQ(shape_of(GeneratedShape::noisy_torus, 73'984).triangles().size(), 73'984u);
}

// The sphere is a regular grid of 151 meridians with 76 vertices each and two poles; no edge was split.
TEST(Shapes, BenchmarkBodiesAreRegularGrids) {
    const Mesh sphere = shape_of(GeneratedShape::sphere, 22'952);
    EXPECT_EQ(sphere.vertices().size(), 151u * 76u + 2u);
    for (const Vec3& p : sphere.vertices()) EXPECT_NEAR(std::hypot(p.x, p.y, p.z), 1, 1e-15);
    const Mesh torus = shape_of(GeneratedShape::torus, 12'544);
    EXPECT_EQ(torus.vertices().size(), 112u * 56u);
    for (const Vec3& p : torus.vertices())
        EXPECT_NEAR(std::hypot(std::hypot(p.x, p.y) - 0.6875, p.z), 0.3125, 1e-15);
}

TEST(Shapes, EveryCountFromTheSmallestIsMetByAValidBody) {
    const auto last = static_cast<std::uint64_t>(test::effort(220, 1500));
    for (const GeneratedShape shape : closed_shapes)
        for (std::uint64_t wanted = least_count(shape); wanted <= last; ++wanted) {
            SCOPED_TRACE(std::string(name_of(shape)) + " of " + std::to_string(wanted));
            const Result<Mesh> body = generate(shape, {wanted, 1});
            if (wanted % 2 == 1 && wanted < 20) {  // no closed surface has an odd number of triangles
                ASSERT_FALSE(body);
                EXPECT_EQ(body.error().code, ErrorCode::bad_argument);
                continue;
            }
            ASSERT_TRUE(body) << body.error().text();
            expect_within_5_percent(body->triangles().size(), wanted);
            ASSERT_TRUE(is_good_body(*body));
        }
}

TEST(Shapes, LargeCountsAreMetByValidBodies) {
    for (const GeneratedShape shape : closed_shapes)
        for (const std::uint64_t wanted : {997u, 2'500u, 4'321u, 10'000u, 31'337u}) {
            SCOPED_TRACE(std::string(name_of(shape)) + " of " + std::to_string(wanted));
            const Mesh body = shape_of(shape, wanted);
            expect_within_5_percent(body.triangles().size(), wanted);
            ASSERT_TRUE(is_good_body(body));
        }
}

TEST(Shapes, DefaultCountsAreThoseOfThePlainBodies) {
    EXPECT_EQ(shape_of(GeneratedShape::cube, 0).triangles().size(), 12u);
    EXPECT_EQ(shape_of(GeneratedShape::cube, 0).vertices().size(), 8u);
    EXPECT_EQ(shape_of(GeneratedShape::octahedron, 0).triangles().size(), 8u);
    EXPECT_EQ(shape_of(GeneratedShape::octahedron, 0).vertices().size(), 6u);
    EXPECT_EQ(shape_of(GeneratedShape::icosahedron, 0).triangles().size(), 20u);
    EXPECT_EQ(shape_of(GeneratedShape::icosahedron, 0).vertices().size(), 12u);
    EXPECT_EQ(shape_of(GeneratedShape::antiprism, 0).triangles().size(),
              32u);  // 18 triangles on the sides, and 7 in each nonagon
    EXPECT_EQ(shape_of(GeneratedShape::antiprism, 0).vertices().size(), 18u);
    for (const GeneratedShape shape : all_shapes()) EXPECT_TRUE(generate(shape)) << name_of(shape);
}

// Asking for more triangles does not change the body: its volume stays that of the formula.
TEST(Shapes, HaveTheVolumesOfTheirFormulas) {
    const double golden = (std::sqrt(5.0) - 1) / 2;
    for (const std::uint64_t extra : {0u, 14u, 500u}) {
        const auto volume = [&](GeneratedShape shape) {
            return volume_of(shape_of(shape, least_count(shape) + extra));
        };
        EXPECT_NEAR(volume(GeneratedShape::cube), 8, 1e-12);
        EXPECT_NEAR(volume(GeneratedShape::box), 2 * 1.2 * 0.8, 1e-12);
        EXPECT_NEAR(volume(GeneratedShape::octahedron), 4.0 / 3, 1e-12);
        EXPECT_NEAR(volume(GeneratedShape::icosahedron),
                    5.0 / 12 * (3 + std::sqrt(5.0)) * std::pow(2 * golden, 3), 1e-12);
    }
    const double pi = std::acos(-1.0);
    EXPECT_NEAR(volume_of(shape_of(GeneratedShape::sphere, 97'032)), 4 * pi / 3, 2e-3);
    EXPECT_NEAR(volume_of(shape_of(GeneratedShape::cylinder, 40'000)), pi * 0.25 * 2, 2e-3);
    EXPECT_NEAR(volume_of(shape_of(GeneratedShape::torus, 73'984)), 2 * pi * pi * 0.6875 * 0.3125 * 0.3125,
                3e-3);
}

TEST(Shapes, AntiprismHasEqualEdgesBetweenItsNonagons) {
    const Mesh body = shape_of(GeneratedShape::antiprism, 32);
    const auto length = [&](std::uint32_t i, std::uint32_t j) {
        const Vec3 &p = body.vertices()[i], &q = body.vertices()[j];
        return std::hypot(p.x - q.x, p.y - q.y, p.z - q.z);
    };
    for (std::uint32_t t = 0; t < 18; ++t)
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(length(body.triangles()[t][i], body.triangles()[t][(i + 1) % 3]),
                        2 * std::sin(std::acos(-1.0) / 9), 1e-14);
}

TEST(Shapes, FlatFacesStayExactlyFlat) {
    for (const std::uint64_t wanted : {12u, 50u, 1'234u, 20'000u}) {
        const Mesh cube = shape_of(GeneratedShape::cube, wanted), box = shape_of(GeneratedShape::box, wanted);
        for (const Vec3& p : cube.vertices())
            EXPECT_EQ(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 1);
        for (const Vec3& p : box.vertices())
            EXPECT_TRUE(std::abs(p.x) == 1 || std::abs(p.y) == 0.6 || std::abs(p.z) == 0.4);
    }
}

TEST(Shapes, TooFewTrianglesIsAnErrorThatNamesTheSmallestNumber) {
    for (const GeneratedShape shape : all_shapes()) {
        if (shape == GeneratedShape::soup) continue;  // a soup may have a single triangle
        const Result<Mesh> body = generate(shape, {least_count(shape) - 1, 1});
        ASSERT_FALSE(body) << name_of(shape);
        EXPECT_EQ(body.error().code, ErrorCode::bad_argument);
        EXPECT_NE(body.error().message.find("at least " + std::to_string(least_count(shape))),
                  std::string::npos)
            << body.error().message;
    }
}

TEST(Shapes, TooManyTrianglesIsAnError) {
    for (const GeneratedShape shape : all_shapes())
        for (const std::uint64_t wanted : {std::uint64_t{100'000'001}, ~std::uint64_t{0}}) {
            const Result<Mesh> body = generate(shape, {wanted, 1});
            ASSERT_FALSE(body);
            EXPECT_EQ(body.error().code, ErrorCode::too_large);
        }
}

TEST(Shapes, SameArgumentsGiveTheSameMeshAndAnotherSeedAnotherOne) {
    const auto equal = [](const Mesh& a, const Mesh& b) {
        return std::ranges::equal(a.vertices(), b.vertices()) &&
               std::ranges::equal(a.triangles(), b.triangles());
    };
    for (const GeneratedShape shape : all_shapes()) {
        EXPECT_TRUE(equal(shape_of(shape, 500, 7), shape_of(shape, 500, 7))) << name_of(shape);
        const bool seeded = shape == GeneratedShape::noisy_torus || shape == GeneratedShape::soup;
        EXPECT_EQ(equal(shape_of(shape, 500, 7), shape_of(shape, 500, 8)), !seeded) << name_of(shape);
    }
}

TEST(Shapes, NoiseMovesTheVerticesAlongTheTubesRadius) {
    const Mesh noisy = shape_of(GeneratedShape::noisy_torus, 12'544),
               plain = shape_of(GeneratedShape::torus, 12'544);
    ASSERT_TRUE(std::ranges::equal(noisy.triangles(), plain.triangles()));
    double thinnest = 1, thickest = 0;
    for (const Vec3& p : noisy.vertices()) {
        const double tube = std::hypot(std::hypot(p.x, p.y) - 0.6875, p.z);
        thinnest = std::min(thinnest, tube);
        thickest = std::max(thickest, tube);
    }
    EXPECT_NEAR(thinnest, 0.9 * 0.3125, 1e-4);
    EXPECT_NEAR(thickest, 0.3125, 1e-4);
}

// Classifies the degenerate and touching triangles of a soup from the mesh alone. All coordinates are
// multiples of 2⁻²⁰, so that every product below is exact in 64-bit integers.
struct Lattice {
    std::int64_t x, y, z;
    auto operator<=>(const Lattice&) const = default;
};
Lattice lattice(const Vec3& p) {
    const auto whole = [](double v) {
        EXPECT_EQ(v * 0x1p20, std::floor(v * 0x1p20));
        return static_cast<std::int64_t>(v * 0x1p20);
    };
    return {whole(p.x), whole(p.y), whole(p.z)};
}
bool collinear(const std::array<Lattice, 3>& t) {
    const std::int64_t ux = t[1].x - t[0].x, uy = t[1].y - t[0].y, uz = t[1].z - t[0].z;
    const std::int64_t vx = t[2].x - t[0].x, vy = t[2].y - t[0].y, vz = t[2].z - t[0].z;
    return uy * vz == uz * vy && uz * vx == ux * vz && ux * vy == uy * vx;
}

TEST(Shapes, SoupHoldsPointsSegmentsCopiesAndNeighbours) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const Mesh soup = shape_of(GeneratedShape::soup, 1'000, seed);
        ASSERT_EQ(soup.triangles().size(), 1'000u);
        EXPECT_TRUE(std::all_of(soup.vertices().begin(), soup.vertices().end(), in_cube));
        int points = 0, segments = 0, copies = 0, neighbours = 0;
        std::set<std::set<Lattice>> seen, edges;
        for (std::uint32_t t = 0; t < 1'000; ++t) {
            const auto corners = soup.corners(t);
            const std::array<Lattice, 3> c{lattice(corners[0]), lattice(corners[1]), lattice(corners[2])};
            const std::set<Lattice> places(c.begin(), c.end());
            const bool fresh = seen.insert(places).second;
            copies += !fresh;
            points += fresh && places.size() == 1;
            segments += fresh && places.size() > 1 && collinear(c);
            for (int i = 0; fresh && i < 3; ++i) neighbours += !edges.insert({c[i], c[(i + 1) % 3]}).second;
        }
        EXPECT_GT(points, 20);
        EXPECT_GT(segments, 20);
        EXPECT_GT(copies, 20);
        EXPECT_GT(neighbours, 20);
        EXPECT_LT(points + segments + copies + neighbours, 500);
    }
}

TEST(Shapes, SoupHasExactlyTheWantedCount) {
    for (const std::uint64_t wanted : {1u, 2u, 3u, 17u, 999u})
        EXPECT_EQ(shape_of(GeneratedShape::soup, wanted, 5).triangles().size(), wanted);
}

TEST(Shapes, NamesAndShapesBelongTogether) {
    std::set<std::string_view> names;
    for (const GeneratedShape shape : all_shapes()) {
        EXPECT_EQ(shape_from_name(name_of(shape)).value(), shape);
        names.insert(name_of(shape));
    }
    EXPECT_EQ(names, (std::set<std::string_view>{"sphere", "torus", "cylinder", "box", "noisy-torus", "cube",
                                                 "octahedron", "icosahedron", "antiprism", "soup"}));
}

TEST(Shapes, UnknownNameListsTheKnownOnes) {
    for (const std::string_view name : {"", "Torus", "noisy_torus", "teapot"}) {
        const Result<GeneratedShape> shape = shape_from_name(name);
        ASSERT_FALSE(shape);
        for (const GeneratedShape known : all_shapes())
            EXPECT_NE(shape.error().message.find(name_of(known)), std::string::npos);
    }
}

TEST(Shapes, NoSuchEnumeratorIsACallersMistake) {
    EXPECT_THROW((void)generate(static_cast<GeneratedShape>(99)), PreconditionError);
    EXPECT_THROW((void)name_of(static_cast<GeneratedShape>(99)), PreconditionError);
}

}  // namespace
}  // namespace allide
