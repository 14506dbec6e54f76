// Opens scene files of all formats for reading part by part. Errors are thrown as IndexFailure.
#pragma once

#include "index/build/scene_file.hpp"

#include <allide/io.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>

namespace allide::index {

struct SceneFileOptions {
    LoadOptions load = {};
    std::uint64_t cache_bytes = 0;  // size limit of the cache of shared meshes
    std::filesystem::path spill_folder = ".";
};
std::unique_ptr<SceneFile> open_scene_file(const std::filesystem::path& file,
                                           const SceneFileOptions& options);

// The part's mesh in the scene's coordinates.
Mesh placed_part(const ScenePart& part);

}  // namespace allide::index
