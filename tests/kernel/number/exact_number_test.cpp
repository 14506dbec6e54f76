#include "kernel/number/exact_number.hpp"

#include "kernel/number/bounded_double.hpp"
#include "oracle/probe.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

// A random finite double: one in ten is an integer from −4 to 4; the others have exponents from −1100 to 960.
double any_double(oracle::Dice& dice) {
    if (dice.one_in(10))
        return dice.one_in(2) ? 0.0 : static_cast<double>(dice.between(std::int64_t{-4}, std::int64_t{4}));
    const auto exponent = static_cast<int>(dice.between(std::int64_t{-1100}, std::int64_t{960}));
    return std::ldexp(dice.between(-1.0, 1.0), exponent);
}

TEST(ExactNumber, AgreesWithRationals) {
    oracle::Dice dice(71);
    for (int n = 0; n < 5000; ++n) {
        const double a = any_double(dice), b = any_double(dice), c = any_double(dice),
                     d = dice.one_in(3) ? a : any_double(dice);
        const Exact x(a), y(b), z(c), w(d);
        const Exact result = (x * y - z * w) * (x - w) + y * y * z - x;
        const oracle::Rational p = oracle::rational(a), q = oracle::rational(b), r = oracle::rational(c),
                               s = oracle::rational(d);
        const oracle::Rational truth = (p * q - r * s) * (p - s) + q * q * r - p;
        ASSERT_EQ(result.sign(), sgn(truth));
        ASSERT_EQ((result + result * Exact(2.0) - Exact(3.0) * result).sign(), 0);
        if (truth == 0 || b == 0) continue;
        // The exact result is checked through its quotient by y, which is rounded in its last bits.
        const double part = quotient(result, y);
        const double expected = oracle::Rational(truth / q).get_d();
        if (!std::isfinite(part) || std::abs(part) < 0x1p-1000) continue;
        ASSERT_NEAR(part / expected, 1, 0x1p-49);
    }
}

TEST(ExactNumber, RootOfQuotientAvoidsIntermediateOverflow) {
    const Exact tiny(0x1p-1074), huge(0x1p1000);
    EXPECT_EQ(root_of_quotient(tiny * tiny, Exact(1.0)), 0x1p-1074);
    EXPECT_EQ(root_of_quotient(huge * huge, Exact(4.0)), 0x1p999);
    EXPECT_EQ(root_of_quotient(Exact(2.0) * huge * huge, huge * huge), std::sqrt(2.0));
}

TEST(BoundedDouble, BoundsContainTheRationalValue) {
    oracle::Dice dice(72);
    int signs = 0;
    for (int n = 0; n < 20000; ++n) {
        const auto number = [&] {
            return dice.one_in(4)
                       ? any_double(dice)
                       : static_cast<double>(dice.between(std::int64_t{-9}, std::int64_t{9})) * 0.1;
        };
        const double a = number(), b = number(), c = number(), d = number();
        const BoundedDouble result =
            (BoundedDouble(a) * BoundedDouble(b) - BoundedDouble(c) * BoundedDouble(d)) *
            (BoundedDouble(a) + BoundedDouble(d));
        const oracle::Rational truth =
            (oracle::rational(a) * oracle::rational(b) - oracle::rational(c) * oracle::rational(d)) *
            (oracle::rational(a) + oracle::rational(d));
        bool doubt = false;
        const int sign = sign_of(result, doubt);
        if (doubt) continue;
        ++signs;
        ASSERT_EQ(sign, sgn(truth)) << a << ' ' << b << ' ' << c << ' ' << d;
    }
    EXPECT_GT(signs, 10000);
}

}  // namespace
}  // namespace allide::kernel
