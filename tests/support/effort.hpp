// How much a randomised test does: a sample in the short run, everything with ALLIDE_TEST_LONG=1, and a
// quarter of the sample with ALLIDE_TEST_SAMPLE=1, where the same tests run once more: on another instruction
// set, or under sanitizers.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace allide::test {

inline bool is_asked_for(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && std::string_view(value) == "1";
}
inline bool long_run() {
    return is_asked_for("ALLIDE_TEST_LONG");
}
inline int effort(int sample, int all) {
    if (long_run()) return all;
    return is_asked_for("ALLIDE_TEST_SAMPLE") ? std::max(sample / 4, 1) : sample;
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
