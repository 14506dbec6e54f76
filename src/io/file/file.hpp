// Reads and writes whole files.
#pragma once

#include <allide/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

Result<std::string> read_file(const std::filesystem::path& file);

// Writes a temporary file in the same folder and renames it, so that a failure leaves the old file as it was.
// A device or a pipe is written to directly. Returns nothing on success.
std::optional<Error> write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace allide::io
