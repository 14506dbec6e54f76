// Recognises files of built models.
#pragma once

#include <filesystem>

namespace allide::detail {

// True if the file is a regular one that starts like a file of save_model.
bool is_saved_model(const std::filesystem::path& file);

}  // namespace allide::detail
