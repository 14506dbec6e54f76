// A mesh: vertices, triangles, and the named parts that the triangles belong to.
#pragma once

#include <allide/geometry.hpp>
#include <allide/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace allide {

using TriangleIndices = std::array<std::uint32_t, 3>;

// Something that a reader noticed and did not treat as an error: what was left out, or kept although it is
// odd.
struct Note {
    std::string message;                         // "face 12 is not planar; its triangles approximate it"
    std::optional<std::uint64_t> line = {};      // of a text file, counted from 1
    std::optional<std::uint64_t> triangle = {};  // the first that it concerns, counted from 0
};

// What a mesh is made from. Any polygon soup will do: no orientation, no closedness, no manifold.
struct MeshData {
    std::vector<Vec3> vertices = {};  // may hold non-finite coordinates; Model::build refuses those
    std::vector<TriangleIndices> triangles = {};  // numbered from 0 in this order, for good
    std::vector<std::string> part_names = {};     // empty: one part with the name of the source
    std::vector<std::uint32_t> part_of = {};  // a part number for each triangle; empty: all belong to part 0
    std::string source = {};                  // the file, for messages; may be empty
    std::vector<Note> notes = {};             // the repair log
};

// Immutable and cheap to copy: copies share the data. Degenerate and duplicate triangles are kept.
class Mesh {
  public:
    Mesh();  // no triangles
    // Checks that the indices and part numbers exist and that there are fewer than 2³² of each.
    static Result<Mesh> from(MeshData data);

    // Views into the mesh's data, which lives as long as any copy of the mesh.
    std::span<const Vec3> vertices() const;
    std::span<const TriangleIndices> triangles() const;
    std::span<const std::string> part_names() const;
    std::uint32_t part_of(std::uint32_t triangle) const;
    const std::string& source() const;
    // What the reader dropped or kept, in the order of the file. Nothing is changed silently.
    std::span<const Note> notes() const;
    std::array<Vec3, 3> corners(std::uint32_t triangle) const;

  private:
    explicit Mesh(MeshData data);
    std::shared_ptr<const MeshData> data_;
};

}  // namespace allide
