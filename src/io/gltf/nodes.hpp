// glTF's nodes: which of them the scene shows, in which order, and where.
#pragma once

#include "io/collect/affine.hpp"
#include "io/collect/notes.hpp"
#include "io/gltf/document.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace allide::io {

// A node with a mesh.
struct PlacedMesh {
    std::uint64_t node = 0;
    std::uint64_t mesh = 0;
    const Affine& map;
    std::optional<std::uint32_t> parent = {};
};

// Nodes may be many and hold little. So of each only its parent is kept; the rest is looked up in the
// document whenever the scene is walked through.
class GltfNodes {
  public:
    // Checks all nodes. The document must outlive this.
    GltfNodes(const GltfDocument& document, NoteLog& notes);

    // The nodes with a mesh, depth-first from the roots of the default scene (else scene 0, else all roots)
    // in the order of the file.
    template <typename Visit>
    void for_each(const Visit& visit) const {
        walk([&](std::uint64_t node, const Affine& map) {
            if (const auto mesh = this->node(node).whole_if_any("mesh"))
                visit(PlacedMesh{node, *mesh, map, parent_of(node)});
        });
    }

  private:
    using Number = std::uint32_t;
    static constexpr Number none = 0xffffffff;

    std::optional<Number> parent_of(std::uint64_t node) const {
        return parents_[node] == none ? std::nullopt : std::optional(parents_[node]);
    }
    JsonObject node(std::uint64_t number) const {
        return document_.item("nodes", "node", number, {"glTF", 2});
    }
    void read_parents();
    void check_tree() const;
    void check_scene();
    void check_placed(std::uint64_t number, const Affine& map, NoteLog& notes) const;
    void note_unseen(const std::vector<bool>& seen, NoteLog& notes) const;
    void walk(const std::function<void(std::uint64_t, const Affine&)>& visit) const;
    void walk_from(Number root, const std::function<void(std::uint64_t, const Affine&)>& visit) const;

    const GltfDocument& document_;
    std::vector<Number> parents_;
    std::optional<std::uint64_t> scene_;  // none: all roots are shown
};

}  // namespace allide::io
