// A mesh: vertices, triangles, and the named parts that the triangles belong to.
#pragma once

#include <allide/geometry.hpp>
#include <allide/result.hpp>

#include <cstdint>
#include <functional>
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

// As the file gives it, mostly sRGB; each from 0 to 1.
struct Colour {
    double red = 0, green = 0, blue = 0;
    friend bool operator==(const Colour&, const Colour&) = default;
};

// What a file says of a part beside its triangles.
struct PartTraits {
    // The triangles stand for curved surfaces that they keep to within this length, as those of STEP do; 0:
    // the triangles are all there is.
    double sag = 0;
    std::optional<Colour> colour = {};
    friend bool operator==(const PartTraits&, const PartTraits&) = default;
};

// Triangles in a row that have a colour of their own, which counts before their part's: faces of a STEP file.
struct ColouredTriangles {
    std::uint32_t first = 0, count = 0;
    Colour colour = {};
    friend bool operator==(const ColouredTriangles&, const ColouredTriangles&) = default;
};

// What a mesh is made from. Any polygon soup will do: no orientation, no closedness, no manifold.
struct MeshData {
    std::vector<Vec3> vertices = {};  // may hold non-finite coordinates; Model::build refuses those
    std::vector<TriangleIndices> triangles = {};  // numbered from 0 in this order, for good
    std::vector<std::string> part_names = {};     // empty: one part with the name of the source
    std::vector<std::uint32_t> part_of = {};   // a part number for each triangle; empty: all belong to part 0
    std::vector<PartTraits> part_traits = {};  // by part number; parts beyond its end have none
    std::vector<ColouredTriangles> coloured = {};  // each of one part, ascending; most meshes have none
    std::string source = {};                       // the file, for messages; may be empty
    std::vector<Note> notes = {};                  // the repair log
};

// Immutable and cheap to copy: copies share the data. Degenerate and duplicate triangles are kept.
class Mesh {
  public:
    Mesh();  // no triangles
    // Checks that the indices, part numbers and coloured triangles exist and that there are fewer than 2³² of
    // each.
    static Result<Mesh> from(MeshData data);

    // Views into the mesh's data, which lives as long as any copy of the mesh.
    std::span<const Vec3> vertices() const;
    std::span<const TriangleIndices> triangles() const;
    std::span<const std::string> part_names() const;
    std::uint32_t part_of(std::uint32_t triangle) const;
    PartTraits part_traits(std::uint32_t part) const;
    std::span<const ColouredTriangles> coloured_triangles() const;
    // The triangle's own, else its part's.
    std::optional<Colour> colour_of(std::uint32_t triangle) const;
    const std::string& source() const;
    // What the reader dropped or kept, in the order of the file. Nothing is changed silently.
    std::span<const Note> notes() const;
    std::array<Vec3, 3> corners(std::uint32_t triangle) const;

  private:
    friend class DeformableModel;
    explicit Mesh(MeshData data);
    explicit Mesh(std::shared_ptr<const MeshData> data);
    std::shared_ptr<const MeshData> data_;
};

// What a part consists of, and the faults that files have. Vertices are compared by position, whatever their
// numbers: −0 equals 0, and a vertex with a NaN is a position of its own.
struct PartInfo {
    std::string name = {};
    std::uint64_t vertices = 0;      // distinct positions that its triangles use
    std::uint64_t triangles = 0;     // all of them, faulty ones too
    std::optional<Box> bounds = {};  // of its finite positions; empty if there are none
    std::uint64_t degenerate = 0;    // triangles with coincident or exactly collinear corners
    std::uint64_t duplicate = 0;     // triangles after the first with the same three positions in any order
    std::uint64_t nonfinite = 0;     // positions with a coordinate that is infinite or no number
    std::uint64_t open_edges = 0;    // edges of exactly one triangle
    std::uint64_t nonmanifold_edges = 0;  // edges of more than two triangles
    bool closed = false;                  // there are triangles, and no open and no non-manifold edges
    PartTraits traits = {};
    std::vector<ColouredTriangles> coloured = {};  // numbered as in the mesh
};

// One entry for each part of the mesh. Only triangles that are not degenerate have edges; a triangle with a
// non-finite corner has none either, since it covers no place, so that its neighbours' edges are open. It
// counts as degenerate only if two of its corners coincide.
std::vector<PartInfo> inspect(const Mesh& mesh);
// The same, told part by part: the entries of a million small parts would take more memory than the mesh.
void inspect(const Mesh& mesh, const std::function<void(const PartInfo&)>& tell);

}  // namespace allide
