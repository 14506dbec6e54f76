#include "base/scratch.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace allide::base {
namespace {

TEST(Scratch, ArraysDoNotOverlap) {
    for (const std::size_t count : {1u, 7u, 1000u, 300'000u}) {
        Scratch scratch;
        scratch.reset(Scratch::bytes_of<double>(count) + 2 * Scratch::bytes_of<std::uint8_t>(count));
        const auto bytes = scratch.take<std::uint8_t>(count);
        const auto numbers = scratch.take<double>(count);
        const auto last = scratch.take<std::uint8_t>(count);
        for (std::size_t i = 0; i < count; ++i) {
            bytes[i] = 1;
            numbers[i] = static_cast<double>(i);
            last[i] = 2;
        }
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % 64, 0u);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(bytes[i], 1);
            ASSERT_EQ(numbers[i], static_cast<double>(i));
            ASSERT_EQ(last[i], 2);
        }
    }
}

TEST(Scratch, ReusesMemoryThatIsLargeEnough) {
    Scratch scratch;
    scratch.reset(1 << 20);
    const double* const first = scratch.take<double>(1000).data();
    scratch.reset(1 << 19);
    EXPECT_EQ(scratch.take<double>(10).data(), first);
    scratch.reset(Scratch::bytes_of<double>(1 << 20));
    const auto larger = scratch.take<double>(1 << 20);
    larger.front() = larger.back() = 1;
    EXPECT_EQ(larger.size(), std::size_t{1} << 20);
}

}  // namespace
}  // namespace allide::base
