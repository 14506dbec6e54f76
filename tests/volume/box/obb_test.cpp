#include "volume/box/obb.hpp"

#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <gtest/gtest.h>

namespace allide::volume {
namespace {

void expect_contains(const Obb& box, const std::vector<Vec3>& points) {
    for (const Vec3& p : points)
        for (std::size_t k = 0; k < 3; ++k)
            ASSERT_LE(std::abs(dot(box.axis[k], p - box.center)), box.half[k] + fit_tolerance(box));
}

double volume_of(const Obb& box) {
    return 8 * box.half[0] * box.half[1] * box.half[2];
}

TEST(FitObb, ATiltedBrickGetsItsOwnBox) {
    // The corners of a rotated brick of 6 × 4 × 2.
    const auto& m = Pose::rotation({1, 2, 3}, degrees(50)).matrix();
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) {
        const Vec3 p{i & 1 ? 3.0 : -3.0, i & 2 ? 2.0 : -2.0, i & 4 ? 1.0 : -1.0};
        points.push_back({m[0] * p.x + m[1] * p.y + m[2] * p.z + 10, m[4] * p.x + m[5] * p.y + m[6] * p.z,
                          m[8] * p.x + m[9] * p.y + m[10] * p.z});
    }
    const Obb box = fit_obb(points);
    EXPECT_NEAR(box.half[0], 3, 1e-12);
    EXPECT_NEAR(box.half[1], 2, 1e-12);
    EXPECT_NEAR(box.half[2], 1, 1e-12);
    expect_contains(box, points);
}

TEST(FitObb, PointsInsideTheHullDoNotTurnTheBox) {
    // A long brick with a dense diagonal plate of points inside: if the axes came from the covariance of all
    // points, they would follow the plate.
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i)
        points.push_back({i & 1 ? 4.0 : -4.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
    const double brick = volume_of(fit_obb(points));
    for (int i = 0; i < 4000; ++i)
        points.push_back({-0.5 + (i % 63) / 63.0, -0.5 + (i % 63) / 63.0, (i / 63) / 80.0});
    EXPECT_NEAR(volume_of(fit_obb(points)), brick, 1e-9 * brick);
}

TEST(FitObb, ATriangleIsARectangleOfNoThickness) {
    const std::vector<Vec3> points{{0, 0, 0}, {4, 0, 1}, {1, 3, 2}};
    const Obb box = fit_obb(points);
    EXPECT_EQ(box.dimension(), 2);
    EXPECT_EQ(box.half[2], 0);
    EXPECT_GT(box.half[1], 0);
    expect_contains(box, points);
}

TEST(FitObb, AFlatSetTakesItsBoxFromThePolygonAroundIt) {
    // A rectangle in a tilted plane, where most points are crowded in one corner.
    std::vector<Vec3> points;
    const auto in_plane = [](double u, double v) { return Vec3{u, v, 0.5 * u}; };
    for (const double u : {0.0, 8.0})
        for (const double v : {0.0, 2.0}) points.push_back(in_plane(u, v));
    for (int i = 0; i < 500; ++i) points.push_back(in_plane(0.001 * (i % 20), 0.002 * i / 20));
    const Obb box = fit_obb(points);
    EXPECT_EQ(box.dimension(), 2);
    EXPECT_NEAR(box.half[0], 4 * std::sqrt(1.25), 1e-9);
    EXPECT_NEAR(box.half[1], 1, 1e-9);
    expect_contains(box, points);
}

TEST(FitObb, ALineAndAPoint) {
    EXPECT_EQ(fit_obb(std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}, {3, 3, 3}}).dimension(), 1);
    const Obb point = fit_obb(std::vector<Vec3>{{1, 2, 3}, {1, 2, 3}});
    EXPECT_EQ(point.sum(), 0);
}

TEST(FitObb, ContainsItsPointsAtAnySizeAndPlace) {
    base::Random random(11);
    for (int round = 0; round < test::effort(400, 20000); ++round) {
        const double size = std::pow(10.0, random.between(-300, 300)),
                     place = random.below(2) ? 0 : 1e4 * size;
        std::vector<Vec3> points;
        const std::uint64_t count = 1 + random.below(30);
        for (std::uint64_t i = 0; i < count; ++i) {
            const Vec3 p = test::random_point(random, size);
            points.push_back({p.x + place, p.y - place, round % 5 == 0 ? place : p.z + place});
        }
        expect_contains(fit_obb(points), points);
    }
}

// Expects that two boxes with a common point, which barely overlap, are never reported as
// disjoint.
void expect_never_lost(base::Random& random, double size, double place, bool rough_pose) {
    const auto random_box = [&] {
        std::vector<Vec3> points;
        const int dimension = 1 + static_cast<int>(random.below(3));
        for (int i = 0; i < 6; ++i) {
            Vec3 p = test::random_point(random, size);
            if (dimension < 3) p.z = 0.25 * p.x;
            if (dimension < 2) p.y = 0.5 * p.x;
            points.push_back({p.x + place, p.y, p.z - place});
        }
        return points;
    };
    const std::vector<Vec3> a = random_box(), b = random_box();
    const auto pose_of = [&] {
        return rough_pose ? test::barely_rigid_pose(random, place + size)
                          : test::random_pose(random, place + size);
    };
    const Pose pose_a = pose_of(), turn_b = pose_of();
    // Moves B so that its corner is mapped to A's corner, up to the rounding of the translation.
    const auto image = [](const Pose& pose, const Vec3& p) {
        const auto& m = pose.matrix();
        const std::array<long double, 3> x{p.x, p.y, p.z};
        std::array<long double, 3> result{};
        for (std::size_t i = 0; i < 3; ++i)
            result[i] = m[4 * i] * x[0] + m[4 * i + 1] * x[1] + m[4 * i + 2] * x[2] + m[4 * i + 3];
        return result;
    };
    const auto on_a = image(pose_a, a[0]), on_b = image(turn_b, b[0]);
    auto rows = turn_b.matrix();
    for (std::size_t k = 0; k < 3; ++k) rows[4 * k + 3] += static_cast<double>(on_a[k] - on_b[k]);
    const Pose pose_b = Pose::from_matrix(rows).value();
    const kernel::RelativePose b_in_a(pose_a, pose_b);
    const double norm = 4 * (size + place);
    const ObbFrame frame(b_in_a, norm, norm);
    ASSERT_TRUE(frame.overlap(fit_obb(a), frame.place(fit_obb(b)))) << "size " << size << " place " << place;
}

TEST(ObbOverlap, BarelyTouchingBoxesAreNeverLost) {
    base::Random random(17);
    for (int round = 0; round < test::effort(20000, 2000000); ++round) {
        const double size = std::pow(10.0, random.between(-7, 5));
        expect_never_lost(random, size, round % 3 == 0 ? 1e4 : 0, round % 2 == 0);
    }
}

// If a shortened test separates two flat boxes, so does the full test once they have a tiny thickness.
TEST(ObbOverlap, ShortenedTestsAgreeWithTheFullOne) {
    base::Random random(19);
    const kernel::RelativePose none(Pose::identity(), Pose::identity());
    const ObbFrame frame(none, 8, 8);
    int apart = 0;
    for (int round = 0; round < 20000; ++round) {
        Obb a = fit_obb(std::vector<Vec3>{test::random_point(random, 1), test::random_point(random, 1),
                                          test::random_point(random, 1)});
        Obb b = fit_obb(std::vector<Vec3>{test::random_point(random, 2), test::random_point(random, 2),
                                          test::random_point(random, 2)});
        const bool short_answer = frame.overlap(a, frame.place(b));
        a.half[2] = b.half[2] = 1e-13;
        const bool full_answer = frame.overlap(a, frame.place(b));
        // A test with fewer axes may miss a separation that the full test finds, but it finds none that the
        // full test misses.
        EXPECT_TRUE(short_answer || !full_answer);
        apart += short_answer ? 0 : 1;
    }
    EXPECT_GT(apart, 2000);
}

// If two boxes with volume are disjoint, one of the 15 axes of the full test separates them.
TEST(ObbOverlap, SeparatesBoxesWithAClearGap) {
    base::Random random(23);
    for (int round = 0; round < 5000; ++round) {
        std::vector<Vec3> points_a, points_b;
        const Vec3 shift = test::random_point(random, 1);
        const double gap = 1e-9;
        // Two bricks with parallel faces a small gap apart, rotated together.
        const auto& m = test::random_rotation(random).matrix();
        for (int i = 0; i < 8; ++i) {
            const Vec3 p{i & 1 ? 1.0 : -1.0, i & 2 ? 0.7 : -0.7, i & 4 ? 0.4 : -0.4};
            const Vec3 q{p.x + 2 + gap, p.y + shift.y, p.z + shift.z};
            const auto turned = [&m](const Vec3& v) {
                return Vec3{m[0] * v.x + m[1] * v.y + m[2] * v.z, m[4] * v.x + m[5] * v.y + m[6] * v.z,
                            m[8] * v.x + m[9] * v.y + m[10] * v.z};
            };
            points_a.push_back(turned(p));
            points_b.push_back(turned(q));
        }
        const kernel::RelativePose none(Pose::identity(), Pose::identity());
        const ObbFrame frame(none, 8, 8);
        ASSERT_FALSE(frame.overlap(fit_obb(points_a), frame.place(fit_obb(points_b))));
    }
}

}  // namespace
}  // namespace allide::volume
