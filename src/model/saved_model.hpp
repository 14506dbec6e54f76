// Recognises files of built models.
#pragma once

#include <filesystem>

namespace allide::detail {

// True for a regular file that begins like those that save_model writes.
bool is_saved_model(const std::filesystem::path& file);

}  // namespace allide::detail
