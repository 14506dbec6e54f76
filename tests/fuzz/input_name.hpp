// The name of the file that the bytes are said to come from. It has a file of its own, so that a fuzzer of
// several formats is compiled once.
#pragma once

#include <string_view>

extern const std::string_view input_name;
