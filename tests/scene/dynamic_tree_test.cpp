// The dynamic tree alone: valid after every change; every query is compared with a search of all boxes.
#include "scene/dynamic_tree.hpp"

#include "base/random.hpp"
#include "scene/boxes.hpp"
#include "support/effort.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using scene::Bounds;
using scene::DynamicTree;

Bounds random_bounds(base::Random& random, double reach, double size) {
    const auto at = [&] { return random.between(-reach, reach); };
    const Vec3 lo{at(), at(), at()};
    // Some boxes are flat, or points.
    const auto extent = [&] { return random.below(4) == 0 ? 0 : random.between(0, size); };
    return scene::bounds_of({lo, {lo.x + extent(), lo.y + extent(), lo.z + extent()}});
}

class Twin {
  public:
    explicit Twin(std::uint64_t seed) : random(seed) {}

    void change(double reach) {
        const auto object = static_cast<std::uint32_t>(random.below(300));
        const Bounds bounds = random_bounds(random, reach, 2);
        if (!tree.has(object)) {
            tree.insert(object, bounds);
            boxes[object] = bounds;
        } else if (random.below(3) == 0) {
            tree.remove(object);
            boxes.erase(object);
        } else {
            tree.move(object, bounds);
            boxes[object] = bounds;
        }
    }

    void ask(double reach) {
        const Bounds wanted = random_bounds(random, reach, reach);
        std::set<std::uint32_t> found, expected;
        tree.find(wanted, stack, [&](std::uint32_t object) { EXPECT_TRUE(found.insert(object).second); });
        for (const auto& [object, bounds] : boxes)
            if (scene::box_of(bounds).overlaps(scene::box_of(wanted))) expected.insert(object);
        ASSERT_EQ(found, expected);
    }

    void ask_pairs(double limit) {
        std::set<std::pair<std::uint32_t, std::uint32_t>> found, expected, siblings;
        tree.find_near_pairs(
            [&] { return limit; },
            [&](std::uint32_t a, std::uint32_t b) { EXPECT_TRUE(found.insert(std::minmax(a, b)).second); });
        for (auto a = boxes.begin(); a != boxes.end(); ++a)
            for (auto b = std::next(a); b != boxes.end(); ++b) {
                if (!scene::within(scene::box_of(a->second), scene::box_of(b->second), limit)) continue;
                expected.insert({a->first, b->first});
            }
        ASSERT_EQ(found, expected);
        tree.find_siblings([&](std::uint32_t a, std::uint32_t b) {
            EXPECT_TRUE(boxes.contains(a) && boxes.contains(b) && a != b);
            EXPECT_TRUE(siblings.insert(std::minmax(a, b)).second);
        });
        EXPECT_EQ(siblings.empty(), boxes.size() < 2);
        EXPECT_LE(2 * siblings.size(), boxes.size());
    }

    base::Random random;
    DynamicTree tree;
    std::map<std::uint32_t, Bounds> boxes;
    std::vector<std::uint32_t> stack;
};

TEST(DynamicTree, MatchesASearchOfAllBoxes) {
    for (const double reach : {0.0, 3.0, 30.0}) {
        Twin twin(9);
        for (int i = 0; i < effort(2000, 20'000); ++i) {
            twin.change(reach);
            ASSERT_EQ(twin.tree.size(), twin.boxes.size());
            ASSERT_TRUE(twin.tree.is_valid()) << i;
            twin.ask(reach);
            if (i % 16 == 0) twin.ask_pairs(i % 3 == 0 ? 0 : reach / 4);
        }
    }
}

TEST(DynamicTree, IsValidAndShallowAfterBuild) {
    base::Random random(10);
    DynamicTree tree;
    tree.build({});
    EXPECT_TRUE(tree.is_valid());
    std::vector<DynamicTree::Entry> entries;
    for (std::uint32_t i = 0; i < 1000; ++i) entries.push_back({3 * i, random_bounds(random, 20, 2)});
    tree.build(entries);
    EXPECT_TRUE(tree.is_valid());
    EXPECT_EQ(tree.depth(), 10u);
    for (const auto& [object, bounds] : entries) EXPECT_EQ(tree.bounds(object), bounds);
    EXPECT_FALSE(tree.has(1));
    EXPECT_FALSE(tree.has(1'000'000));
}

// Objects inserted in a row, for which an unbalanced tree would degenerate to a list. All pairs of nested
// objects overlap, so a tree of them only has to be valid.
TEST(DynamicTree, StaysShallowWhenObjectsAreInsertedInARow) {
    DynamicTree row, nested;
    for (std::uint32_t i = 0; i < 4000; ++i) {
        const double x = i;
        row.insert(i, scene::bounds_of({{x, 0, 0}, {x, 0, 0}}));
        if (i < 500) nested.insert(i, scene::bounds_of({{-x, -x, -x}, {x, x, x}}));
    }
    EXPECT_TRUE(row.is_valid());
    EXPECT_LT(row.depth(), 60u);
    EXPECT_TRUE(nested.is_valid());
    std::vector<std::uint32_t> stack;
    std::size_t found = 0;
    row.find(scene::bounds_of({{100, 0, 0}, {200.5, 0, 0}}), stack, [&](std::uint32_t) { ++found; });
    EXPECT_EQ(found, 101u);
}

}  // namespace
}  // namespace allide::test
