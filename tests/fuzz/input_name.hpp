// The file name that the reader is given. It is defined in its own source file, so that a fuzzer for several
// formats is compiled once.
#pragma once

#include <string_view>

extern const std::string_view input_name;
