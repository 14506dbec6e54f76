// Little-endian encoding of integers.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string>

namespace allide::io {

template <std::unsigned_integral Number>
void append_little_endian(std::string& bytes, Number value) {
    std::array<char, sizeof(Number)> digits{};
    for (std::size_t i = 0; i < sizeof(Number); ++i) digits[i] = static_cast<char>(value >> (8 * i) & 0xff);
    bytes.append(digits.data(), digits.size());
}

}  // namespace allide::io
