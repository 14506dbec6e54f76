// Distances of bodies, compared with rational arithmetic; depths, with the best of all candidate directions.
#include "oracle/distance.hpp"

#include "bodies.hpp"
#include "support/effort.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;
using oracle::Matrix;
using oracle::Point;

// All triangles whose corners are vertices of the hull; the closest point of the hull lies in one of them.
std::vector<oracle::Triangle> triangles_of(const Hull& hull) {
    const auto& p = hull.points;
    std::vector<oracle::Triangle> all;
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = i + 1; j < p.size(); ++j)
            for (std::size_t k = j + 1; k < p.size(); ++k) all.push_back({p[i], p[j], p[k]});
    if (p.size() < 3) all.push_back({p.front(), p.back(), p.back()});
    return all;
}

mpq_class squared_distance(const Hull& a, const Matrix& pose_a, const Hull& b, const Matrix& pose_b) {
    mpq_class least = -1;
    for (const auto& s : triangles_of(a))
        for (const auto& t : triangles_of(b)) {
            const mpq_class squared = oracle::squared_distance(s, pose_a, t, pose_b);
            if (least < 0 || squared < least) least = squared;
        }
    return least;
}

Hull small_hull(Dice& dice, double size) {
    Hull hull = random_hull(dice, random_kind(dice), size);
    if (hull.points.size() > 5) hull.points.resize(5);  // fewer triangles to compare
    return hull;
}

void expect_certain(const BodyDistance& found, const mpq_class& squared, double radii) {
    const mpq_class low = mpq_class(found.lower) + radii, high = mpq_class(found.upper) + radii;
    EXPECT_LE(low * low, squared);
    EXPECT_GE(high * high, squared);
    EXPECT_LE(found.upper - found.lower, std::max(1e-12 * found.upper, 0x1p-1074));
    EXPECT_GE(found.value, found.lower);
    EXPECT_LE(found.value, found.upper);
}

TEST(ConvexDistance, BoundsHoldInRationals) {
    Dice dice(21);
    for (int i = 0; i < effort(80, 20'000); ++i) {
        const double size = std::pow(10, dice.between(-7.0, 5.0));
        const Hull a = small_hull(dice, size), b = small_hull(dice, size);
        const Matrix pose_a =
            oracle::shifted(oracle::rotation(dice), oracle::random_point(dice, dice.one_in(3) ? 1e6 : 0));
        Matrix pose_b = oracle::rotation(dice);
        const double reach = dice.one_in(2) ? 4 * size : 1.5 * size;
        const Point off = oracle::random_point(dice, reach);
        for (std::size_t k = 0; k < 3; ++k) pose_b[4 * k + 3] = pose_a[4 * k + 3] + off[k];
        const ConvexBody body_a = a.body(), body_b = b.body();
        const BodyDistance found = distance(body_a.at(pose_of(pose_a)), body_b.at(pose_of(pose_b)));
        if (oracle::hulls_touch(a.points, pose_a, b.points, pose_b)) {
            EXPECT_EQ(found.upper, 0);
            EXPECT_EQ(found.point_a, found.point_b);
            continue;
        }
        EXPECT_GT(found.lower, 0);
        expect_certain(found, squared_distance(a, pose_a, b, pose_b), 0);
        const double x = found.point_a.x - found.point_b.x, y = found.point_a.y - found.point_b.y,
                     z = found.point_a.z - found.point_b.z;
        const double place = std::abs(pose_a[3]) + std::abs(pose_a[7]) + std::abs(pose_a[11]) + 10 * size;
        EXPECT_NEAR(std::sqrt(x * x + y * y + z * z), found.value, 1e-14 * place);
    }
}

TEST(ConvexDistance, SpheresAndCapsulesNearlyTouching) {
    Dice dice(22);
    for (int i = 0; i < effort(150, 20'000); ++i) {
        const double ra = dice.between(0.1, 1.0), rb = dice.between(0.1, 1.0), half = dice.between(0.0, 2.0);
        const ConvexBody rod = ConvexBody::capsule(ra, half).value(), ball = ConvexBody::sphere(rb).value();
        const Hull core_a{{{0, 0, -half}, {0, 0, half}}}, core_b{{{0, 0, 0}}};
        const Matrix pose_a = oracle::rotation(dice);
        const double gap = dice.one_in(2) ? dice.between(-0.5, 2.0) : std::pow(10, dice.between(-15.0, -3.0));
        // B is placed next to the rod's upper end.
        const double out = ra + rb + gap;
        const Matrix pose_b = oracle::shifted(
            oracle::rotation(dice), {pose_a[0] * out + pose_a[2] * half, pose_a[4] * out + pose_a[6] * half,
                                     pose_a[8] * out + pose_a[10] * half});
        const mpq_class squared = squared_distance(core_a, pose_a, core_b, pose_b);
        const mpq_class radii = mpq_class(ra) + rb;
        const auto found = distance(rod.at(pose_of(pose_a)), ball.at(pose_of(pose_b)));
        const bool share = squared <= radii * radii;
        EXPECT_EQ(found.upper == 0, share);
        EXPECT_EQ(
            overlap_solid(rod.at(pose_of(pose_a)), ball.at(pose_of(pose_b))).verdict == BodyVerdict::yes,
            share);
        if (share) continue;
        const mpq_class low = found.lower + radii, high = found.upper + radii;
        EXPECT_LE(low * low, squared);
        EXPECT_GE(high * high, squared);
        EXPECT_LE(found.upper - found.lower, 1e-12 * found.upper);
    }
}

using Real = long double;
using Direction = std::array<Real, 3>;

std::vector<Direction> world_points(const Hull& hull, const Matrix& m) {
    std::vector<Direction> world;
    for (const Point& p : hull.points) {
        Direction x{};
        for (std::size_t k = 0; k < 3; ++k)
            x[k] =
                Real(m[4 * k]) * p[0] + Real(m[4 * k + 1]) * p[1] + Real(m[4 * k + 2]) * p[2] + m[4 * k + 3];
        world.push_back(x);
    }
    return world;
}

Direction cross_real(const Direction& a, const Direction& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Real dot_real(const Direction& a, const Direction& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Direction minus_real(const Direction& a, const Direction& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// Smallest support height of A − B over the cross products of all pairs of edges, where segments between any
// two vertices of a body count as edges. Each height is an upper bound of the depth; the smallest equals it.
Real depth_by_directions(const std::vector<Direction>& a, const std::vector<Direction>& b) {
    std::vector<Direction> edges;
    for (const auto* points : {&a, &b})
        for (std::size_t i = 0; i < points->size(); ++i)
            for (std::size_t j = i + 1; j < points->size(); ++j)
                edges.push_back(minus_real((*points)[i], (*points)[j]));
    Real least = INFINITY;
    for (const Direction& e : edges)
        for (const Direction& f : edges) {
            const Direction n = cross_real(e, f);
            const Real length = std::sqrt(dot_real(n, n));
            if (length < 1e-12L * std::sqrt(dot_real(e, e) * dot_real(f, f))) continue;
            // The direction is normalised first: its rounding then only changes which direction is tested,
            // but not the support height along the tested one.
            const Direction unit{n[0] / length, n[1] / length, n[2] / length};
            Real reach = -INFINITY;
            for (const Direction& p : a)
                for (const Direction& q : b) reach = std::max(reach, dot_real(unit, minus_real(p, q)));
            least = std::min(least, reach);
        }
    return least;
}

TEST(ConvexPenetration, IsTheLeastOverAllDirections) {
    Dice dice(23);
    int deep = 0;
    for (int i = 0; i < effort(150, 5'000); ++i) {
        const Hull a = random_hull(dice, dice.one_in(2) ? HullKind::cloud : HullKind::box);
        const Hull b = random_hull(dice, dice.one_in(3) ? HullKind::flat : HullKind::box);
        const Matrix pose_a = oracle::rotation(dice);
        const Matrix pose_b = oracle::shifted(oracle::rotation(dice), oracle::random_point(dice, 0.7));
        const ConvexBody body_a = a.body(), body_b = b.body();
        const auto at_a = body_a.at(pose_of(pose_a)), at_b = body_b.at(pose_of(pose_b));
        const BodyPenetration depth = penetration(at_a, at_b);
        if (overlap_solid(at_a, at_b).verdict == BodyVerdict::no) {
            EXPECT_EQ(depth.upper, 0);
            continue;
        }
        ++deep;
        const Real truth = depth_by_directions(world_points(a, pose_a), world_points(b, pose_b));
        EXPECT_LE(depth.lower, truth + 1e-15L);
        EXPECT_GE(depth.upper, truth - 1e-15L);
        EXPECT_LE(depth.upper - depth.lower, 1e-12);
        // The bodies are separated after a translation slightly longer than the depth, and still overlap
        // after a slightly shorter one.
        const auto moved_a = [&](double distance) {
            return at_a.moved_to(at_a.pose().translated(
                {distance * depth.direction.x, distance * depth.direction.y, distance * depth.direction.z}));
        };
        EXPECT_EQ(overlap_solid(moved_a(depth.upper + 1e-12), at_b).verdict, BodyVerdict::no);
        EXPECT_TRUE(depth.lower < 1e-11 ||
                    overlap_solid(moved_a(depth.lower - 1e-12), at_b).verdict == BodyVerdict::yes);
        EXPECT_NEAR(depth.point_a.x + depth.upper * depth.direction.x, depth.point_b.x, 1e-12);
        EXPECT_NEAR(depth.point_a.y + depth.upper * depth.direction.y, depth.point_b.y, 1e-12);
        EXPECT_NEAR(depth.point_a.z + depth.upper * depth.direction.z, depth.point_b.z, 1e-12);
    }
    EXPECT_GT(deep, effort(50));
}

// Support height of B − A along a direction, divided by the length of the direction.
Real reach_along(const Vec3& d, const std::vector<Direction>& a, const std::vector<Direction>& b) {
    const Direction along{d.x, d.y, d.z};
    Real reach = -INFINITY;
    for (const Direction& p : a)
        for (const Direction& q : b) reach = std::max(reach, dot_real(along, minus_real(q, p)));
    return reach / std::sqrt(dot_real(along, along));
}

// The Minkowski difference of two aligned needles has long and very narrow facets.
TEST(ConvexPenetration, NeedlesAlongEachOther) {
    Dice dice(25);
    int deep = 0;
    for (int i = 0; i < effort(150, 5'000); ++i) {
        const double size = dice.one_in(2) ? 1 : std::pow(10, dice.between(-7.0, 5.0));
        const Hull a = random_hull(dice, HullKind::needle, size);
        const Hull b = dice.one_in(3)
                           ? a
                           : random_hull(dice, dice.one_in(2) ? HullKind::needle : HullKind::sliver, size);
        const Matrix pose_a = oracle::rotation(dice);
        const Matrix pose_b = dice.one_in(3) ? oracle::rotation(dice) : pose_a;
        const ConvexBody body_a = a.body(), body_b = b.body();
        const auto at_a = body_a.at(pose_of(pose_a)), at_b = body_b.at(pose_of(pose_b));
        const BodyPenetration depth = penetration(at_a, at_b);
        if (overlap_solid(at_a, at_b).verdict == BodyVerdict::no) continue;
        ++deep;
        // The tested directions are rounded, so possibly none of them is exactly the optimal one.
        const auto world_a = world_points(a, pose_a), world_b = world_points(b, pose_b);
        EXPECT_LE(depth.lower, depth_by_directions(world_a, world_b) + 1e-15L * size);
        EXPECT_GE(depth.upper, reach_along(depth.direction, world_a, world_b) - 1e-15L * size);
        EXPECT_LE(depth.upper - depth.lower, 1e-12 * size);
    }
    EXPECT_GT(deep, effort(50));
}

// Dimensions are small multiples of the smallest positive double.
TEST(ConvexPenetration, RoundBodiesOfTheSmallestSizes) {
    constexpr double unit = std::numeric_limits<double>::denorm_min();
    Dice dice(31);
    for (int k = 0; k < 200; ++k) {
        const auto some = [&](std::uint64_t most) { return static_cast<double>(dice.below(most)); };
        const double a = 1 + some(20), b = 1 + some(20), x = some(12), y = some(12), z = some(12);
        const double depth = a + b - std::hypot(x, y, z);
        if (depth < 0.5) continue;
        const ConvexBody ball = ConvexBody::sphere(a * unit).value(),
                         other = ConvexBody::sphere(b * unit).value();
        const auto found =
            penetration(ball.at_rest(), other.at(Pose::translation({x * unit, y * unit, z * unit})));
        EXPECT_LE(found.lower / unit, depth + 1e-12) << k;
        EXPECT_GE(found.upper / unit, depth - 1e-12) << k;
    }
}

TEST(ConvexPenetration, RoundBodies) {
    const ConvexBody ball = ConvexBody::sphere(1).value(), box = ConvexBody::box({1, 1, 1}).value();
    const ConvexBody ground = ConvexBody::half_space({{0, 0, 1}, 0}).value();
    const auto balls = penetration(ball.at_rest(), ball.at(Pose::translation({0.5, 0, 0})));
    EXPECT_NEAR(balls.upper, 1.5, 1e-12);
    EXPECT_NEAR(balls.direction.x, -1, 1e-12);
    const auto in_box = penetration(ball.at(Pose::translation({0, 0.75, 0})), box.at_rest());
    EXPECT_NEAR(in_box.upper, 1.25, 1e-12);
    EXPECT_NEAR(in_box.direction.y, 1, 1e-12);
    const auto in_ground = penetration(ball.at(Pose::translation({3, 4, 0.25})), ground.at_rest());
    EXPECT_NEAR(in_ground.upper, 0.75, 1e-12);
    EXPECT_NEAR(in_ground.direction.z, 1, 1e-12);
    EXPECT_TRUE(std::isinf(penetration(ground.at_rest(), ground.at_rest()).upper));
    for (const ConvexBody& round :
         {ConvexBody::cylinder(1, 1).value(), ConvexBody::ellipsoid({1, 1, 1}).value()}) {
        const auto depth = penetration(round.at(Pose::translation({0, 0, 1.9})), box.at_rest());
        EXPECT_NEAR(depth.lower, 0.1, 1e-9);
        EXPECT_NEAR(depth.upper, 0.1, 1e-9);
    }
    const ConvexBody egg = ConvexBody::ellipsoid({1, 1, 1}).value();
    const auto apart = distance(egg.at_rest(), egg.at(Pose::translation({0, 3, 4})));
    EXPECT_LE(apart.lower, 3 + 1e-15);
    EXPECT_GE(apart.upper, 3 - 1e-15);
    EXPECT_NEAR(apart.upper, 3, 1e-6);
}

TEST(ConvexAgainstMesh, EqualsTheBodyAgainstEveryTriangle) {
    Dice dice(24);
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 400}).value()).value();
    for (int i = 0; i < effort(40, 1000); ++i) {
        const Hull hull = random_hull(dice, dice.one_in(2) ? HullKind::cloud : HullKind::box, 0.3);
        const ConvexBody body = i % 5 == 0 ? ConvexBody::capsule(0.1, 0.3).value() : hull.body();
        const Pose at = pose_of(oracle::shifted(oracle::rotation(dice), oracle::random_point(dice, 1.2)));
        const Pose place = pose_of(oracle::random_pose(dice, oracle::PoseKind::rotation));
        std::vector<std::uint32_t> touching;
        double least = INFINITY;
        for (std::uint32_t t = 0; t < torus.mesh().triangles().size(); ++t) {
            const ConvexBody flat = ConvexBody::from_points(torus.mesh().corners(t)).value();
            if (overlap_solid(body.at(at), flat.at(place)).verdict == BodyVerdict::yes) touching.push_back(t);
            least = std::min(least, distance(body.at(at), flat.at(place)).upper);
        }
        EXPECT_EQ(contacts(body.at(at), torus.at(place)).triangles, touching);
        EXPECT_EQ(collides(body.at(at), torus.at(place)) == BodyVerdict::yes, !touching.empty());
        const auto found = distance(body.at(at), torus.at(place));
        ASSERT_TRUE(found.has_value());
        EXPECT_EQ(found->distance.upper, least);
        EXPECT_LE(found->distance.upper - found->distance.lower, 2e-12 * least);
    }
    const ConvexBody ball = ConvexBody::sphere(1).value();
    const Model nothing;
    EXPECT_FALSE(distance(ball.at_rest(), nothing.at_rest()).has_value());
}

}  // namespace
}  // namespace allide::test
