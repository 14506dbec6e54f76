#include "report/current_time.hpp"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace allide::detail::report {

namespace {

std::time_t seconds_now() {
    if (const char* const given = std::getenv("SOURCE_DATE_EPOCH")) {
        const std::string_view text(given);
        std::int64_t seconds = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        constexpr std::int64_t end_of_year_9999 = 253402300799;
        if (failure == std::errc() && end == text.data() + text.size() && seconds >= 0 &&
            seconds <= end_of_year_9999)
            return static_cast<std::time_t>(seconds);
    }
    return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

}  // namespace

std::string current_time(const char* format) {
    return fmt::format(fmt::runtime(format), fmt::gmtime(seconds_now()));
}

}  // namespace allide::detail::report
