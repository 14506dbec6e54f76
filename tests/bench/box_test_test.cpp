// Expects that three overlap tests of oriented boxes agree.
#include "papers/box_pairs.hpp"
#include "papers/counted.hpp"
#include "papers/gjk.hpp"
#include "papers/linear_program.hpp"

#include <gtest/gtest.h>

namespace allide::bench {
namespace {

BoxPair<double> cubes_apart(double x) {
    return {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {x, 0, 0}, {1, 1, 1}, {1, 1, 1}};
}

TEST(BoxTest, AllTestsAgreeOnCubes) {
    for (const double x : {0.0, 1.9, 2.1, 5.0}) {
        const bool expected = x < 2;
        EXPECT_EQ((boxes_overlap<3, 3, Edges::all>(cubes_apart(x))), expected) << x;
        EXPECT_EQ(boxes_overlap_by_linear_program(cubes_apart(x)), expected) << x;
        if (has_gjk()) {
            EXPECT_EQ(boxes_overlap_by_gjk(cubes_apart(x)), expected) << x;
        }
    }
}

TEST(BoxTest, AllTestsAgreeOnRandomBoxes) {
    std::size_t overlapping = 0;
    const auto pairs = random_pairs(20'000, 3);
    for (const auto& pair : pairs) {
        const bool expected = boxes_overlap<3, 3, Edges::all>(pair);
        overlapping += expected;
        ASSERT_EQ(boxes_overlap_by_linear_program(pair), expected);
        if (has_gjk()) {
            ASSERT_EQ(boxes_overlap_by_gjk(pair), expected);
        }
    }
    EXPECT_GT(overlapping, pairs.size() / 4);
    EXPECT_LT(overlapping, 3 * pairs.size() / 4);
}

// For flat boxes, the axes from edges of zero length are not needed: the other axes separate the same pairs.
TEST(BoxTest, EdgesThatExistAreEnoughForRectangles) {
    for (BoxPair<double> pair : random_pairs(20'000, 4)) {
        pair.a[2] = pair.b[2] = 0;
        ASSERT_EQ((boxes_overlap<2, 2, Edges::existing>(pair)), (boxes_overlap<3, 3, Edges::all>(pair)));
    }
}

TEST(BoxTest, CountsOperationsOfAWholeTest) {
    BoxPair<Counted> pair;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) pair.r[i][j] = i == j ? 1.0 : 0.0;
    pair.a = pair.b = {1.0, 1.0, 1.0};
    Counted::operations() = {};
    EXPECT_TRUE((boxes_overlap<3, 3, Edges::all>(pair)));
    const Operations counts = Counted::operations();
    EXPECT_EQ(counts.compare, 15u);
    EXPECT_EQ(counts.add, 60u);
    EXPECT_EQ(counts.multiply, 81u);
    EXPECT_EQ(counts.abs, 24u);
}

TEST(LinearProgram, FindsACommonPointOrNone) {
    const std::vector<HalfSpace> wedge{{{1, 0, 0}, 1}, {{-1, 0, 0}, -1}, {{0, 1, 1}, 0}};
    EXPECT_TRUE(have_common_point(wedge, 10));
    const std::vector<HalfSpace> apart{{{1, 0, 0}, 1}, {{-1, 0, 0}, -2}};
    EXPECT_FALSE(have_common_point(apart, 10));
}

}  // namespace
}  // namespace allide::bench
