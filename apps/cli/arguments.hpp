// Words of the command line and values of options.
#pragma once

#include "output.hpp"

#include <allide/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace allide::cli {

using Words = std::vector<std::string>;

// Joins an option and its value where the value starts with a minus sign and would be taken for an option:
// "--pose-b -1,0,0" becomes "--pose-b=-1,0,0". `program` defines which options take a value.
Words join_negative_values(const Words& words, const CLI::App& program);

// Parses a non-negative integer below 2^64. Throws a Refusal that names the option for any other text.
std::uint64_t parse_count(std::string_view option, std::string_view text);

// Parses a finite, non-negative number. Throws a Refusal that names the option for any other text.
double parse_length(std::string_view option, std::string_view text);

// Returns the value, or throws a Refusal with the error's text. `place` is used if the error names no file.
template <typename T>
T value_or_refuse(Result<T> result, std::string_view place) {
    if (result) return std::move(result).value();
    Error error = result.error();
    if (error.file.empty()) error.file = place;
    throw Refusal(error.text());
}

}  // namespace allide::cli
