// The file name that the reader is given. Each format's fuzzer defines it in a source file of its own, so
// that the fuzzer itself is compiled once for several formats.
#pragma once

#include <string_view>

extern const std::string_view input_name;
