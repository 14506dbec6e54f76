// The kernels' verdicts about two triangles are the exact ones, or undecided.
#include "gpu/triangle_tests.hpp"

#include "kernel/triangle/triangle_distance.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>

#include <algorithm>

#include <gtest/gtest.h>

namespace allide {
namespace {

template <typename T>
gpu::Vector<T> vector(const Vec3& v) {
    return {static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
}
template <typename T>
gpu::Differences<T> differences(const kernel::Triangle& p, const kernel::Triangle& q) {
    gpu::Differences<T> in;
    in.e1 = vector<T>(p[1] - p[0]), in.e2 = vector<T>(p[2] - p[0]);
    in.d0 = vector<T>(q[0] - p[0]), in.d1 = vector<T>(q[1] - p[0]), in.d2 = vector<T>(q[2] - p[0]);
    in.f1 = vector<T>(q[1] - q[0]), in.f2 = vector<T>(q[2] - q[0]);
    in.g1 = vector<T>(p[1] - q[0]), in.g2 = vector<T>(p[2] - q[0]);
    in.between = 0, in.edge = 0;
    return in;
}

// A triangle with corners on a coarse lattice plus a little noise, so that most pairs are nearly degenerate.
kernel::Triangle lattice_triangle(base::Random& random, double noise) {
    kernel::Triangle t;
    for (Vec3& corner : t) {
        const auto coordinate = [&] {
            return static_cast<double>(random.below(4)) + noise * random.between(-1, 1);
        };
        const double x = coordinate(), y = coordinate();
        corner = {x, y, coordinate()};
    }
    return t;
}

TEST(GpuTriangles, AreDecidedAsExactArithmeticDoes) {
    base::Random random(1);
    const kernel::PairTester tester(Pose::identity(), Pose::identity());
    std::size_t decided[2] = {}, count = 0;
    for (const double noise : {0.0, 1e-15, 1e-12, 1e-8, 1e-6, 1e-4, 1e-2, 0.5}) {
        for (int i = 0; i < test::effort(3000, 200'000); ++i, ++count) {
            const auto p = lattice_triangle(random, noise), q = lattice_triangle(random, noise);
            const gpu::Verdict exact =
                tester.touch_exact(p, q) ? gpu::Verdict::touching : gpu::Verdict::disjoint;
            const gpu::Verdict verdicts[2] = {gpu::decide(differences<float>(p, q)),
                                              gpu::decide(differences<double>(p, q))};
            for (int k = 0; k < 2; ++k) {
                if (verdicts[k] == gpu::Verdict::undecided) continue;
                ++decided[k];
                ASSERT_EQ(verdicts[k], exact) << "noise " << noise << ", pair " << i;
            }
        }
    }
    EXPECT_GT(decided[0], count / 4);
    EXPECT_GT(decided[1], decided[0]);
}

TEST(GpuTriangles, LieWithinTheBoundsOfTheirDistance) {
    base::Random random(2);
    const kernel::DistanceTester tester(Pose::identity(), Pose::identity());
    double widest = 0;
    for (const double noise : {0.0, 1e-6, 1e-3, 0.1, 0.5}) {
        for (int i = 0; i < test::effort(3000, 200'000); ++i) {
            const auto p = lattice_triangle(random, noise);
            auto q = lattice_triangle(random, noise);
            for (Vec3& corner : q) corner.x += static_cast<double>(random.below(3)) * 2;
            const auto exact = tester.estimate(p, q);
            constexpr float error = 100 * gpu::unit;
            const gpu::GapBounds bounds = gpu::gap_bounds(differences<float>(p, q), error);
            ASSERT_LE(bounds.lower, exact.upper) << "noise " << noise << ", pair " << i;
            ASSERT_GE(bounds.upper, exact.lower) << "noise " << noise << ", pair " << i;
            if (exact.lower > 0.5 && noise == 0.5)
                widest = std::max<double>(widest, bounds.upper - bounds.lower);
        }
    }
    EXPECT_LT(widest, 0.01);
}

}  // namespace
}  // namespace allide
