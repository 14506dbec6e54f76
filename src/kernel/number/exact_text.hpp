// Exact numbers as text, for proofs that other programs check.
#pragma once

#include "kernel/number/exact_number.hpp"

#include <string>

namespace allide::kernel {

// The number as a sum of integers times powers of two, without rounding: "0x1f3p+2-0x5p-64" is
// 0x1f3 · 4 − 5 · 2⁻⁶⁴. Zero is "0x0p+0".
std::string text_of(const Exact& number);

}  // namespace allide::kernel
