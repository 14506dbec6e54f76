// A scene file that is read part by part.
#pragma once

#include "index/file/object_record.hpp"

#include <allide/mesh.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace allide::index {

struct ScenePart {
    std::string name = {};
    PartTraits traits = {};
    Mesh mesh = {};  // in the scene's coordinates; a shared mesh in its own coordinates
    std::optional<std::uint32_t> shared = {};  // the number of a mesh that several parts of the file use
    std::optional<InstanceMap> matrix = {};    // map of a shared mesh; empty for the identity
};

class SceneFile {
  public:
    virtual ~SceneFile() = default;
    // The next part with triangles; empty after the last.
    virtual std::optional<ScenePart> next() = 0;
    virtual double share_done() const = 0;  // from 0 to 1
    // Releases memory that is not needed between two parts.
    virtual void release_pages() {}
};

}  // namespace allide::index
