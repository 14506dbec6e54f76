#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "io/affine.hpp"

#include <allide/io.hpp>

#include <algorithm>

namespace allide {
namespace {

struct Totals {
    std::uint64_t vertices = 0, triangles = 0;
};

Totals totals_of(const Assembly& assembly) {
    Totals totals;
    for (const Instance& instance : assembly.instances) {
        base::expect(instance.mesh < assembly.meshes.size(), "Assembly::flattened: no such mesh");
        totals.vertices += assembly.meshes[instance.mesh].vertices().size();
        totals.triangles += assembly.meshes[instance.mesh].triangles().size();
    }
    return totals;
}

// A file of a few bytes must not fill the memory by instances of instances' worth of triangles.
std::uint64_t most_triangles(const Assembly& assembly) {
    constexpr std::uint64_t always = std::uint64_t{1} << 24, never = std::uint64_t{1} << 31;
    std::uint64_t described = assembly.instances.size();
    for (const Mesh& mesh : assembly.meshes) described += mesh.triangles().size();
    return std::clamp(4096 * described, always, never);
}

// Whether the one instance adds nothing to its mesh: no map, no name, no notes.
bool is_its_mesh(const Assembly& assembly) {
    if (assembly.instances.size() != 1) return false;
    const Instance& instance = assembly.instances[0];
    const Mesh& mesh = assembly.meshes[instance.mesh];
    const auto names = mesh.part_names();
    return instance.matrix == io::identity_map && mesh.source() == assembly.source &&
           mesh.notes().size() == assembly.notes.size() && (names.size() != 1 || names[0] == instance.name);
}

void append(MeshData& data, const Mesh& mesh, const Instance& instance) {
    const auto first_vertex = static_cast<std::uint32_t>(data.vertices.size());
    const auto first_part = static_cast<std::uint32_t>(data.part_names.size());
    if (instance.matrix == io::identity_map) {
        data.vertices.insert(data.vertices.end(), mesh.vertices().begin(), mesh.vertices().end());
    } else {
        for (const Vec3& point : mesh.vertices()) data.vertices.push_back(io::mapped(instance.matrix, point));
    }
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto [a, b, c] = mesh.triangles()[i];
        data.triangles.push_back({first_vertex + a, first_vertex + b, first_vertex + c});
        data.part_of.push_back(first_part + mesh.part_of(i));
    }
    const auto names = mesh.part_names();
    if (names.size() == 1) {
        data.part_names.push_back(instance.name);
    } else {
        data.part_names.insert(data.part_names.end(), names.begin(), names.end());
    }
}

}  // namespace

Result<Mesh> Assembly::flattened() const {
    const base::DefaultFloatEnvironment environment;
    const Totals totals = totals_of(*this);
    if (is_its_mesh(*this)) return meshes[instances[0].mesh];
    constexpr std::uint64_t most_vertices = 0xffffffff;
    if (totals.triangles > most_triangles(*this) || totals.vertices > most_vertices)
        return Error{.code = ErrorCode::too_large,
                     .message = "the instances have " + std::to_string(totals.triangles) +
                                " triangles together, which is too many for one mesh",
                     .file = source};
    MeshData data{.source = source, .notes = notes};
    data.vertices.reserve(totals.vertices);
    data.triangles.reserve(totals.triangles);
    data.part_of.reserve(totals.triangles);
    for (const Instance& instance : instances) append(data, meshes[instance.mesh], instance);
    return Mesh::from(std::move(data));
}

}  // namespace allide
