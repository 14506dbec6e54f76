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
    Mesh mesh = {};  // in the scene's coordinates; a shared mesh is in its own coordinates
    std::optional<std::uint32_t> shared = {};  // number of the mesh in the file, if several parts use it
    std::optional<InstanceMap> matrix = {};    // maps a shared mesh into the scene; empty: the identity
};

class SceneFile {
  public:
    virtual ~SceneFile() = default;
    // The next part that has triangles; empty after the last one.
    virtual std::optional<ScenePart> next() = 0;
    virtual double share_done() const = 0;  // share of the file that was read, from 0 to 1
    // Releases memory that is not needed until the next part is read.
    virtual void release_pages() {}
};

}  // namespace allide::index
