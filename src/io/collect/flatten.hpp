// Instances put together as one mesh.
#pragma once

#include "io/collect/affine.hpp"

#include <allide/io.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace allide::io {

// What the instances have together.
struct InstanceTotals {
    std::uint64_t instances = 0, vertices = 0, triangles = 0;
    void add(const Mesh& mesh) {
        ++instances;
        vertices += mesh.vertices().size();
        triangles += mesh.triangles().size();
    }
};

// A file of a few bytes must not fill the memory by instances of instances' worth of triangles.
std::optional<Error> refusal_to_flatten(const InstanceTotals& totals, std::span<const Mesh> meshes,
                                        const std::string& source);

// Whether the one instance adds nothing to its mesh: no map, no name, no notes.
bool is_its_mesh(const Instance& instance, const Mesh& mesh, const std::string& source, std::size_t notes);

// The vertices where the map puts them: themselves, or copies in `moved`.
std::span<const Vec3> placed(std::span<const Vec3> vertices, const Affine& map, std::vector<Vec3>& moved);

class Flattener {
  public:
    Flattener(const InstanceTotals& totals, std::string source, std::vector<Note> notes);
    void add(const Mesh& mesh, const Instance& instance);
    Result<Mesh> finish() && { return Mesh::from(std::move(data_)); }

  private:
    // Traits are rare, and millions of parts without any must not take space for them.
    void add_traits(std::size_t part, const PartTraits& traits);

    MeshData data_;
};

}  // namespace allide::io
