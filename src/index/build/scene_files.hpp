// The parts of scene files one after the other, as meshes. All of it throws Damage.
#pragma once

#include "index/build/scene_file.hpp"

#include <allide/io.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>

namespace allide::index {

struct SceneFileOptions {
    LoadOptions load = {};
    std::uint64_t keep = 0;  // bytes of shared meshes that may be kept
    std::filesystem::path spill_folder = ".";
};
std::unique_ptr<SceneFile> open_scene_file(const std::filesystem::path& file,
                                           const SceneFileOptions& options);

// The part as it stands in the scene.
Mesh placed_part(const ScenePart& part);

}  // namespace allide::index
