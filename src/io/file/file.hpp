// Whole files in and out.
#pragma once

#include <allide/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// All bytes of the file.
Result<std::string> read_file(const std::filesystem::path& file);

// Writes the bytes beside the file first and then renames, so that a failure leaves the old file as it was.
// A device or a pipe is written to directly. Empty when all went well.
std::optional<Error> write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace allide::io
