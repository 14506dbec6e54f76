#include "stats.hpp"

#include <iterator>

#include <fmt/format.h>

namespace allide::cli {

void write_stats(JsonWriter& json, const QueryStats& stats, double seconds) {
    json.key("stats").begin_object();
    json.key("volume_tests").value(stats.volume_tests);
    json.key("mixed_tests").value(stats.mixed_tests);
    json.key("triangle_tests").value(stats.triangle_tests);
    json.key("double_tests").value(stats.double_tests);
    json.key("exact_tests").value(stats.exact_tests);
    json.key("realignments").value(stats.realignments);
    json.key("multiplications").value(stats.multiplications);
    json.key("seconds").value(seconds);
    json.end_object();
}

void append_stats(std::string& text, const QueryStats& stats, double seconds) {
    fmt::format_to(
        std::back_inserter(text),
        "{} volume tests, {} mixed tests, {} triangle tests ({} in double, {} exact), {} realignments "
        "({} multiplications), {:.3g} seconds\n",
        stats.volume_tests, stats.mixed_tests, stats.triangle_tests, stats.double_tests, stats.exact_tests,
        stats.realignments, stats.multiplications, seconds);
}

}  // namespace allide::cli
