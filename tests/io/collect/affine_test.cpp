// A point under an affine map is rounded only once: checked by 113-bit arithmetic, which is exact for numbers
// with few bits, and by hand-made cases at the limits of doubles.
#include "io/collect/affine.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

#ifdef __SIZEOF_FLOAT128__
__extension__ using Quad = __float128;
#else
using Quad = long double;  // has 113 bits on platforms without __float128
#endif
using io::Affine;

// A random number with `bits` bits and a magnitude from 2⁻¹⁰ to 2¹⁰.
double short_number(base::Random& random, int bits) {
    const auto mantissa = static_cast<double>(random.below(std::uint64_t{1} << bits));
    const double value = std::ldexp(mantissa, static_cast<int>(random.below(20)) - 10 - bits);
    return random.below(2) == 0 ? value : -value;
}

double oracle(const Affine& map, std::size_t row, const Vec3& p) {
    const double* m = map.data() + 4 * row;
    return static_cast<double>(Quad(m[0]) * p.x + Quad(m[1]) * p.y + Quad(m[2]) * p.z + Quad(m[3]));
}

TEST(Affine, points_are_rounded_once) {
    base::Random random(7);
    int naive_differs = 0;
    for (int round = 0; round < effort(100000, 5000000); ++round) {
        Affine map{};
        for (double& x : map) x = random.below(5) == 0 ? 0 : short_number(random, 45);
        const Vec3 p{short_number(random, 24), short_number(random, 24), short_number(random, 24)};
        // In every third case the terms nearly cancel, so that rounding twice would show in the result.
        if (round % 3 == 0) map[3] = -(map[0] * p.x + map[1] * p.y + map[2] * p.z);
        if (round % 3 == 1) map[3] = std::ldexp(short_number(random, 45), 12);
        const Vec3 got = io::mapped(map, p);
        EXPECT_EQ(got.x, oracle(map, 0, p));
        EXPECT_EQ(got.y, oracle(map, 1, p));
        EXPECT_EQ(got.z, oracle(map, 2, p));
        naive_differs += got.y != map[4] * p.x + map[5] * p.y + map[6] * p.z + map[7];
    }
    EXPECT_GT(naive_differs, effort(1000)) << "the numbers are too easy";
}

Vec3 along_x(double factor, double shift, double x) {
    return io::mapped({factor, 0, 0, shift, 0, 1, 0, 0, 0, 0, 1, 0}, {x, 0, 0});
}

TEST(Affine, rounds_to_even_where_halfway) {
    EXPECT_EQ(along_x(1, 0x1p53, 1).x, 0x1p53);
    EXPECT_EQ(along_x(1, 0x1p53, 3).x, 0x1p53 + 4);
    EXPECT_EQ(along_x(1, 0x1p53, -0.5).x, 0x1p53);
    EXPECT_EQ(along_x(1, 0x1p53, std::nextafter(1.0, 2)).x, 0x1p53 + 2);
    EXPECT_EQ(io::mapped({1, 1, 0, 0x1p53, 0, 1, 0, 0, 0, 0, 1, 0}, {1, 0x1p-900, 0}).x, 0x1p53 + 2);
    EXPECT_EQ(io::mapped({1, 1, 0, 0x1p53, 0, 1, 0, 0, 0, 0, 1, 0}, {1, -0x1p-900, 0}).x, 0x1p53);
}

TEST(Affine, works_in_the_whole_range_of_doubles) {
    EXPECT_EQ(along_x(0x1p-600, 0, 0x1p-474).x, 0x1p-1074);
    EXPECT_EQ(along_x(0x1p-600, 0, 0x1p-475).x, 0);                // a tie, rounds to even
    EXPECT_EQ(along_x(0x1.8p-600, 0, 0x1p-474).x, 2 * 0x1p-1074);  // 1.5 subnormal steps round to 2
    EXPECT_EQ(along_x(0x1.8p-600, 0, 0x1p-475).x, 0x1p-1074);      // 0.75 subnormal steps round to 1
    EXPECT_EQ(along_x(0x1p600, 0, 0x1p423).x, 0x1p1023);
    EXPECT_EQ(along_x(0x1p600, 0, 0x1p424).x, std::numeric_limits<double>::infinity());
    // Intermediate results overflow, the final one does not.
    EXPECT_EQ(io::mapped({0x1p600, 0x1p600, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0}, {0x1p500, -0x1p500, 0}).x, 1);
    EXPECT_EQ(along_x(1, 0, 5e-324).x, 5e-324);
}

TEST(Affine, an_infinity_stays_in_its_coordinate) {
    const double infinity = std::numeric_limits<double>::infinity();
    const Vec3 moved = io::mapped({2, 0, 0, 1, 0, 2, 0, 1, 0, 0, 2, 1}, {infinity, 3, 4});
    EXPECT_EQ(moved, (Vec3{infinity, 7, 9}));
    EXPECT_TRUE(std::isnan(io::mapped(io::identity_map, {std::nan(""), 1, 2}).x));
}

// (1, 1, 1) is scaled by (2, 3, 4), then rotated by a quarter turn about z, then translated along x.
TEST(Affine, scales_then_rotates_then_translates) {
    const double half = std::sqrt(0.5);
    const Affine map = io::from_translation_rotation_scale({10, 0, 0}, {0, 0, half, half}, {2, 3, 4});
    const Vec3 moved = io::mapped(map, {1, 1, 1});
    EXPECT_NEAR(moved.x, 7, 1e-15);
    EXPECT_NEAR(moved.y, 2, 1e-15);
    EXPECT_EQ(moved.z, 4);
    EXPECT_EQ(io::from_translation_rotation_scale({}, {0, 0, 1, 0}, {1, 1, 1}),
              (Affine{-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0}));
    EXPECT_EQ(io::from_translation_rotation_scale({}, {0, 0, 7, 0}, {1, 1, 1}),
              (Affine{-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0}));
}

TEST(Affine, products_apply_the_right_one_first) {
    const Affine turn = io::from_translation_rotation_scale({}, {0, 0, 1, 0}, {1, 1, 1});
    const Affine move = io::from_translation_rotation_scale({1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1});
    EXPECT_EQ(io::mapped(io::product(turn, move), {0, 0, 0}), (Vec3{-1, -2, 3}));
    EXPECT_EQ(io::mapped(io::product(move, turn), {0, 0, 0}), (Vec3{1, 2, 3}));
}

}  // namespace
}  // namespace allide::test
