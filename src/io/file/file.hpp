// Reads and writes whole files.
#pragma once

#include <allide/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// The error for a file that cannot be read to an end: a directory, a device, a socket, or a named pipe, which
// may block. Empty for a regular file, for a pipe that the shell opened (/dev/stdin, /dev/fd/N), and for a
// missing file.
std::optional<Error> check_readable(const std::filesystem::path& file);

// All bytes of the file; at most 2^28 bytes of a pipe.
Result<std::string> read_file(const std::filesystem::path& file);

// Writes a temporary file in the same folder and renames it, so that a failure leaves the old file as it was.
// A device or a pipe is written to directly. Returns nothing on success.
std::optional<Error> write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace allide::io
