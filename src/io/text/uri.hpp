// Names of files beside a file, as glTF writes them.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace allide::io {

// The relative path that the URI names, with its %-escapes resolved. Empty for a path that leaves the folder,
// an absolute one, one with a scheme (http:), and what is no URI at all.
std::optional<std::filesystem::path> path_beside(std::string_view uri);

}  // namespace allide::io
