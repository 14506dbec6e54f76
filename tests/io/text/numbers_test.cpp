#include "base/numbers.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace allide::base {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The parsed number and the number of characters read.
std::pair<double, std::ptrdiff_t> parsed(const std::string& text) {
    const auto [value, end] = parse_number(text.data(), text.data() + text.size());
    return {value, end - text.data()};
}

using Parsed = std::pair<double, std::ptrdiff_t>;

TEST(Numbers, signs_points_and_exponents) {
    EXPECT_EQ(parsed("1"), Parsed(1, 1));
    EXPECT_EQ(parsed("+1.5"), Parsed(1.5, 4));
    EXPECT_EQ(parsed("-1.5e3"), Parsed(-1500, 6));
    EXPECT_EQ(parsed(".5"), Parsed(0.5, 2));
    EXPECT_EQ(parsed("5."), Parsed(5, 2));
    EXPECT_EQ(parsed("+.5E+1"), Parsed(5, 6));
    EXPECT_TRUE(std::signbit(parsed("-0").first));
}

TEST(Numbers, parsing_ends_with_the_number) {
    EXPECT_EQ(parsed("1,2").second, 1);
    EXPECT_EQ(parsed("1.2.3").second, 3);
    EXPECT_EQ(parsed("1e").second, 1);
    EXPECT_EQ(parsed("0x10").second, 1);
    for (const char* none : {"", "+", "-", ".", "e5", "+-1", "-+1", "--1", " 1", "abc"})
        EXPECT_EQ(parsed(none).second, 0) << none;
}

TEST(Numbers, words_for_non_finite_numbers) {
    for (const char* text : {"nan", "NaN", "+nan", "-nan"})
        EXPECT_TRUE(std::isnan(parsed(text).first)) << text;
    EXPECT_EQ(parsed("inf"), Parsed(infinity, 3));
    EXPECT_EQ(parsed("-Infinity"), Parsed(-infinity, 9));
}

TEST(Numbers, too_large_becomes_infinite_and_too_small_zero) {
    EXPECT_EQ(parsed("1e309").first, infinity);
    EXPECT_EQ(parsed("-1e99999999999999999999").first, -infinity);
    EXPECT_EQ(parsed("1" + std::string(400, '0')).first, infinity);
    EXPECT_EQ(parsed("0." + std::string(400, '0') + "1e900").first, infinity);
    EXPECT_EQ(parsed("1e-400"), Parsed(0, 6));
    EXPECT_EQ(parsed("1e-99999999999999999999").first, 0);
    EXPECT_EQ(parsed("0." + std::string(400, '0') + "1").first, 0);
    EXPECT_EQ(parsed("1" + std::string(400, '0') + "e-900").first, 0);
    EXPECT_TRUE(std::signbit(parsed("-1e-400").first));
    EXPECT_EQ(parsed("0e99999999999999999999").first, 0);
}

TEST(Numbers, edges_of_the_range) {
    EXPECT_EQ(parsed("1.7976931348623157e308").first, std::numeric_limits<double>::max());
    EXPECT_EQ(parsed("1.7976931348623158e308").first, std::numeric_limits<double>::max());
    EXPECT_EQ(parsed("1.7976931348623159e308").first, infinity);
    EXPECT_EQ(parsed("4.9406564584124654e-324").first, 0x1p-1074);
    EXPECT_EQ(parsed("2.4703282292062328e-324").first, 0x1p-1074);
    EXPECT_EQ(parsed("2.4703282292062327e-324").first, 0);
    // Half-way between 1 and the next double, a number rounds to even; a slightly larger one rounds up.
    EXPECT_EQ(parsed("1.00000000000000011102230246251565404236316680908203125").first, 1);
    EXPECT_EQ(parsed("1.00000000000000011102230246251565404236316680908203126").first, 1 + 0x1p-52);
}

TEST(Numbers, random_decimals_round_as_the_c_library_does) {
    Random random(1);
    for (int round = 0; round < test::effort(20000, 2000000); ++round) {
        std::string text = random.below(2) != 0 ? "-" : "";
        const std::uint64_t digits = 1 + random.below(25), point = random.below(26);
        for (std::uint64_t i = 0; i < digits; ++i) {
            if (i == point) text += '.';
            text += static_cast<char>('0' + random.below(10));
        }
        if (random.below(3) != 0) text += 'e' + std::to_string(static_cast<int>(random.below(700)) - 350);
        EXPECT_EQ(parsed(text),
                  Parsed(std::strtod(text.c_str(), nullptr), static_cast<std::ptrdiff_t>(text.size())))
            << text;
    }
}

}  // namespace
}  // namespace allide::base
