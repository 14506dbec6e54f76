// Division of objects: of all possible divisions, the chosen one has the fewest objects in its overlap.
#include "index/build/division.hpp"

#include "base/random.hpp"
#include "index/file/axes.hpp"
#include "index/file/mktree.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace allide::index {
namespace {

std::vector<Box> some_boxes(base::Random& random, std::size_t count) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const auto some = [&] { return std::floor(random.between(0, 12)); };
        const Vec3 lo{some(), some(), some()};
        boxes.push_back({lo, {lo.x + some() / 4, lo.y + some() / 4, lo.z + some() / 4}});
    }
    return boxes;
}

std::size_t in_overlap(std::span<const std::uint32_t> objects, std::size_t left,
                       const std::vector<Box>& boxes) {
    const auto around = [&](std::span<const std::uint32_t> some) {
        Box all = boxes[some[0]];
        for (const std::uint32_t i : some) all = united_boxes(all, boxes[i]);
        return all;
    };
    const Box common = overlap_of(around(objects.first(left)), around(objects.subspan(left)));
    if (is_empty(common)) return 0;
    return static_cast<std::size_t>(std::count_if(
        objects.begin(), objects.end(), [&](std::uint32_t i) { return boxes_meet(boxes[i], common); }));
}

TEST(IndexDivision, has_the_fewest_objects_in_the_overlap) {
    base::Random random(1);
    for (int round = 0; round < 500; ++round) {
        const std::size_t n = 2 + random.below(16);
        const std::vector<Box> boxes = some_boxes(random, n);
        std::vector<std::uint32_t> objects(n);
        std::iota(objects.begin(), objects.end(), 0u);
        std::size_t least = n + 1;
        for (unsigned axis = 0; axis < 3; ++axis) {
            const auto key = [&](std::uint32_t i) {
                const double lo = along(boxes[i].lo, axis), hi = along(boxes[i].hi, axis);
                return std::tuple(lo / 2 + hi / 2, lo, i);
            };
            std::ranges::sort(objects, {}, key);
            for (std::size_t left = std::max<std::size_t>(1, n / 8);
                 left <= n - std::max<std::size_t>(1, n / 8); ++left)
                least = std::min(least, in_overlap(objects, left, boxes));
        }
        const Division division = divide(objects, boxes);
        EXPECT_EQ(in_overlap(objects, division.left, boxes), least);
    }
}

TEST(IndexDivision, does_not_depend_on_the_order_of_objects) {
    base::Random random(2);
    for (int round = 0; round < 100; ++round) {
        const std::size_t n = 2 + random.below(300);
        const std::vector<Box> boxes = some_boxes(random, n);
        std::vector<std::uint32_t> objects(n);
        std::iota(objects.begin(), objects.end(), 0u);
        std::vector<std::uint32_t> other = objects;
        for (std::size_t i = n; i-- > 1;) std::swap(other[i], other[random.below(i + 1)]);
        const Division a = divide(objects, boxes), b = divide(other, boxes);
        EXPECT_EQ(a.axis, b.axis);
        EXPECT_EQ(a.left, b.left);
        EXPECT_EQ(objects, other);
        EXPECT_GE(a.left, std::max<std::size_t>(1, n / 8));
        EXPECT_LE(a.left, n - std::max<std::size_t>(1, n / 8));
    }
}

// A row of boxes with gaps: every division between two boxes has no overlap, and the middle one is chosen.
TEST(IndexDivision, a_row_is_divided_in_the_middle) {
    std::vector<Box> boxes;
    std::vector<std::uint32_t> objects;
    for (std::uint32_t i = 0; i < 10; ++i) {
        const double y = 3.0 * (i * 7 % 10);
        boxes.push_back({{0, y, 0}, {5, y + 2, 5}});
        objects.push_back(i);
    }
    const Division division = divide(objects, boxes);
    EXPECT_EQ(division.axis, 1);
    EXPECT_EQ(division.left, 5u);
}

}  // namespace
}  // namespace allide::index
