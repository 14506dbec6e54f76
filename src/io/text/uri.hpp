// Relative URIs, with which a glTF file refers to the files of its buffers.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace allide::io {

// The relative path to which the URI refers, with %-escapes resolved. Empty if the path leaves the folder or
// is absolute, or if the URI has a scheme (http:) or is not valid.
std::optional<std::filesystem::path> relative_path_of(std::string_view uri);

}  // namespace allide::io
