// Text files with many parts: stored on disk as they are parsed, then extracted from there part by part.
#pragma once

#include "index/build/scene_file.hpp"
#include "io/file/mapped_file.hpp"
#include "io/formats/format.hpp"

#include <filesystem>
#include <memory>

namespace allide::index {

// True for the text formats in which a file may have several parts: OBJ and ASCII STL.
bool is_spilled(io::InputFormat format);

// Throws io::Failure.
std::unique_ptr<SceneFile> open_spilled_scene(const io::MappedFile& file, io::InputFormat format,
                                              const std::filesystem::path& path,
                                              const std::filesystem::path& spill_folder);

}  // namespace allide::index
