// Relative URIs, by which a glTF file names the files of its buffers.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace allide::io {

// The relative path that the URI names, with its %-escapes resolved. Empty if it leaves the folder, is
// absolute, has a scheme (http:), or is no valid URI.
std::optional<std::filesystem::path> relative_path_of(std::string_view uri);

}  // namespace allide::io
