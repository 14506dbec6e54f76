// The nodes of a glTF file: which of them belong to the scene, in which order, and how each is placed.
#pragma once

#include "io/collect/affine.hpp"
#include "io/collect/notes.hpp"
#include "io/gltf/document.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace allide::io {

// A node of the scene that has a mesh.
struct PlacedMesh {
    std::uint64_t node = 0;
    std::uint64_t mesh = 0;
    const Affine& map;
    std::optional<std::uint32_t> parent = {};
};

// A file may have many small nodes. Only the parent of each node is stored; the rest is read from the
// document on every traversal.
class GltfNodes {
  public:
    // Checks all nodes; throws Failure if one is not valid. The document must outlive this object.
    GltfNodes(const GltfDocument& document, NoteLog& notes);

    // Visits the nodes that have a mesh, depth-first in file order, from the roots of the default scene. If
    // there is none, those of scene 0 are used; without scenes, all roots.
    template <typename Visit>
    void for_each(const Visit& visit) const {
        walk([&](std::uint64_t node, const Affine& map) {
            if (const auto mesh = this->node(node).integer_if_any("mesh"))
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
    void check_shown_node(std::uint64_t number, const Affine& map, NoteLog& notes) const;
    void note_nodes_outside_scene(const std::vector<bool>& seen, NoteLog& notes) const;
    void walk(const std::function<void(std::uint64_t, const Affine&)>& visit) const;
    void walk_from(Number root, const std::function<void(std::uint64_t, const Affine&)>& visit) const;

    const GltfDocument& document_;
    std::vector<Number> parents_;
    std::optional<std::uint64_t> scene_;  // empty: all roots belong to the scene
};

}  // namespace allide::io
