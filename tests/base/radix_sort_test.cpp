#include "base/radix_sort.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

// Sorts few and many keys of every width in bits; narrow keys include many equal ones.
TEST(RadixSort, SortsKeysOfEveryWidth) {
    std::mt19937_64 random(3);
    for (int bits = 1; bits <= 64; ++bits) {
        for (const std::size_t count : {0u, 1u, 100u, 128u, 1000u}) {
            std::vector<std::uint64_t> keys(count);
            for (std::uint64_t& key : keys) key = random() >> (64 - bits);
            std::vector<std::uint64_t> expected = keys;
            std::sort(expected.begin(), expected.end());
            base::radix_sort(keys, bits, [](std::uint64_t key) { return key; });
            EXPECT_EQ(keys, expected) << count << " keys of " << bits << " bits";
        }
    }
}

TEST(RadixSort, SortsItemsByTheirKeys) {
    std::mt19937_64 random(4);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> items(5000);
    for (auto& item : items)
        item = {static_cast<std::uint32_t>(random() % 300), static_cast<std::uint32_t>(random() % 70000)};
    auto expected = items;
    std::sort(expected.begin(), expected.end());
    base::radix_sort(items, 9 + 17,
                     [](const auto& item) { return std::uint64_t{item.first} << 17 | item.second; });
    EXPECT_EQ(items, expected);
}

}  // namespace
}  // namespace allide::test
