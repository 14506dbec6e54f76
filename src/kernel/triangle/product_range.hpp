// The range of lengths in which double precision decides products of three differences.
#pragma once

namespace allide::kernel {

// True if no product of three numbers of these magnitudes overflows, and all underflow errors are far below
// the error bounds.
inline bool products_in_range(double smallest, double largest) {
    return smallest >= 0x1p-300 && largest <= 0x1p300;
}

}  // namespace allide::kernel
