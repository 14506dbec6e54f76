// Base64 decoding, as needed for data URIs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// The decoded bytes; empty if the text is not valid base64. Also accepts the digits -
// and _ of the URL-safe variant, and text without the padding characters = at its
// end.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace allide::io
