// The number of cases of a randomised test: a sample by default, all with ALLIDE_TEST_LONG=1, and a quarter
// of the sample with ALLIDE_TEST_SAMPLE=1, for runs that repeat the same tests, e.g. on another instruction
// set. Sanitizers, which slow everything down tenfold, reduce the sample to a quarter once more.
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
// For tests whose default run already has all cases.
inline int effort(int all) {
    return effort(all, all);
}

}  // namespace allide::test
