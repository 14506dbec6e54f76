// Selects the instruction set among those that the kernels were compiled for: the machine's best, or the one
// named by the environment variable ALLIDE_TARGET. Highway has a process-wide selection of its own; this one
// is independent of it, so that forcing a target here does not affect a program that also uses Highway.
#pragma once

#include <cstddef>

namespace allide::simd {

// Index into a table made by HWY_EXPORT. Throws PreconditionError if ALLIDE_TARGET names an unknown target.
std::size_t target_index();

}  // namespace allide::simd
