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

// Sanitizers make everything ten times slower.
inline bool sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    return false;
#endif
}

}  // namespace allide::test
