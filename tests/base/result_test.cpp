#include "base/float_environment.hpp"
#include "base/names.hpp"
#include "base/random.hpp"

#include <allide/result.hpp>

#include <cfenv>

#include <gtest/gtest.h>

namespace allide {
namespace {

TEST(Result, HoldsAValueOrAnErrorWithItsPlace) {
    const Result<int> good = 7;
    EXPECT_TRUE(good);
    EXPECT_EQ(*good, 7);
    const Result<int> bad =
        Error{.code = ErrorCode::bad_syntax, .message = "no number", .file = "a.obj", .line = 12};
    EXPECT_FALSE(bad);
    EXPECT_EQ(bad.error().text(), "a.obj:12: no number");
    EXPECT_THROW(static_cast<void>(bad.value()), PreconditionError);
}

TEST(Result, TextNamesEveryPlaceThatIsKnown) {
    EXPECT_EQ((Error{.message = "m"}.text()), "m");
    EXPECT_EQ((Error{.message = "m", .line = 3}.text()), "line 3: m");
    EXPECT_EQ((Error{.message = "m", .file = "f", .byte = 84}.text()), "f: byte 84: m");
    EXPECT_EQ((Error{.message = "m", .file = "f", .vertex = 1, .triangle = 2}.text()),
              "f: vertex 1: triangle 2: m");
}

TEST(FloatEnvironment, IsTheDefaultInsideAndTheCallersAfterwards) {
    volatile double tiny = 0x1p-1074, one = 1;
    ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
    {
        const base::DefaultFloatEnvironment environment;
        EXPECT_EQ(one + tiny, 1);
    }
    const double rounded_up = one + tiny;
    std::fesetround(FE_TONEAREST);
    EXPECT_GT(rounded_up, 1);
}

TEST(Random, IsTheSameEverywhere) {
    base::Random random(1);
    // The published first outputs of SplitMix64 for the seed 1.
    EXPECT_EQ(random.bits(), 0x910a2dec89025cc1u);
    for (int i = 0; i < 1000; ++i) {
        const double x = random.unit();
        EXPECT_GE(x, 0);
        EXPECT_LT(x, 1);
    }
}

enum class Fruit { apple, pear };
TEST(Names, UnknownWordListsTheKnownOnes) {
    constexpr base::Names fruits{
        std::array{base::Name{Fruit::apple, "apple"}, base::Name{Fruit::pear, "pear"}}};
    EXPECT_EQ(*fruits.find("pear", "fruit"), Fruit::pear);
    EXPECT_EQ(fruits.name_of(Fruit::apple), "apple");
    EXPECT_EQ(fruits.find("plum", "fruit").error().message, "unknown fruit 'plum'; known: apple, pear");
}

}  // namespace
}  // namespace allide
