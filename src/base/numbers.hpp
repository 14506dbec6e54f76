// Parses numbers from text: rounded to the nearest double, independent of the locale.
#pragma once

namespace allide::base {

struct ParsedNumber {
    double value = 0;
    const char* end = nullptr;  // one past the number; equal to `first` if there is no number
};

// Parses the longest number at the start of [first, last): decimal with optional sign and exponent, or
// infinity or NaN as a word in any case. Overflow gives ±infinity, underflow ±0.
ParsedNumber parse_number(const char* first, const char* last);

}  // namespace allide::base
