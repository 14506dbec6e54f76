#include "volume/measure.hpp"

#include "volume/kdop/realign_support.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace allide::volume {
namespace {

template <int K>
bool inside(const Kdop<K>& dop, const Vec3& p) {
    for (std::size_t i = 0; i < K / 2; ++i) {
        const double along = kernel::dot(directions<K>()[i], p);
        if (along < dop.lo(i) || along > dop.hi(i)) return false;
    }
    return true;
}

// Monte Carlo estimate of a volume within the cube from −3 to 3.
template <typename Inside>
double thrown_content(base::Random& random, Inside&& is_inside) {
    int hits = 0;
    constexpr int throws = 100000;
    for (int i = 0; i < throws; ++i) hits += is_inside(test::random_point(random, 3));
    return 216.0 * hits / throws;
}

template <int K>
void expect_content() {
    base::Random random(K);
    for (int round = 0; round < 5; ++round) {
        std::vector<Vec3> points, others;
        for (int i = 0; i < 12; ++i) {
            points.push_back(test::random_point(random, 1));
            others.push_back(test::random_point(random, 1));
        }
        const Kdop<K> a = fit_kdop<K>(points), b = fit_kdop<K>(others);
        EXPECT_NEAR(content(a), thrown_content(random, [&](const Vec3& p) { return inside(a, p); }), 1.0)
            << K;
        EXPECT_NEAR(common_content(a, b),
                    thrown_content(random, [&](const Vec3& p) { return inside(a, p) && inside(b, p); }), 1.0)
            << K;
    }
}

TEST(Content, KdopsAgreeWithMonteCarlo) {
    expect_content<6>();
    expect_content<8>();
    expect_content<12>();
    expect_content<14>();
    expect_content<18>();
    expect_content<26>();
    expect_content<50>();
}

TEST(Content, KnownBodies) {
    std::vector<Vec3> cube;
    for (int i = 0; i < 8; ++i) cube.push_back({i & 1 ? 103.0 : 101.0, i & 2 ? 1.0 : 0.0, i & 4 ? 3.0 : 0.0});
    EXPECT_NEAR(content(fit_kdop<6>(cube)), 6, 1e-12);
    EXPECT_NEAR(content(fit_kdop<14>(cube)), 6, 1e-10);  // the other planes touch single corners
    EXPECT_NEAR(content(fit_kdop<26>(cube)), 6, 1e-10);
    EXPECT_NEAR(content(fit_aabb(cube)), 6, 1e-12);
    EXPECT_NEAR(content(fit_obb(cube)), 6, 1e-12);
    EXPECT_EQ(content(Sphere{{0, 0, 0}, 1}), 4 * std::numbers::pi / 3);
    Kdop<8> octahedron;
    for (std::size_t i = 0; i < 4; ++i) {
        octahedron.lo(i) = -1;
        octahedron.hi(i) = 1;
    }
    EXPECT_NEAR(content(octahedron), 4.0 / 3 * std::pow(std::sqrt(3.0), 3), 1e-9);  // its corners are at √3
    std::vector<Vec3> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_NEAR(content(fit_kdop<14>(flat)), 0, 1e-9);
}

TEST(CommonContent, BoxesAndSpheres) {
    base::Random random(5);
    for (int round = 0; round < 20; ++round) {
        std::vector<Vec3> points, others;
        for (int i = 0; i < 5; ++i) {
            points.push_back(test::random_point(random, 1));
            others.push_back(test::random_point(random, 1));
        }
        const Obb a = fit_obb(points), b = fit_obb(others);
        const auto in_box = [](const Obb& box, const Vec3& p) {
            for (std::size_t k = 0; k < 3; ++k)
                if (std::abs(dot(box.axis[k], p - box.center)) > box.half[k]) return false;
            return true;
        };
        EXPECT_NEAR(common_content(a, b),
                    thrown_content(random, [&](const Vec3& p) { return in_box(a, p) && in_box(b, p); }), 0.4);
        const Sphere s{test::random_point(random, 0.4), random.between(0.3, 1)},
            t{test::random_point(random, 0.4), random.between(0.3, 1)};
        const auto in_sphere = [](const Sphere& ball, const Vec3& p) {
            return std::hypot(p.x - ball.center.x, p.y - ball.center.y, p.z - ball.center.z) <= ball.radius;
        };
        EXPECT_NEAR(common_content(s, t),
                    thrown_content(random, [&](const Vec3& p) { return in_sphere(s, p) && in_sphere(t, p); }),
                    0.4);
    }
    EXPECT_EQ(common_content(Aabb{{0, 0, 0}, {1, 1, 1}}, Aabb{{1, 1, 1}, {1, 1, 1}}), 1);
    EXPECT_EQ(common_content(Aabb{{0, 0, 0}, {1, 1, 1}}, Aabb{{3, 0, 0}, {1, 1, 1}}), 0);
    EXPECT_EQ(common_content(Sphere{{0, 0, 0}, 1}, Sphere{{3, 0, 0}, 1}), 0);
}

}  // namespace
}  // namespace allide::volume
