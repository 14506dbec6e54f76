// The error bounds assume that doubles are rounded to nearest and that subnormals are not flushed to zero. A
// caller may have changed this by fesetround or by linking with -ffast-math. Every entry point of the library
// sets the default environment while it runs, and restores the caller's on return.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace allide::base {

class DefaultFloatEnvironment {
  public:
    DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
    DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

#if defined(__SSE2__)
    // Writing MXCSR stalls the pipeline, so it is written only if its control bits differ from the default.
    DefaultFloatEnvironment() : saved_(_mm_getcsr()) {
        if ((saved_ & controls) != masked) _mm_setcsr((saved_ & ~controls) | masked);
    }
    ~DefaultFloatEnvironment() {
        if ((saved_ & controls) != masked) _mm_setcsr(saved_);
    }

  private:
    // The control bits of MXCSR: flush-to-zero, rounding mode, exception masks, denormals-are-zero.
    static constexpr unsigned controls = 0xffc0;
    static constexpr unsigned masked = 0x1f80;  // default: round to nearest, subnormals kept, no traps
    unsigned saved_;
#else
    DefaultFloatEnvironment() {
        std::fegetenv(&saved_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~DefaultFloatEnvironment() {
        std::fesetenv(&saved_);
    }

  private:
    std::fenv_t saved_;
#endif
};

}  // namespace allide::base
