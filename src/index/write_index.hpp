// Builds, extends and joins indexes. Errors are thrown as IndexFailure or io::Failure.
#pragma once

#include "index/file/header.hpp"

#include <allide/index.hpp>

#include <filesystem>
#include <span>

namespace allide::index {

Header build_index(std::span<const std::filesystem::path> scenes, const std::filesystem::path& file,
                   const IndexBuildOptions& options);
Header append_to_index(std::span<const std::filesystem::path> scenes, const std::filesystem::path& file,
                       const IndexBuildOptions& options);
Header join_indexes(std::span<const std::filesystem::path> parts, const std::filesystem::path& file,
                    const IndexBuildOptions& options);

}  // namespace allide::index
