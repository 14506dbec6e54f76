// The time that reports state: the current one, or that of the environment variable SOURCE_DATE_EPOCH, in
// seconds since 1970, so that repeated runs write the same bytes.
#pragma once

#include <string>

namespace allide::detail::report {

// A SOURCE_DATE_EPOCH that is not a number of seconds has no effect.
std::string current_time();    // 2026-01-31T12:00:00Z
std::string current_minute();  // 2026-01-31 12:00 UTC

}  // namespace allide::detail::report
