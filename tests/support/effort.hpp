// How much a randomised test does: a sample in the short run, everything with ALLIDE_TEST_LONG=1, and a
// quarter of the sample with ALLIDE_TEST_SAMPLE=1, where the same tests run once more, on another instruction
// set, say. Under sanitizers, which make everything ten times slower, a quarter of either sample.
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

inline bool sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    return false;
#endif
}

inline int effort(int sample, int all) {
    if (long_run()) return all;
    const int part = (is_asked_for("ALLIDE_TEST_SAMPLE") ? 4 : 1) * (sanitized() ? 4 : 1);
    return std::max(sample / part, 1);
}
// All of it in the short run too.
inline int effort(int all) {
    return effort(all, all);
}

}  // namespace allide::test
