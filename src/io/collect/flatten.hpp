// Merges the instances of an assembly into one mesh.
#pragma once

#include "io/collect/affine.hpp"

#include <allide/io.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace allide::io {

// Totals over all instances.
struct InstanceTotals {
    std::uint64_t instances = 0, vertices = 0, triangles = 0;
    void add(const Mesh& mesh) {
        ++instances;
        vertices += mesh.vertices().size();
        triangles += mesh.triangles().size();
    }
};

// The error for instances that have too many triangles in total; empty if they may be merged. The limit keeps
// a small file from filling the memory by repeating a mesh.
std::optional<Error> refusal_to_flatten(const InstanceTotals& totals, std::span<const Mesh> meshes,
                                        const std::string& source);

// True if the only instance is its mesh unchanged: identity map, same name and traits, no further notes.
bool adds_nothing_to(const Instance& instance, const Mesh& mesh, const std::string& source,
                     std::size_t notes);

// The vertices mapped by `map`, stored in `moved`. For the identity map, `vertices` itself.
std::span<const Vec3> placed(std::span<const Vec3> vertices, const Affine& map, std::vector<Vec3>& moved);

class Flattener {
  public:
    Flattener(const InstanceTotals& totals, std::string source, std::vector<Note> notes);
    void add(const Mesh& mesh, const Instance& instance);
    Result<Mesh> finish() && { return Mesh::from(std::move(data_)); }

  private:
    // Stores traits only if they differ from the default, since millions of parts may have none.
    void add_traits(std::size_t part, const PartTraits& traits);

    MeshData data_;
};

}  // namespace allide::io
