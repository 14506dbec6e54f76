// The parts of a text file of many, which is put down on the disk while it is read and cut part by part.
#pragma once

#include "index/build/scene_file.hpp"
#include "io/file/mapped_file.hpp"
#include "io/formats/format.hpp"

#include <filesystem>
#include <memory>

namespace allide::index {

// Formats whose files have several parts: OBJ and the text of STL.
bool is_spilled(io::InputFormat format);

// Throws io::Failure.
std::unique_ptr<SceneFile> open_spilled_scene(const io::MappedFile& file, io::InputFormat format,
                                              const std::filesystem::path& path,
                                              const std::filesystem::path& spill_folder);

}  // namespace allide::index
