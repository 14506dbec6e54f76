// Deflate compression and base64.
#pragma once

#include <string>
#include <string_view>

namespace allide::detail::report {

enum class Wrapping {
    zlib,  // with header and checksum, for browsers
    none,  // raw deflate, for zip files
};

std::string deflated(std::string_view bytes, Wrapping wrapping);
std::string base64_of(std::string_view bytes);

}  // namespace allide::detail::report
