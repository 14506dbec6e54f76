#include "io/text/base64.hpp"

#include <cstdint>

namespace allide::io {
namespace {

// Below 64, or 64 for a character that is no digit.
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
    int held = 0;
    for (const char c : text) {
        const std::uint32_t value = digit(c);
        if (value == 64) return std::nullopt;
        bits = (bits << 6 | value) & 0xffff;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes += static_cast<char>(bits >> held & 0xff);
    }
    return bytes;
}

}  // namespace allide::io
