#include "io/gltf_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace allide::io {
namespace {

// Nodes may be many and hold little: numbers are narrow, and all children stand in one list.
using NodeNumber = std::uint32_t;
constexpr NodeNumber none = ~NodeNumber{0};

class Nodes {
  public:
    Nodes(const GltfDocument& document, NoteLog& notes) : document_(document), notes_(notes) {
        if (document.count("nodes") >= none) Place{"glTF", 2}.fail("it has too many nodes");
        parents_.assign(document.count("nodes"), none);
        read_children();
        check_tree();
    }

    std::vector<PlacedMesh> placed() {
        const std::vector<NodeNumber> roots = scene_roots();
        std::vector<bool> seen(parents_.size(), false);
        walk(roots, [&](NodeNumber node, const Affine* above) {
            if (seen[node]) Place{"node", node}.fail("the scene shows it twice");
            seen[node] = true;
            return place(node, above);
        });
        note_unseen(seen);
        return std::move(placed_);
    }

  private:
    JsonObject node(std::uint64_t number) const {
        return document_.item("nodes", "node", number, {"glTF", 2});
    }
    std::span<const NodeNumber> children(NodeNumber node) const {
        return std::span(children_).subspan(first_child_[node], first_child_[node + 1] - first_child_[node]);
    }

    void read_children() {
        first_child_.reserve(parents_.size() + 1);
        first_child_.push_back(0);
        for (NodeNumber parent = 0; parent < parents_.size(); ++parent) {
            for (const std::uint64_t child : node(parent).wholes("children")) {
                document_.item("nodes", "node", child, {"node", parent});
                if (parents_[child] != none)
                    Place{"node", child}.fail(
                        fmt::format("it has two parents, nodes {} and {}", parents_[child], parent));
                parents_[child] = parent;
                children_.push_back(static_cast<NodeNumber>(child));
            }
            first_child_.push_back(static_cast<NodeNumber>(children_.size()));
        }
    }

    // With one parent each, what no root leads to is a ring or hangs from one.
    void check_tree() const {
        std::vector<bool> reached(parents_.size(), false);
        std::vector<NodeNumber> stack;
        for (NodeNumber root = 0; root < parents_.size(); ++root) {
            if (parents_[root] != none) continue;
            stack.push_back(root);
            while (!stack.empty()) {
                const NodeNumber at = stack.back();
                stack.pop_back();
                reached[at] = true;
                stack.insert(stack.end(), children(at).begin(), children(at).end());
            }
        }
        const auto lost = std::find(reached.begin(), reached.end(), false);
        if (lost != reached.end())
            Place{"node", static_cast<std::uint64_t>(lost - reached.begin())}.fail(
                "the nodes above it form a ring");
    }

    std::vector<NodeNumber> all_roots() const {
        std::vector<NodeNumber> roots;
        for (NodeNumber i = 0; i < parents_.size(); ++i)
            if (parents_[i] == none) roots.push_back(i);
        return roots;
    }
    std::vector<NodeNumber> scene_roots() const {
        const auto chosen = document_.root().whole_if_any("scene");
        if (!chosen && document_.count("scenes") == 0) return all_roots();
        const JsonObject scene = document_.item("scenes", "scene", chosen.value_or(0), {"glTF", 2});
        std::vector<NodeNumber> roots;
        for (const std::uint64_t root : scene.wholes("nodes")) {
            document_.item("nodes", "node", root, scene.place());
            if (parents_[root] != none)
                scene.place().fail(
                    fmt::format("node {} is not a root, node {} is above it", root, parents_[root]));
            roots.push_back(static_cast<NodeNumber>(root));
        }
        return roots;
    }

    // Asks `visit` for each node's map, given that of its parent. Without recursion: chains may be long.
    template <typename Visit>
    void walk(std::span<const NodeNumber> roots, const Visit& visit) const {
        struct Level {
            std::span<const NodeNumber> nodes;
            std::size_t next;
            Affine above;
        };
        std::vector<Level> levels{{roots, 0, identity_map}};
        while (!levels.empty()) {
            Level& level = levels.back();
            if (level.next == level.nodes.size()) {
                levels.pop_back();
                continue;
            }
            const NodeNumber at = level.nodes[level.next++];
            const Affine map = visit(at, levels.size() == 1 ? nullptr : &level.above);
            if (!children(at).empty()) levels.push_back({children(at), 0, map});
        }
    }

    Affine place(std::uint64_t number, const Affine* above) {
        const JsonObject json = node(number);
        const Affine local = local_map(json);
        const Affine map = above == nullptr ? local : product(*above, local);
        if (!is_finite(map)) json.place().fail("its matrix is not finite", ErrorCode::not_finite);
        if (const auto mesh = json.whole_if_any("mesh")) {
            document_.item("meshes", "mesh", *mesh, json.place());
            placed_.push_back({number, *mesh, map});
            note_not_applied(json);
        }
        return map;
    }

    Affine local_map(const JsonObject& json) {
        if (const auto matrix = json.numbers_if_any<16>("matrix")) return from_columns(*matrix, json.place());
        const auto rotation = json.numbers_if_any<4>("rotation").value_or(std::array<double, 4>{0, 0, 0, 1});
        double squared_length = 0;
        for (const double x : rotation) squared_length += x * x;
        if (!(squared_length > 0x1p-500 && squared_length < 0x1p500))
            json.place().fail("its rotation is not a quaternion of length 1");
        return from_parts(json.numbers_if_any<3>("translation").value_or(std::array<double, 3>{}), rotation,
                          json.numbers_if_any<3>("scale").value_or(std::array<double, 3>{1, 1, 1}));
    }

    // Column by column, 16 numbers; the last row says nothing in an affine map.
    static Affine from_columns(const std::array<double, 16>& m, const Place& place) {
        constexpr double tolerance = 1e-6;
        if (std::max({std::abs(m[3]), std::abs(m[7]), std::abs(m[11]), std::abs(m[15] - 1)}) > tolerance)
            place.fail("the last row of its matrix is not 0 0 0 1");
        return {m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]};
    }

    void note_not_applied(const JsonObject& json) {
        const auto note = [&](const char* what) {
            notes_.add(NoteKind::not_applied, [&] {
                return Note{.message = fmt::format("{}: its {} not applied", json.place().text(), what)};
            });
        };
        if (json.has("skin")) note("skin is");
        if (json.has("weights")) note("morph targets are");
        const auto extensions = json.object_if_any("extensions");
        if (extensions && extensions->has("EXT_mesh_gpu_instancing")) note("EXT_mesh_gpu_instancing is");
    }

    void note_unseen(const std::vector<bool>& seen) {
        for (std::uint64_t i = 0; i < seen.size(); ++i)
            if (!seen[i] && node(i).has("mesh"))
                notes_.add(NoteKind::outside_scene, [&] {
                    return Note{.message = fmt::format("node {} is not in the scene and left out", i)};
                });
    }

    const GltfDocument& document_;
    NoteLog& notes_;
    std::vector<NodeNumber> parents_;
    std::vector<NodeNumber> children_;     // of all nodes, one after the other
    std::vector<NodeNumber> first_child_;  // where each node's start, and the end
    std::vector<PlacedMesh> placed_;
};

}  // namespace

std::vector<PlacedMesh> placed_meshes(const GltfDocument& document, NoteLog& notes) {
    return Nodes(document, notes).placed();
}

}  // namespace allide::io
