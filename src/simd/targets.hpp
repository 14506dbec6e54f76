// Which of the instruction sets that the kernels were compiled for is used: the machine's best, or the one
// that ALLIDE_TARGET names. Highway keeps a choice of its own for the whole process; ours is apart from it,
// so that forcing a target here changes nothing in a program that uses Highway too.
#pragma once

#include <cstddef>

namespace allide::simd {

// The index into a table made by HWY_EXPORT. Throws PreconditionError if ALLIDE_TARGET names no target.
std::size_t target_index();

}  // namespace allide::simd
