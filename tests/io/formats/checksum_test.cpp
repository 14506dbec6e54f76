#include "io/formats/checksum.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace allide::io {
namespace {

// The same sums, word by word.
std::uint64_t plain_checksum(const std::string& bytes) {
    const auto mixed = [](std::uint64_t z) {
        z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdu;
        z = (z ^ (z >> 29)) * 0xc4ceb9fe1a85ec53u;
        return z ^ (z >> 32);
    };
    std::string padded = bytes;
    padded.resize((bytes.size() / 64 + 1) * 64, '\0');
    std::array<std::uint64_t, 8> sum{}, sum_of_sums{};
    for (std::size_t at = 0; at < padded.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, padded.data() + at, sizeof word);
        sum[at / 8 % 8] += word;
        sum_of_sums[at / 8 % 8] += sum[at / 8 % 8];
    }
    std::uint64_t out = mixed(bytes.size() + 0x9e3779b97f4a7c15u);
    for (std::size_t i = 0; i < 8; ++i) out = mixed(std::rotl(mixed(out ^ sum[i]), 17) ^ sum_of_sums[i]);
    return out;
}

// Sizes around whole rows, at every alignment.
TEST(Checksum, IsThatOfThePlainSums) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * 37 + i / 7);
    for (std::size_t first = 0; first < 9; ++first)
        for (std::size_t size = 0; size < 400; ++size)
            ASSERT_EQ(checksum_of(std::string_view(text).substr(first, size)),
                      plain_checksum(text.substr(first, size)))
                << first << " " << size;
}

}  // namespace
}  // namespace allide::io
