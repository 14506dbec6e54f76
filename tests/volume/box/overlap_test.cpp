// Volumes of all kinds that barely touch are never reported as disjoint; those with a clear gap are.
#include "support/effort.hpp"
#include "volume/as_obb.hpp"
#include "volume/box/aabb.hpp"
#include "volume/box/sphere.hpp"
#include "volume/kdop/kdop_frame.hpp"
#include "volume/kdop/realign_support.hpp"

#include <gtest/gtest.h>

namespace allide::volume {
namespace {

// Two point sets, posed such that the first point of B coincides with the first point of A, up to the
// rounding of B's translation.
struct Touching {
    std::vector<Vec3> a, b;
    Pose pose_a, pose_b;
    double norm;
};

Touching touching_sets(base::Random& random, double size, double place, bool rough_pose) {
    Touching t;
    t.a = random_node(random, size, place);
    t.b = random_node(random, size, place);
    const auto pose_of = [&] {
        return rough_pose ? test::barely_rigid_pose(random, place + size)
                          : test::random_pose(random, place + size);
    };
    t.pose_a = pose_of();
    const Pose turn_b = pose_of();
    const auto on_a = test::image(t.pose_a, t.a[0]), on_b = test::image(turn_b, t.b[0]);
    auto rows = turn_b.matrix();
    for (std::size_t k = 0; k < 3; ++k) rows[4 * k + 3] += static_cast<double>(on_a[k] - on_b[k]);
    t.pose_b = Pose::from_matrix(rows).value();
    t.norm = std::max(norm_of(t.a), norm_of(t.b));
    return t;
}

template <int K>
bool kdops_overlap(const Touching& t, Realign realign) {
    const kernel::RelativePose b_in_a(t.pose_a, t.pose_b), a_in_b(t.pose_b, t.pose_a);
    const TurnedDirections<K> turned(b_in_a, t.norm, t.norm);
    const Kdop<K> a = fit_kdop<K>(t.a), b = fit_kdop<K>(t.b);
    RealignData<K> data;
    if (realign == Realign::vertices) {
        CornerLists lists{.ranges = {}, .corners = corners_of(b, t.norm), .error = corner_error<K>(t.norm)};
        lists.ranges.push_back({0, static_cast<std::uint32_t>(lists.corners.size())});
        data = lists;
    } else if (realign == Realign::occupancy) {
        data = OccupancyTables<K>{{fit_occupancy<K>(t.b)}};
    } else if (realign == Realign::hill_climb) {
        NodeHulls hulls(1, directions<K>());
        hulls.set(0, t.b);
        data = hulls;
    }
    KdopFrame<K> frame(b_in_a, a_in_b, t.norm, t.norm, make_realigner<K>(realign, turned, data));
    const auto corner = [](const std::vector<Vec3>& points, std::size_t i) {
        return points[i % points.size()];
    };
    const kernel::Triangle triangle_a{corner(t.a, 0), corner(t.a, 1), corner(t.a, 2)},
        triangle_b{corner(t.b, 0), corner(t.b, 1), corner(t.b, 2)};
    return frame.overlap(a, frame.place(b, 0)) && frame.overlap(a, triangle_b) &&
           frame.overlap(triangle_a, b);
}

template <int K>
void expect_kdops_overlap(const Touching& t, int round) {
    const Realign realign = strategies[static_cast<std::size_t>(round) % strategies.size()];
    ASSERT_TRUE(kdops_overlap<K>(t, realign)) << K << " " << name_of(realign) << " round " << round;
}

void expect_all_overlap(const Touching& t, int round) {
    const kernel::RelativePose b_in_a(t.pose_a, t.pose_b);
    const AabbFrame boxes(b_in_a, t.norm, t.norm);
    ASSERT_TRUE(boxes.overlap(fit_aabb(t.a), boxes.place(fit_aabb(t.b), 0))) << "round " << round;
    const SphereFrame spheres(b_in_a, t.norm, t.norm);
    ASSERT_TRUE(spheres.overlap(fit_sphere(t.a), spheres.place(fit_sphere(t.b), 0))) << "round " << round;
    const ObbFrame views(b_in_a, t.norm, t.norm);
    ASSERT_TRUE(views.overlap(as_obb(fit_sphere(t.a)), views.place(as_obb(fit_kdop<12>(t.b)))));
    ASSERT_TRUE(views.overlap(as_obb(fit_aabb(t.a)), views.place(as_obb(fit_kdop<8>(t.b)))));
    expect_kdops_overlap<6>(t, round);
    expect_kdops_overlap<8>(t, round);
    expect_kdops_overlap<12>(t, round);
    expect_kdops_overlap<14>(t, round);
    expect_kdops_overlap<18>(t, round);
    expect_kdops_overlap<26>(t, round);
}

TEST(Overlap, BarelyTouchingVolumesAreNeverLost) {
    base::Random random(71);
    for (int round = 0; round < test::effort(8000, 400000) && !HasFatalFailure(); ++round) {
        const double size = std::pow(10.0, random.between(-7, 5));
        expect_all_overlap(touching_sets(random, size, round % 3 == 0 ? 1e4 : 0, round % 2 == 0), round);
    }
}

TEST(Overlap, BarelyTouchingVolumesAreNeverLostAtExtremeSizes) {
    base::Random random(73);
    for (const double size : {1e-320, 1e-308, 1e-160, 1e150, 1e290, 1e300, 1e307})
        for (int round = 0; round < 60 && !HasFatalFailure(); ++round)
            expect_all_overlap(touching_sets(random, size, 0, round % 2 == 0), round);
}

TEST(Overlap, ClearGapsSeparateAllVolumes) {
    base::Random random(79);
    for (int round = 0; round < 500; ++round) {
        Touching t = touching_sets(random, 1, 0, round % 2 == 0);
        t.pose_b = t.pose_b.translated({40, 0, 0});
        t.pose_a = t.pose_a.translated({-40, 0, 0});
        const kernel::RelativePose b_in_a(t.pose_a, t.pose_b);
        const AabbFrame boxes(b_in_a, t.norm, t.norm);
        EXPECT_FALSE(boxes.overlap(fit_aabb(t.a), boxes.place(fit_aabb(t.b), 0)));
        const SphereFrame spheres(b_in_a, t.norm, t.norm);
        EXPECT_FALSE(spheres.overlap(fit_sphere(t.a), spheres.place(fit_sphere(t.b), 0)));
        for (const Realign realign : strategies) EXPECT_FALSE(kdops_overlap<14>(t, realign));
    }
}

// Crossed sticks with a small gap: no axis of either box separates them, but one of the other nine axes does.
TEST(AabbOverlap, SeparatesCrossedSticks) {
    const Aabb stick{{0, 0, 0}, {10, 0.1, 0.1}};
    const Pose turned = Pose::from_quaternion({0, 0, 0.3}, {0.8, 0, 0, 0.6}).value();
    const kernel::RelativePose b_in_a(Pose::identity(), turned);
    const AabbFrame frame(b_in_a, 12, 12);
    EXPECT_FALSE(frame.overlap(stick, frame.place(stick, 0)));
    const kernel::RelativePose lower(Pose::identity(),
                                     Pose::from_quaternion({0, 0, 0.1}, {0.8, 0, 0, 0.6}).value());
    const AabbFrame near(lower, 12, 12);
    EXPECT_TRUE(near.overlap(stick, near.place(stick, 0)));
}

TEST(FitSphere, IsNearlyTheSmallest) {
    base::Random random(83);
    for (int round = 0; round < 200; ++round) {
        std::vector<Vec3> points;
        for (int i = 0; i < 200; ++i) {  // points on the unit sphere around (3, 4, 5)
            const Vec3 p = test::random_point(random, 1);
            const double length = std::hypot(p.x, p.y, p.z) + 1e-9;
            points.push_back({3 + p.x / length, 4 + p.y / length, 5 + p.z / length});
        }
        const Sphere sphere = fit_sphere(points);
        EXPECT_LT(sphere.radius, 1.08);
        for (const Vec3& p : points)
            EXPECT_LE(std::hypot(p.x - sphere.center.x, p.y - sphere.center.y, p.z - sphere.center.z),
                      sphere.radius + fit_tolerance(sphere));
    }
    EXPECT_EQ(fit_sphere(std::vector<Vec3>{{1, 2, 3}}).radius, 0);
}

TEST(AsObb, ContainsTheVolumesPoints) {
    base::Random random(89);
    const auto expect_inside = [](const Obb& box, const std::vector<Vec3>& points) {
        for (const Vec3& p : points)
            for (std::size_t k = 0; k < 3; ++k)
                ASSERT_LE(std::abs(dot(box.axis[k], p - box.center)), box.half[k] + fit_tolerance(box));
    };
    for (int round = 0; round < 3000; ++round) {
        const double size = std::pow(10.0, random.between(-200, 200));
        const std::vector<Vec3> points = random_node(random, size, round % 2 == 0 ? 0 : 1e3 * size);
        expect_inside(as_obb(fit_aabb(points)), points);
        expect_inside(as_obb(fit_sphere(points)), points);
        expect_inside(as_obb(fit_kdop<6>(points)), points);
        expect_inside(as_obb(fit_kdop<8>(points)), points);
        expect_inside(as_obb(fit_kdop<12>(points)), points);
        expect_inside(as_obb(fit_kdop<26>(points)), points);
    }
}

}  // namespace
}  // namespace allide::volume
