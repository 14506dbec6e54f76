// Base64, as in data URIs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// The decoded bytes; empty if the text is not valid base64. Also reads the URL-safe digits - and _; the
// padding
// '=' may be missing.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace allide::io
