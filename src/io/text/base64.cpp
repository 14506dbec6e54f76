#include "io/text/base64.hpp"

#include <cstdint>

namespace allide::io {
namespace {

// The value of a base64 digit, 0 to 63; 64 for any other character.
std::uint32_t digit(char c) {
    if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
    if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
    if (c == '+' || c == '-') return 62;
    return c == '/' || c == '_' ? 63 : 64;
}

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
    for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int bit_count = 0;
    for (const char c : text) {
        const std::uint32_t value = digit(c);
        if (value == 64) return std::nullopt;
        bits = (bits << 6 | value) & 0xffff;
        bit_count += 6;
        if (bit_count < 8) continue;
        bit_count -= 8;
        bytes += static_cast<char>(bits >> bit_count & 0xff);
    }
    return bytes;
}

}  // namespace allide::io
