// A scene file that hands out its parts one after the other.
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

}  // namespace allide::index
