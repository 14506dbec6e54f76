#include "io/gltf/nodes.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include <fmt/format.h>

namespace allide::io {
namespace {

// The map of a column-major 4×4 matrix, whose last row must be 0 0 0 1.
Affine from_columns(const std::array<double, 16>& m, const Place& place) {
    constexpr double tolerance = 1e-6;
    if (std::max({std::abs(m[3]), std::abs(m[7]), std::abs(m[11]), std::abs(m[15] - 1)}) > tolerance)
        place.fail("expected 0 0 0 1 in the last row of its matrix");
    return {m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]};
}

// The map from the node's frame to its parent's; empty if it is the identity.
std::optional<Affine> local_map(const JsonObject& node) {
    if (const auto matrix = node.numbers_if_any<16>("matrix")) return from_columns(*matrix, node.place());
    const auto rotation = node.numbers_if_any<4>("rotation");
    const auto translation = node.numbers_if_any<3>("translation"), scale = node.numbers_if_any<3>("scale");
    if (!rotation && !translation && !scale) return std::nullopt;
    const auto quaternion = rotation.value_or(std::array<double, 4>{0, 0, 0, 1});
    double squared_length = 0;
    for (const double x : quaternion) squared_length += x * x;
    if (!(squared_length > 0x1p-500 && squared_length < 0x1p500))
        node.place().fail("expected a quaternion of length 1 as its rotation");
    return from_translation_rotation_scale(translation.value_or(std::array<double, 3>{}), quaternion,
                                           scale.value_or(std::array<double, 3>{1, 1, 1}));
}

void note_not_applied(const JsonObject& node, NoteLog& notes) {
    const auto note = [&](const char* what) {
        notes.add(NoteKind::not_applied, [&] {
            return Note{.message = fmt::format("{}: its {} not applied", node.place().text(), what)};
        });
    };
    if (node.has("skin")) note("skin is");
    if (node.has("weights")) note("morph targets are");
    const auto extensions = node.object_if_any("extensions");
    if (extensions && extensions->has("EXT_mesh_gpu_instancing")) note("EXT_mesh_gpu_instancing is");
}

}  // namespace

GltfNodes::GltfNodes(const GltfDocument& document, NoteLog& notes) : document_(document) {
    if (document.count("nodes") >= none) Place{"glTF", 2}.fail("expected fewer than 2^32 - 1 nodes");
    parents_.assign(static_cast<std::size_t>(document.count("nodes")), none);
    read_parents();
    check_tree();
    check_scene();
    std::vector<bool> seen(parents_.size(), false);
    walk([&](std::uint64_t number, const Affine& map) {
        if (seen[number]) Place{"node", number}.fail("expected once in the scene, found twice");
        seen[number] = true;
        check_shown_node(number, map, notes);
    });
    note_nodes_outside_scene(seen, notes);
}

void GltfNodes::read_parents() {
    for (Number parent = 0; parent < parents_.size(); ++parent) {
        const JsonObject above = node(parent);
        for (const JsonValue& item : above.array("children")) {
            const std::uint64_t child = above.integer_item("children", item);
            document_.item("nodes", "node", child, above.place());
            if (parents_[child] != none)
                Place{"node", child}.fail(
                    fmt::format("expected one parent, found nodes {} and {}", parents_[child], parent));
            parents_[child] = parent;
        }
    }
}

// Fails if the nodes contain a cycle. Each node has at most one parent, so following parents leads to a root
// or into a cycle.
void GltfNodes::check_tree() const {
    std::vector<bool> has_root(parents_.size(), false);
    for (Number start = 0; start < parents_.size(); ++start) {
        Number top = start;
        for (std::size_t steps = 0; top != none && !has_root[top]; top = parents_[top])
            if (steps++ == parents_.size())
                Place{"node", start}.fail("expected a tree of nodes, found a cycle above this one");
        for (Number at = start; at != top; at = parents_[at]) has_root[at] = true;
    }
}

void GltfNodes::check_scene() {
    scene_ = document_.root().integer_if_any("scene");
    if (!scene_ && document_.count("scenes") > 0) scene_ = 0;
    if (!scene_) return;
    const JsonObject scene = document_.item("scenes", "scene", *scene_, {"glTF", 2});
    for (const JsonValue& item : scene.array("nodes")) {
        const std::uint64_t root = scene.integer_item("nodes", item);
        document_.item("nodes", "node", root, scene.place());
        if (parents_[root] != none)
            scene.place().fail(fmt::format("expected roots only, found node {}, whose parent is node {}",
                                           root, parents_[root]));
    }
}

void GltfNodes::check_shown_node(std::uint64_t number, const Affine& map, NoteLog& notes) const {
    const JsonObject json = node(number);
    if (!is_finite(map)) json.place().fail("expected a finite matrix", ErrorCode::not_finite);
    const auto mesh = json.integer_if_any("mesh");
    if (!mesh) return;
    document_.item("meshes", "mesh", *mesh, json.place());
    note_not_applied(json, notes);
}

void GltfNodes::note_nodes_outside_scene(const std::vector<bool>& seen, NoteLog& notes) const {
    for (std::uint64_t i = 0; i < seen.size(); ++i)
        if (!seen[i] && node(i).has("mesh"))
            notes.add(NoteKind::outside_scene, [&] {
                return Note{.message = fmt::format("node {} is not in the scene and left out", i)};
            });
}

// Calls `visit` for each node of the scene, with the map from the node's frame to the scene.
void GltfNodes::walk(const std::function<void(std::uint64_t, const Affine&)>& visit) const {
    if (!scene_) {
        for (Number i = 0; i < parents_.size(); ++i)
            if (parents_[i] == none) walk_from(i, visit);
        return;
    }
    const JsonObject scene = document_.item("scenes", "scene", *scene_, {"glTF", 2});
    for (const JsonValue& item : scene.array("nodes"))
        walk_from(static_cast<Number>(scene.integer_item("nodes", item)), visit);
}

// Does not recurse, because chains of nodes may be long.
void GltfNodes::walk_from(Number root, const std::function<void(std::uint64_t, const Affine&)>& visit) const {
    struct Level {
        std::uint32_t next, end;  // positions in the document of the node's remaining children
        std::uint32_t maps;       // size of `maps` before each of these children is entered
    };
    std::vector<Level> levels;
    std::deque<Affine> maps;  // one entry per ancestor that has a map: its map to the scene
    const auto enter = [&](Number number) {
        const JsonObject json = node(number);
        const auto local = local_map(json);
        if (local) maps.push_back(maps.empty() ? *local : product(maps.back(), *local));
        visit(number, maps.empty() ? identity_map : maps.back());
        const JsonValue::Items children = json.array("children");
        levels.push_back(
            {children.begin().place(), children.end().place(), static_cast<std::uint32_t>(maps.size())});
    };
    enter(root);
    while (!levels.empty()) {
        Level& level = levels.back();
        maps.resize(level.maps);
        if (level.next == level.end) {
            levels.pop_back();
            continue;
        }
        auto child = document_.item_at(level.next);
        const auto number = static_cast<Number>((*child).integer().value());
        level.next = (++child).place();
        enter(number);
    }
}

}  // namespace allide::io
