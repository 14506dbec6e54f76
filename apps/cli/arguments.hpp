// Values of options.
#pragma once

#include "output.hpp"

#include <allide/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allide::cli {

using Words = std::vector<std::string>;

// A value may start with a minus sign, which reads like an option: "--pose-b -1,0,0" becomes
// "--pose-b=-1,0,0".
Words join_negative_values(const Words& words);

// A whole number from 0 on; anything else is refused in the option's name.
std::uint64_t parse_count(std::string_view option, std::string_view text);

// A finite number that is not negative.
double parse_length(std::string_view option, std::string_view text);

// The value, or a Refusal with the error's text; an error that names no file gets `place`.
template <typename T>
T value_or_refuse(Result<T> result, std::string_view place) {
    if (result) return std::move(result).value();
    Error error = result.error();
    if (error.file.empty()) error.file = place;
    throw Refusal(error.text());
}

}  // namespace allide::cli
