#include "io/collect/flatten.hpp"

#include <algorithm>

namespace allide::io {
namespace {

std::uint64_t most_triangles(const InstanceTotals& totals, std::span<const Mesh> meshes) {
    constexpr std::uint64_t always = std::uint64_t{1} << 24, never = std::uint64_t{1} << 31;
    std::uint64_t described = totals.instances;
    for (const Mesh& mesh : meshes) described += mesh.triangles().size();
    return std::clamp(4096 * described, always, never);
}

PartTraits traits_of(const Instance& instance, const Mesh& mesh) {
    return instance.traits == PartTraits{} ? mesh.part_traits(0) : instance.traits;
}

}  // namespace

std::optional<Error> refusal_to_flatten(const InstanceTotals& totals, std::span<const Mesh> meshes,
                                        const std::string& source) {
    constexpr std::uint64_t most_vertices = 0xffffffff;
    if (totals.triangles <= most_triangles(totals, meshes) && totals.vertices <= most_vertices)
        return std::nullopt;
    return Error{.code = ErrorCode::too_large,
                 .message = "expected fewer triangles in one mesh, found " +
                            std::to_string(totals.triangles) + " in its instances",
                 .file = source};
}

bool adds_nothing_to(const Instance& instance, const Mesh& mesh, const std::string& source,
                     std::size_t notes) {
    const auto names = mesh.part_names();
    return instance.matrix == identity_map && mesh.source() == source && mesh.notes().size() == notes &&
           (names.size() != 1 ||
            (names[0] == instance.name && mesh.part_traits(0) == traits_of(instance, mesh)));
}

std::span<const Vec3> placed(std::span<const Vec3> vertices, const Affine& map, std::vector<Vec3>& moved) {
    if (map == identity_map) return vertices;
    moved.clear();
    for (const Vec3& point : vertices) moved.push_back(mapped(map, point));
    return moved;
}

Flattener::Flattener(const InstanceTotals& totals, std::string source, std::vector<Note> notes) {
    data_.vertices.reserve(totals.vertices);
    data_.triangles.reserve(totals.triangles);
    data_.part_of.reserve(totals.triangles);
    data_.part_names.reserve(totals.instances);
    data_.source = std::move(source);
    data_.notes = std::move(notes);
}

void Flattener::add(const Mesh& mesh, const Instance& instance) {
    const auto first_vertex = static_cast<std::uint32_t>(data_.vertices.size());
    const auto first_part = static_cast<std::uint32_t>(data_.part_names.size());
    if (instance.matrix == identity_map) {
        data_.vertices.insert(data_.vertices.end(), mesh.vertices().begin(), mesh.vertices().end());
    } else {
        for (const Vec3& point : mesh.vertices()) data_.vertices.push_back(mapped(instance.matrix, point));
    }
    const auto first_triangle = static_cast<std::uint32_t>(data_.triangles.size());
    for (const auto& [first, count, colour] : mesh.coloured_triangles())
        data_.coloured.push_back({first_triangle + first, count, colour});
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto [a, b, c] = mesh.triangles()[i];
        data_.triangles.push_back({first_vertex + a, first_vertex + b, first_vertex + c});
        data_.part_of.push_back(first_part + mesh.part_of(i));
    }
    const auto names = mesh.part_names();
    if (names.size() == 1) {
        data_.part_names.push_back(instance.name);
        add_traits(first_part, traits_of(instance, mesh));
    } else {
        data_.part_names.insert(data_.part_names.end(), names.begin(), names.end());
        for (std::uint32_t i = 0; i < names.size(); ++i) add_traits(first_part + i, mesh.part_traits(i));
    }
}

void Flattener::add_traits(std::size_t part, const PartTraits& traits) {
    if (traits == PartTraits{}) return;
    data_.part_traits.resize(part + 1);
    data_.part_traits[part] = traits;
}

}  // namespace allide::io
