// Reads and writes whole files.
#pragma once

#include <allide/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// The error for something that cannot be read to an end: a directory, a device, a socket, or a named pipe,
// which may block. Empty for a regular file, for a pipe that the shell has opened (/dev/stdin, /dev/fd/N),
// and for a missing file.
std::optional<Error> check_readable(const std::filesystem::path& file);

// All bytes of the file. A pipe may have at most 2^28 bytes.
Result<std::string> read_file(const std::filesystem::path& file);

// Writes a temporary file in the same folder and renames it, so that a failure leaves the old file unchanged.
// Writes directly to a device or a pipe. Returns nothing on success.
std::optional<Error> write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace allide::io
