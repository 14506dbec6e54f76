// How much a randomised test does: a sample in the short run, everything with ALLIDE_TEST_LONG=1.
#pragma once

#include <cstdlib>
#include <string_view>

namespace allide::test {

inline bool long_run() {
    const char* value = std::getenv("ALLIDE_TEST_LONG");
    return value != nullptr && std::string_view(value) == "1";
}
inline int effort(int sample, int all) {
    return long_run() ? all : sample;
}

}  // namespace allide::test
