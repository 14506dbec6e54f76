#include "report/current_time.hpp"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

std::chrono::sys_seconds seconds_now() {
    if (const char* const given = std::getenv("SOURCE_DATE_EPOCH")) {
        const std::string_view text(given);
        std::int64_t seconds = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        constexpr std::int64_t end_of_year_9999 = 253402300799;
        if (failure == std::errc() && end == text.data() + text.size() && seconds >= 0 &&
            seconds <= end_of_year_9999)
            return std::chrono::sys_seconds(std::chrono::seconds(seconds));
    }
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

// A date and the time of day. fmt's own formatting of times needs locales, which take 100 kB in WebAssembly.
struct Now {
    const std::chrono::sys_seconds time = seconds_now();
    const std::chrono::sys_days midnight = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::hh_mm_ss<std::chrono::seconds> clock{time - midnight};

    std::string date() const {
        const std::chrono::year_month_day day(midnight);
        return fmt::format("{:04}-{:02}-{:02}", int{day.year()}, unsigned{day.month()}, unsigned{day.day()});
    }
    std::string minute() const {
        return fmt::format("{:02}:{:02}", clock.hours().count(), clock.minutes().count());
    }
};

}  // namespace

std::string current_time() {
    const Now now;
    return fmt::format("{}T{}:{:02}Z", now.date(), now.minute(), now.clock.seconds().count());
}

std::string current_minute() {
    const Now now;
    return fmt::format("{} {} UTC", now.date(), now.minute());
}

}  // namespace allide::detail::report
