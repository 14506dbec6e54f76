#include "arguments.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace allide::cli {

namespace {

bool takes_numbers(std::string_view word) {
    for (const std::string_view option :
         {"--pose-a", "--pose-b", "--limit", "--triangles", "--seed", "--within", "--abs-error",
          "--rel-error", "--pose", "--origin", "--direction", "--max-t", "--point", "--count", "--clearance",
          "--touch", "--threads", "--leaf-bytes", "--memory-limit"})
        if (word == option) return true;
    return false;
}

bool is_negative_value(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '-';
}

}  // namespace

Words join_negative_values(const Words& words) {
    Words joined;
    bool options_ended = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        options_ended = options_ended || words[i] == "--";
        joined.push_back(words[i]);
        if (options_ended || !takes_numbers(words[i])) continue;
        if (i + 1 < words.size() && is_negative_value(words[i + 1])) joined.back() += '=' + words[++i];
    }
    return joined;
}

std::uint64_t parse_count(std::string_view option, std::string_view text) {
    std::uint64_t count = 0;
    const char* const end = text.data() + text.size();
    const std::from_chars_result read = std::from_chars(text.data(), end, count);
    if (read.ec == std::errc::result_out_of_range)
        throw Refusal(fmt::format("{}: '{}' is too large", option, text));
    if (read.ec != std::errc() || read.ptr != end)
        throw Refusal(fmt::format("{}: a whole number from 0 on is needed, not '{}'", option, text));
    return count;
}

double parse_length(std::string_view option, std::string_view text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const std::from_chars_result read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(number) || number < 0)
        throw Refusal(fmt::format("{}: a finite number from 0 on is needed, not '{}'", option, text));
    return number;
}

}  // namespace allide::cli
