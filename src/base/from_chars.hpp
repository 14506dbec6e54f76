// from_chars for doubles: the standard library's, or fast_float's where the standard library (libc++ before
// version 20) has none. Both round to nearest.
#pragma once

#if defined(ALLIDE_WITH_FAST_FLOAT)
#include <fast_float/fast_float.h>
#else
#include <charconv>
#endif

namespace allide::base {

#if defined(ALLIDE_WITH_FAST_FLOAT)
using fast_float::from_chars;
#else
using std::from_chars;
#endif

}  // namespace allide::base
