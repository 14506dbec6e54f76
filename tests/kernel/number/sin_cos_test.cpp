// Sine and cosine compared with values of 60 digits.
#include "kernel/number/sin_cos.hpp"

#include "base/random.hpp"
#include "kernel/screw/screw_between.hpp"
#include "oracle/high_precision.hpp"

#include <allide/motion.hpp>

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

using oracle::HighPrecision;

HighPrecision high_precision_of(const DoubleDouble& x) {
    return HighPrecision(x.high) + HighPrecision(x.low);
}

// Checks sine and cosine of one angle; 60 digits are enough even for an angle of 2³⁵.
void expect_close(const DoubleDouble& angle) {
    const HighPrecision exact = high_precision_of(angle), s = sin(exact), c = cos(exact);
    const SinCos quick = sin_cos(angle);
    const DoubleDoubleSinCos fine = double_double_sin_cos(angle);
    EXPECT_LE(abs(HighPrecision(quick.sin) - s), HighPrecision(sin_cos_error)) << angle.high;
    EXPECT_LE(abs(HighPrecision(quick.cos) - c), HighPrecision(sin_cos_error)) << angle.high;
    EXPECT_LE(abs(high_precision_of(fine.sin) - s), HighPrecision(double_double_sin_cos_error)) << angle.high;
    EXPECT_LE(abs(high_precision_of(fine.cos) - c), HighPrecision(double_double_sin_cos_error)) << angle.high;
}

TEST(SinCos, random_angles_of_all_sizes) {
    base::Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const double size = std::ldexp(1.0, i % 65 - 29);
        const double angle = size * random.between(-1, 1);
        expect_close(DoubleDouble(angle));
        expect_close(two_product(angle, random.between(0, 1)));
    }
}

TEST(SinCos, next_to_multiples_of_a_quarter_turn) {
    for (int k = -200; k <= 200; ++k) {
        const double near = k * 0x1.921fb54442d18p+0;
        for (const double angle : {near, std::nextafter(near, 1e9), std::nextafter(near, -1e9)})
            expect_close(DoubleDouble(angle));
        expect_close(two_product(k * 0x1p20, 0x1.921fb54442d18p+0));
        expect_close(two_product(k, 0x1.921fb54442d18p+0) + DoubleDouble(k * 0x1.1a62633145c07p-54));
    }
}

TEST(SinCos, zero_is_exact) {
    EXPECT_EQ(sin_cos(DoubleDouble(0)).sin, 0);
    EXPECT_EQ(sin_cos(DoubleDouble(0)).cos, 1);
    EXPECT_EQ(double_double_sin_cos(DoubleDouble(0)).cos.high, 1);
}

TEST(ScrewBetween, ends_where_it_should) {
    base::Random random(2);
    const auto coordinate = [&] { return random.between(-1, 1); };
    for (int i = 0; i < 500; ++i) {
        const auto pose = [&] {
            return Pose::rotation({coordinate(), coordinate(), coordinate()}, radians(4 * coordinate()))
                .translated({9 * coordinate(), coordinate(), coordinate()});
        };
        const Pose from = pose();
        // Includes rotations by very small angles, down to 2⁻⁵⁷.
        Pose to = pose();
        if (i % 3 == 0) {
            const Motion little =
                Motion::screw({.axis = {1, 2, 3}, .angle = radians(std::ldexp(1.0, -(i % 60)))});
            to = little.from(from).at(1).translated({coordinate(), 0, coordinate()});
        }
        const Motion motion = Motion::path(std::array{from, to}, std::array{3.0, 7.0}).value();
        const MotionSegment& segment = motion.segments().front();
        EXPECT_LE(std::abs(segment.screw.angle.in_radians()), 3.1415926535897936);
        for (std::size_t k = 0; k < 12; ++k) {
            EXPECT_EQ(motion.at(0).matrix()[k], from.matrix()[k]);
            EXPECT_NEAR(motion.at(1).matrix()[k], to.matrix()[k], 1e-13) << i;
        }
    }
}

TEST(ScrewBetween, a_half_turn_takes_the_axis_whose_first_component_is_positive) {
    for (const auto& [rows, axis] :
         {std::pair{std::array<double, 12>{1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0}, Vec3{1, 0, 0}},
          std::pair{std::array<double, 12>{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}, Vec3{0, 1, 0}},
          std::pair{std::array<double, 12>{-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0}, Vec3{0, 0, 1}}}) {
        const Between half = screw_between(Pose::identity(), Pose::from_matrix(rows).value());
        EXPECT_EQ(half.screw.axis, axis);
        EXPECT_NEAR(half.screw.angle.in_radians(), 3.141592653589793, 1e-15);
    }
}

TEST(ScrewBetween, without_a_turn_it_is_a_translation) {
    const Pose from = Pose::rotation({1, 2, 3}, radians(1)).translated({1, 2, 3});
    const Between between = screw_between(from, from.translated({4, 5, 6}));
    EXPECT_TRUE(between.is_linear);
    EXPECT_EQ(between.translation, (Vec3{4, 5, 6}));
}

}  // namespace
}  // namespace allide::kernel
