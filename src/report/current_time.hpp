// The time that reports state: the current one, or that of the environment variable SOURCE_DATE_EPOCH, in
// seconds since 1970, so that repeated runs write the same bytes.
#pragma once

#include <string>

namespace allide::detail::report {

// UTC, in a format of fmt/chrono.h. A SOURCE_DATE_EPOCH that is not a number of seconds has no effect.
std::string current_time(const char* format);

}  // namespace allide::detail::report
