// Clash reports of files in memory, for programs without a file system, such as those in a browser.
#pragma once

#include <allide/report.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace ALLIDE_EXPORT allide {

// A file in memory. The name stands for the file in messages, and gives the extension.
struct FileBytes {
    std::string name = {};
    std::span<const std::byte> bytes = {};
};

// The parts of the files, as ClashScene::load finds them. No other file is opened.
// ClashLoadOptions::memory_limit has no effect.
ClashScene read_clash_scene(std::span<const FileBytes> files, const ClashLoadOptions& options = {});

}  // namespace allide
