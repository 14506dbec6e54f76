// Bytes made fewer, and bytes written as letters.
#pragma once

#include <string>
#include <string_view>

namespace allide::report {

enum class Wrapping {
    zlib,  // as browsers take it
    none,  // as zip files take it
};

std::string deflated(std::string_view bytes, Wrapping wrapping);
std::string base64_of(std::string_view bytes);

}  // namespace allide::report
