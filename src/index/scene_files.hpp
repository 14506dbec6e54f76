// The parts of scene files one after the other, as meshes. All of it throws Damage.
#pragma once

#include "index/object_record.hpp"

#include <allide/io.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace allide::index {

struct ScenePart {
    std::string name = {};
    PartTraits traits = {};
    Mesh mesh = {};  // where it stands in the scene, unless it is shared: then in its own coordinates
    std::optional<std::uint32_t> shared = {};  // number of a mesh that several parts of the file use
    std::optional<InstanceMap> matrix = {};    // of a shared one, unless it stands as it is
};

class SceneFile {
  public:
    virtual ~SceneFile() = default;
    // The next part with triangles; nothing after the last.
    virtual std::optional<ScenePart> next() = 0;
    virtual double share_done() const = 0;  // from 0 to 1
    // Memory that need not be kept between two parts.
    virtual void give_back() {}
};

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
