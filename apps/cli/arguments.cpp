#include "arguments.hpp"

#include <charconv>
#include <cmath>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#if defined(ALLIDE_WITH_FAST_FLOAT)  // libc++ before version 20 has no from_chars for doubles
#include <fast_float/fast_float.h>
#endif

namespace allide::cli {

namespace {

#if defined(ALLIDE_WITH_FAST_FLOAT)
using fast_float::from_chars;
#else
using std::from_chars;
#endif

// Returns the verb (subcommand) that the first word names, or `program` itself if no verb has this name.
const CLI::App& verb_of(const Words& words, const CLI::App& program) {
    for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; }))
        if (!words.empty() && verb->get_name() == words.front()) return *verb;
    return program;
}

// True if `word` is an option whose value may start with a minus sign; files and folders are excluded.
bool takes_number(const std::string& word, const CLI::App& verb) {
    if (!word.starts_with("--")) return false;
    const CLI::Option* const option = verb.get_option_no_throw(word);
    return option != nullptr && option->get_items_expected_max() > 0 &&
           !option->get_type_name().starts_with("FILE") && !option->get_type_name().starts_with("DIR");
}

bool is_negative_value(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '-';
}

}  // namespace

Words join_negative_values(const Words& words, const CLI::App& program) {
    const CLI::App& verb = verb_of(words, program);
    Words joined;
    bool options_ended = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        options_ended = options_ended || words[i] == "--";
        joined.push_back(words[i]);
        if (options_ended || !takes_number(words[i], verb)) continue;
        if (i + 1 < words.size() && is_negative_value(words[i + 1])) joined.back() += '=' + words[++i];
    }
    return joined;
}

std::uint64_t parse_count(std::string_view option, std::string_view text) {
    std::uint64_t count = 0;
    const char* const end = text.data() + text.size();
    const std::from_chars_result read = std::from_chars(text.data(), end, count);
    if (read.ec == std::errc::result_out_of_range)
        throw Refusal(fmt::format("{}: expected an integer below 2^64, found '{}'", option, text));
    if (read.ec != std::errc() || read.ptr != end)
        throw Refusal(fmt::format("{}: expected a non-negative integer, found '{}'", option, text));
    return count;
}

double parse_length(std::string_view option, std::string_view text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto read = from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(number) || number < 0)
        throw Refusal(fmt::format("{}: expected a finite, non-negative number, found '{}'", option, text));
    return number;
}

}  // namespace allide::cli
