#include "volume/hull/directions.hpp"

#include "kernel/pose/vec.hpp"
#include "support/random_geometry.hpp"

#include <gtest/gtest.h>

namespace allide::volume {
namespace {

template <int K>
void expect_unit_pairs() {
    const auto& all = directions<K>();
    for (std::size_t i = 0; i < K; ++i) {
        EXPECT_NEAR(kernel::dot(all[i], all[i]), 1, 4 * 0x1p-53);
        EXPECT_EQ(kernel::dot(all[i], all[(i + K / 2) % K]), -kernel::dot(all[i], all[i]));
        for (std::size_t j = 0; j < i; ++j) EXPECT_LT(kernel::dot(all[i], all[j]), 0.97);
    }
    EXPECT_EQ(direction_cones<K>().size(), 2u * K - 4);  // triangles of a triangulated sphere with K vertices
}

TEST(Directions, AreUnitVectorsInOppositePairs) {
    expect_unit_pairs<6>();
    expect_unit_pairs<8>();
    expect_unit_pairs<12>();
    expect_unit_pairs<14>();
    expect_unit_pairs<18>();
    expect_unit_pairs<26>();
    expect_unit_pairs<50>();
}

// Table 1 of Fünfzig and Fellner (2003), with six digits.
TEST(Directions, AperturesAreThoseOfThePaperButForThe12Dop) {
    EXPECT_NEAR(aperture<6>(), 0.57735, 5e-6);
    EXPECT_NEAR(aperture<14>(), 0.806898, 5e-7);
    EXPECT_NEAR(aperture<18>(), 0.816497, 5e-7);
    EXPECT_NEAR(aperture<26>(), 0.886452, 5e-7);
    // The paper prints 0.787539 for the dodecahedron. The vectors farthest from its face normals are its
    // corners, at an angle with the cosine √((5 + 2√5)/15).
    EXPECT_NEAR(aperture<12>(), std::sqrt((5 + 2 * std::sqrt(5.0)) / 15), 1e-12);
    EXPECT_NEAR(aperture<12>(), 0.794654, 5e-7);
    EXPECT_GT(std::abs(aperture<12>() - 0.787539), 0.007);
}

// By definition, no unit vector is farther from every direction than the aperture, and some unit vector is
// exactly that far away.
template <int K>
void expect_aperture() {
    base::Random random(K);
    double least = 1;
    for (int round = 0; round < 20000; ++round) {
        const Vec3 p = test::random_point(random, 1);
        const double length = std::hypot(p.x, p.y, p.z);
        if (length < 0.1) continue;
        double nearest = -1;
        for (const Vec3& d : directions<K>()) nearest = std::max(nearest, kernel::dot(d, p) / length);
        least = std::min(least, nearest);
    }
    EXPECT_GE(least, aperture<K>() - 1e-12);
    EXPECT_LE(least, aperture<K>() + 0.02);
}

TEST(Directions, TheApertureIsTheWorstDistanceToADirection) {
    expect_aperture<6>();
    expect_aperture<8>();
    expect_aperture<12>();
    expect_aperture<14>();
    expect_aperture<18>();
    expect_aperture<26>();
    expect_aperture<50>();
}

}  // namespace
}  // namespace allide::volume
