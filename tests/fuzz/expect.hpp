// A check that ends the program in every build, so that a fuzzer sees it.
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
