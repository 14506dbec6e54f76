#include "report/run_deflate.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace allide::detail::report {

namespace {

constexpr std::size_t shortest_match = 3, longest_match = 258;
constexpr std::uint64_t adler_modulus = 65521;

// A code whose lowest bit is written first.
struct Code {
    std::uint32_t bits = 0;
    unsigned count = 0;
};

// Reverses the bits of a Huffman code, because these codes are written with their highest bit first.
constexpr std::uint32_t reversed(std::uint32_t bits, unsigned count) {
    std::uint32_t out = 0;
    for (unsigned i = 0; i < count; ++i) out |= (bits >> i & 1) << (count - 1 - i);
    return out;
}

// The fixed code of a symbol: a literal (0 … 255), the end of the block (256), or a match length (257 … 285).
constexpr Code fixed_code(std::uint32_t symbol) {
    if (symbol < 144) return {reversed(0x30 + symbol, 8), 8};
    if (symbol < 256) return {reversed(0x190 + symbol - 144, 9), 9};
    if (symbol < 280) return {reversed(symbol - 256, 7), 7};
    return {reversed(0xc0 + symbol - 280, 8), 8};
}

// The code of a match of each length at a distance of 1: the length's symbol, its extra bits, and the
// distance, whose five bits are all 0.
constexpr std::array<Code, longest_match + 1> make_matches() {
    std::array<Code, longest_match + 1> codes{};
    std::uint32_t symbol = 257;
    unsigned extra = 0;
    for (std::size_t first = shortest_match; first < longest_match; ++symbol) {
        // There are eight symbols without extra bits, and four symbols for each number of extra bits.
        extra = symbol < 265 ? 0 : (symbol - 261) / 4;
        const Code own = fixed_code(symbol);
        for (std::uint32_t more = 0; more < 1U << extra && first + more < longest_match; ++more)
            codes[first + more] = {own.bits | more << own.count, own.count + extra + 5};
        first += std::size_t{1} << extra;
    }
    const Code last = fixed_code(285);
    codes[longest_match] = {last.bits, last.count + 5};
    return codes;
}

constexpr std::array<Code, longest_match + 1> matches = make_matches();

}  // namespace

RunDeflater::RunDeflater() : out_("\x78\x01") {  // zlib header: a window of 32 KiB, fastest algorithm
    put(1, 1);                                   // this block is the last one
    put(1, 2);                                   // it uses the fixed codes
}

void RunDeflater::put(std::uint64_t bits, unsigned count) {
    bits_ |= bits << bit_count_;
    bit_count_ += count;
    for (; bit_count_ >= 8; bit_count_ -= 8, bits_ >>= 8) out_ += static_cast<char>(bits_ & 255);
}

void RunDeflater::write_literal(std::uint8_t value) {
    const Code code = fixed_code(value);
    put(code.bits, code.count);
}

void RunDeflater::write_run() {
    if (count_ == 0) return;
    const std::uint64_t n = count_ % adler_modulus;
    sum_of_sums_ = (sum_of_sums_ + n * sum_ + n * (n + 1) / 2 % adler_modulus * value_) % adler_modulus;
    sum_ = (sum_ + n * value_) % adler_modulus;
    write_literal(value_);
    --count_;
    while (count_ >= shortest_match) {
        const std::size_t length = std::min(count_, longest_match);
        put(matches[length].bits, matches[length].count);
        count_ -= length;
    }
    for (; count_ > 0; --count_) write_literal(value_);
}

std::string RunDeflater::finish() {
    write_run();
    const Code end = fixed_code(256);
    put(end.bits, end.count);
    if (bit_count_ > 0) put(0, 8 - bit_count_);
    const std::uint64_t checksum = sum_of_sums_ << 16 | sum_;
    for (int shift = 24; shift >= 0; shift -= 8) out_ += static_cast<char>(checksum >> shift & 255);
    return std::move(out_);
}

}  // namespace allide::detail::report
