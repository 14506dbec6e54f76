// Rounds a double to float.
//
// A plain cast is not enough where the result is widened to double again: when g++ 12 vectorises, it drops
// the rounding of neighbouring doubles that are converted to float and back, because it compares the numbers
// of lanes of the vectors instead of the precision of their elements.
#pragma once

namespace allide::base {

inline float to_float(double x) {
    auto rounded = static_cast<float>(x);
#if defined(__GNUC__) && !defined(__clang__)
    // The compiler cannot see that this leaves the value unchanged.
#if defined(__x86_64__)
    asm("" : "+x"(rounded));
#elif defined(__aarch64__)
    asm("" : "+w"(rounded));
#else
    asm("" : "+m"(rounded));
#endif
#endif
    return rounded;
}

}  // namespace allide::base
