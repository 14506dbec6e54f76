// Numbers in text: rounded to the nearest double, whatever the locale.
#pragma once

namespace allide::base {

struct ParsedNumber {
    double value = 0;
    const char* end = nullptr;  // behind the number; the start itself if there is none
};

// The longest number at the start of [first, last): decimal with an optional sign and exponent, or a word for
// infinity or NaN in any case. What is too large becomes ±infinity, what is too small ±0.
ParsedNumber parse_number(const char* first, const char* last);

}  // namespace allide::base
