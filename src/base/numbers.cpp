#include "base/numbers.hpp"

#include "base/from_chars.hpp"
#include "base/infinity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace allide::base {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The exponent written after the 'e', clamped to ±10¹⁵ so that adding the number of digits cannot overflow.
std::int64_t written_exponent(const char* at, const char* end) {
    constexpr std::int64_t limit = 1'000'000'000'000'000;
    if (at == end) return 0;
    ++at;
    const bool negative = at != end && *at == '-';
    if (at != end && (*at == '-' || *at == '+')) ++at;
    std::int64_t exponent = 0;
    for (; at != end; ++at) exponent = std::min(limit, exponent * 10 + (*at - '0'));
    return negative ? -exponent : exponent;
}

// The value of a number that from_chars reported as out of range: ±infinity or ±0, depending on whether the
// power of ten of its first non-zero digit is positive.
double out_of_range(const char* at, const char* end) {
    const bool negative = *at == '-';
    if (negative) ++at;
    const char* mark = std::find_if(at, end, [](char c) { return c == 'e' || c == 'E'; });
    const char* point = std::find(at, mark, '.');
    const char* leading = std::find_if(at, mark, [](char c) { return is_digit(c) && c != '0'; });
    const std::int64_t power = written_exponent(mark, end) + (point - leading);
    const double magnitude = power > 0 ? infinity : 0.0;
    return negative ? -magnitude : magnitude;
}

}  // namespace

ParsedNumber parse_number(const char* first, const char* last) {
    const char* start = first;
    if (start != last && *start == '+') ++start;
    if (start != first && start != last && *start == '-') return {0, first};
    ParsedNumber parsed;
    const auto [end, status] = from_chars(start, last, parsed.value);
    if (status == std::errc::invalid_argument) return {0, first};
    if (status == std::errc::result_out_of_range) parsed.value = out_of_range(start, end);
    parsed.end = end;
    return parsed;
}

}  // namespace allide::base
