// A check that aborts the program, in release builds too, so that a fuzzer notices a failure.
#pragma once

#include <cstdio>
#include <cstdlib>

#define ALLIDE_FUZZ_EXPECT(condition)                                                           \
    do {                                                                                        \
        if (!(condition)) {                                                                     \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                       \
        }                                                                                       \
    } while (false)
