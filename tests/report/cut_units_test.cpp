#include "report/units/cut_units.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace allide::detail::report {
namespace {

std::vector<index::NearPair> random_pairs(std::mt19937_64& random, std::size_t count) {
    std::vector<index::NearPair> pairs;
    std::uint32_t leaf = 0;
    std::uniform_real_distribution<double> exponent(0, 6);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (random() % 5 == 0) ++leaf;
        pairs.push_back({i, i + 1, leaf, leaf, static_cast<std::uint64_t>(std::pow(10.0, exponent(random)))});
    }
    return pairs;
}

std::uint64_t median_of(const std::vector<UnitRange>& units) {
    std::vector<std::uint64_t> costs;
    for (const UnitRange& unit : units) costs.push_back(unit.cost);
    std::sort(costs.begin(), costs.end());
    return costs[costs.size() / 2];
}

TEST(CutUnits, coversEveryPairOnceInBalancedUnits) {
    std::mt19937_64 random(28);
    for (int round = 0; round < 300; ++round) {
        const auto pairs = random_pairs(random, 1 + random() % 400);
        const std::uint64_t wanted = random() % 50;
        const std::vector<UnitRange> units = cut_units(pairs, wanted);
        ASSERT_FALSE(units.empty());
        std::size_t at = 0;
        for (const UnitRange& unit : units) {
            ASSERT_EQ(unit.begin, at);
            ASSERT_GT(unit.end, unit.begin);
            std::uint64_t cost = 0;
            for (; at < unit.end; ++at) cost += pairs[at].triangles;
            ASSERT_EQ(cost, unit.cost);
            if (unit.size() > 1) {
                ASSERT_LE(unit.cost, 2 * median_of(units));
            }
        }
        ASSERT_EQ(at, pairs.size());
    }
}

TEST(CutUnits, makesAboutAsManyUnitsAsAskedFor) {
    std::vector<index::NearPair> pairs;
    for (std::uint32_t i = 0; i < 10000; ++i) pairs.push_back({i, i + 1, i / 10, i / 10, 100 + i % 7});
    for (const std::uint64_t wanted : {1, 2, 10, 100, 500}) {
        const std::size_t found = cut_units(pairs, wanted).size();
        EXPECT_GE(found, wanted);
        EXPECT_LE(found, 2 * wanted + 1);
    }
}

TEST(CutUnits, keepsPairsOfTwoLeavesTogether) {
    std::vector<index::NearPair> pairs;
    for (std::uint32_t i = 0; i < 1000; ++i) pairs.push_back({i, i + 1, i / 10, i / 10, 50});
    for (const UnitRange& unit : cut_units(pairs, 20)) {
        EXPECT_EQ(unit.begin % 10, 0u);
        EXPECT_EQ(unit.end % 10, 0u);
    }
}

TEST(CutUnits, hasNoUnitsWithoutPairs) {
    EXPECT_TRUE(cut_units({}, 7).empty());
}

}  // namespace
}  // namespace allide::detail::report
