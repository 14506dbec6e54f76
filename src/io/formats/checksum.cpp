#include "io/formats/checksum.hpp"

#include "simd/targets.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/formats/checksum.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

// Eight running sums of words, and eight sums of these sums: of every eighth word each.
#ifndef ALLIDE_CHECKSUM_ROWS
#define ALLIDE_CHECKSUM_ROWS
namespace allide::io {
constexpr std::size_t checksum_lanes = 8;
struct RowSums {
    alignas(64) std::array<std::uint64_t, checksum_lanes> sum{}, sum_of_sums{};
};
}  // namespace allide::io
#endif

HWY_BEFORE_NAMESPACE();
namespace allide::io {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Adds rows of eight words.
void add_rows(const char* bytes, std::size_t rows, RowSums& sums) {
    const hn::CappedTag<std::uint64_t, checksum_lanes> d;
    constexpr std::size_t width = hn::MaxLanes(d), vectors = checksum_lanes / width;
    std::array<hn::Vec<decltype(d)>, vectors> sum, sum_of_sums;
    for (std::size_t i = 0; i < vectors; ++i) {
        sum[i] = hn::Load(d, sums.sum.data() + i * width);
        sum_of_sums[i] = hn::Load(d, sums.sum_of_sums.data() + i * width);
    }
    const auto* word = reinterpret_cast<const std::uint64_t*>(bytes);  // of any alignment
    for (std::size_t row = 0; row < rows; ++row, word += checksum_lanes)
        for (std::size_t i = 0; i < vectors; ++i) {
            sum[i] = hn::Add(sum[i], hn::LoadU(d, word + i * width));
            sum_of_sums[i] = hn::Add(sum_of_sums[i], sum[i]);
        }
    for (std::size_t i = 0; i < vectors; ++i) {
        hn::Store(sum[i], d, sums.sum.data() + i * width);
        hn::Store(sum_of_sums[i], d, sums.sum_of_sums.data() + i * width);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::io
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::io {
namespace {

HWY_EXPORT(add_rows);

std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdu;
    z = (z ^ (z >> 29)) * 0xc4ceb9fe1a85ec53u;
    return z ^ (z >> 32);
}

}  // namespace

std::uint64_t checksum_of(std::string_view bytes) {
    RowSums sums;
    constexpr std::size_t row = sizeof sums.sum;
    HWY_DISPATCH_TABLE(add_rows)[simd::target_index()](bytes.data(), bytes.size() / row, sums);
    // The rest is padded with zeros to a whole row.
    std::array<char, row> rest{};
    if (bytes.size() % row != 0)
        std::memcpy(rest.data(), bytes.data() + bytes.size() / row * row, bytes.size() % row);
    HWY_DISPATCH_TABLE(add_rows)[simd::target_index()](rest.data(), 1, sums);
    std::uint64_t out = mixed(bytes.size() + 0x9e3779b97f4a7c15u);
    for (std::size_t i = 0; i < checksum_lanes; ++i) {
        out = mixed(out ^ sums.sum[i]);
        out = mixed(std::rotl(out, 17) ^ sums.sum_of_sums[i]);
    }
    return out;
}

}  // namespace allide::io
#endif
