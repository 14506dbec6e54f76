// Meshes: vertices, triangles, and the named parts that the triangles belong to. A mesh is data only;
// allide/model.hpp adds the tree that queries need, and allide/io.hpp reads and writes files.
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

namespace ALLIDE_EXPORT allide {

namespace detail {
struct MeshAccess;
struct SharedMesh;
}  // namespace detail

// The numbers of a triangle's three vertices.
using TriangleIndices = std::array<std::uint32_t, 3>;

// An irregularity that a reader met and did not treat as an error: it left something out, or kept it although
// it is unusual.
struct Note {
    // One sentence, such as "face 12 is not planar; its triangles approximate it".
    std::string message;
    // The line of a text file, counted from 1.
    std::optional<std::uint64_t> line = {};
    // The number of the first affected triangle, counted from 0.
    std::optional<std::uint64_t> triangle = {};
};

// A colour. Its components are from 0 to 1, as the file gives them; usually sRGB.
struct Colour {
    double red = 0, green = 0, blue = 0;
    friend bool operator==(const Colour&, const Colour&) = default;
};

// Properties of a part that a file gives in addition to its triangles.
struct PartTraits {
    // The largest distance between the triangles and the curved surfaces that they approximate, as in a STEP
    // file. 0: the triangles are the surface itself.
    double sag = 0;
    std::optional<Colour> colour = {};
    friend bool operator==(const PartTraits&, const PartTraits&) = default;
};

// Consecutive triangles with a colour of their own, which takes precedence over their part's: a face of a
// STEP file.
struct ColouredTriangles {
    std::uint32_t first = 0, count = 0;
    Colour colour = {};
    friend bool operator==(const ColouredTriangles&, const ColouredTriangles&) = default;
};

// The input of Mesh::from. Any polygon soup is a mesh: it need be neither oriented nor closed nor manifold.
struct MeshData {
    // The vertices. Mesh::from accepts infinity and NaN; Model::build does not.
    std::vector<Vec3> vertices = {};
    // The triangles. Answers refer to them by their position here, counted from 0.
    std::vector<TriangleIndices> triangles = {};
    // The names of the parts. If empty, there is one part, named after `source`.
    std::vector<std::string> part_names = {};
    // The part number of each triangle. If empty, all triangles are in part 0.
    std::vector<std::uint32_t> part_of = {};
    // The traits of each part; parts beyond the end of the list have none.
    std::vector<PartTraits> part_traits = {};
    // Runs of coloured triangles in ascending order, each within one part; usually empty.
    std::vector<ColouredTriangles> coloured = {};
    // The name of the file, for messages; may be empty.
    std::string source = {};
    // Notes about what the reader left out, or kept although it is unusual.
    std::vector<Note> notes = {};
};

// An immutable mesh. Copies are cheap: they share the data. Degenerate and duplicate triangles are kept. A
// mesh that has been moved from has no triangles.
class Mesh {
  public:
    // A mesh without triangles.
    Mesh();
    Mesh(const Mesh&) = default;
    Mesh& operator=(const Mesh&) = default;
    Mesh(Mesh&& other) noexcept;
    Mesh& operator=(Mesh&& other) noexcept;
    ~Mesh() = default;

    // An Error if an index, part number or run of coloured triangles refers to something that does not exist,
    // or if there are 2³² or more vertices, triangles or parts.
    static Result<Mesh> from(MeshData data);

    // Views into the mesh's data, which lives as long as any copy of the mesh.
    std::span<const Vec3> vertices() const;
    std::span<const TriangleIndices> triangles() const;
    std::span<const std::string> part_names() const;
    std::span<const ColouredTriangles> coloured_triangles() const;
    // Input that the reader left out, or kept although it is unusual, in the order of the file. Nothing is
    // changed silently.
    std::span<const Note> notes() const;
    // The file that the mesh came from; may be empty.
    const std::string& source() const;

    // The functions below throw PreconditionError if there is no such triangle or part.
    std::array<Vec3, 3> corners(std::uint32_t triangle) const;
    std::uint32_t part_of(std::uint32_t triangle) const;
    PartTraits part_traits(std::uint32_t part) const;
    // The triangle's own colour, or else its part's; empty if it has neither.
    std::optional<Colour> colour_of(std::uint32_t triangle) const;

  private:
    friend struct detail::MeshAccess;
    explicit Mesh(std::shared_ptr<const detail::SharedMesh> data);
    std::shared_ptr<const detail::SharedMesh> data_;
};

// ---- Counts and defects of a mesh, part by part.

// Contents and defects of one part. Vertices are compared by position, whatever their numbers: −0
// equals 0, and a vertex with a NaN equals no other.
struct PartInfo {
    std::string name = {};
    // The number of distinct positions that the part's triangles use.
    std::uint64_t vertices = 0;
    // The number of triangles, including defective ones.
    std::uint64_t triangles = 0;
    // The bounding box of the finite positions. Empty if there are none.
    std::optional<Box> bounds = {};
    // The number of triangles with coincident or exactly collinear corners.
    std::uint64_t degenerate = 0;
    // The number of triangles with the same three positions as an earlier one, in any order.
    std::uint64_t duplicate = 0;
    // The number of positions with an infinite or NaN coordinate.
    std::uint64_t nonfinite = 0;
    // The number of edges that belong to exactly one triangle.
    std::uint64_t open_edges = 0;
    // The number of edges that belong to more than two triangles.
    std::uint64_t nonmanifold_edges = 0;
    // True if there are triangles, and neither open nor non-manifold edges.
    bool closed = false;
    PartTraits traits = {};
    // Runs of coloured triangles, with the mesh's triangle numbers.
    std::vector<ColouredTriangles> coloured = {};
};

// One entry per part. Degenerate triangles have no edges. A triangle with a non-finite corner has no edges
// either, so that edges which it shares with a neighbour count as open; it counts as degenerate only if two
// corners coincide.
std::vector<PartInfo> inspect(const Mesh& mesh);
// Calls `visit` with the same entries one by one: a list of them, for a million small parts, would take more
// memory than the mesh.
void inspect(const Mesh& mesh, const std::function<void(const PartInfo&)>& visit);

}  // namespace allide
