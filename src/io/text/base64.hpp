// Bytes written as letters, as in a data URI.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// Empty where a character does not belong; '=' at the end may be missing.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace allide::io
