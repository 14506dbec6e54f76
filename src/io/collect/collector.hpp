// Collects the vertices and faces that a reader finds, and makes a mesh of them: triangulates polygons and
// assigns faces to parts.
#pragma once

#include "io/collect/notes.hpp"
#include "io/collect/part_names.hpp"
#include "io/collect/spilled_mesh.hpp"
#include "io/file/blocks.hpp"
#include "io/file/page_release.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace allide::io {

class Collector {
  public:
    // Stores the mesh on disk, to be taken by finish_spilled(). Must be called before anything is added.
    void spill(const SpillTo& to);
    // Called with the number of bytes still to be read; releases the mapped file's memory after every MiB.
    void note_bytes_left(std::size_t bytes) {
        constexpr std::size_t interval = std::size_t{1} << 20;
        if (releaser_ == nullptr || (bytes <= released_at_ && released_at_ - bytes < interval)) return;
        releaser_->release();
        released_at_ = bytes;
    }

    void reserve(std::size_t vertices, std::size_t triangles);
    void add_vertex(const Vec3& position) { vertices_.push_back(position); }
    std::size_t vertex_count() const { return vertices_.size(); }

    // Assigns the following faces to the part with this name, which may exist already. `line` is the line
    // number in a text file, 0 if there is none.
    void enter_part(std::string_view name, std::uint64_t line = 0);
    // Assigns the following faces to a new part, even if another part has the same name.
    void start_part(std::string_view name, std::uint64_t line = 0);

    // A face is added corner by corner, with at least three. Its vertices may be added later, because
    // polygons are triangulated only in finish().
    void begin_face() { corners_of_face_ = 0; }
    void add_corner(std::uint32_t corner) {
        vertices_used_ = std::max(vertices_used_, std::uint64_t{corner} + 1);
        if (corners_of_face_ < few) first_corners_[corners_of_face_] = corner;
        if (corners_of_face_ >= 2) add_fan_triangle({first_corners_[0], last_corner_, corner});
        last_corner_ = corner;
        ++corners_of_face_;
    }
    std::uint64_t corners_of_face() const { return corners_of_face_; }
    void end_face(std::uint64_t line = 0);
    // Adds a triangle; faster than adding it corner by corner.
    void add_triangle(const TriangleIndices& corners, std::uint64_t line = 0) {
        const auto [a, b, c] = corners;
        if (has_number_ && names_.parts() == 1 && a != b && b != c && c != a) {
            ++faces_;
            vertices_used_ = std::max(vertices_used_, std::uint64_t{std::max({a, b, c})} + 1);
            return add_fan_triangle(corners);
        }
        begin_face();
        for (const std::uint32_t corner : corners) add_corner(corner);
        end_face(line);
    }
    // One more than the highest vertex number that a face uses.
    std::uint64_t vertices_used() const { return vertices_used_; }

    NoteLog& notes() { return notes_; }

    // Returns the mesh. A part without a name is named after the file; a part without faces is left out.
    Result<Mesh> finish(std::string_view file) &&;
    SpilledMesh finish_spilled(std::string_view file) &&;

  private:
    // A face of more than three corners. It is stored as a triangle fan until finish() triangulates it.
    struct Polygon {
        std::uint32_t first_triangle, corners, face;
    };
    void add_fan_triangle(const TriangleIndices& triangle) {
        if (triangles_.size() >= most_triangles) fail_too_large();
        triangles_.push_back(triangle);
    }
    [[noreturn]] static void fail_too_large();
    void leave_part();
    void number_part();
    bool repeats_a_corner() const;
    void note_repeated_corner(std::uint32_t face, std::uint64_t triangle, std::uint64_t line);
    struct FanMesh {
        std::span<const Vec3> vertices;
        std::span<TriangleIndices> triangles;
    };
    void triangulate_polygons(const FanMesh& mesh, std::span<const Polygon> polygons,
                              std::span<const std::uint64_t> lines);
    void cut(const Polygon& polygon, std::uint64_t line, const FanMesh& mesh);
    void fail_if_empty(std::string_view file) const;
    std::uint64_t count_vertices(std::span<const TriangleIndices> fan, std::size_t vertices);
    void note_empty_part(PartNames::Id id);
    void note_empty_parts();

    static constexpr std::size_t most_triangles = 0xffffffff;
    BlockList<Vec3> vertices_;
    BlockList<TriangleIndices> triangles_;
    BlockList<std::uint32_t> part_of_;  // per triangle: its part; empty while there is only one part
    BlockList<Polygon> polygons_;
    BlockList<std::uint64_t> polygon_lines_;  // per polygon: its line; empty if the file has no lines
    std::uint64_t vertices_used_ = 0;
    std::uint32_t faces_ = 0;

    // The current face.
    std::uint64_t corners_of_face_ = 0;
    static constexpr std::size_t few = 16;
    std::array<std::uint32_t, few> first_corners_{};
    std::uint32_t last_corner_ = 0;

    // The current part. It gets its number with its first face, because parts without faces are not counted.
    PartNames names_;
    std::optional<PartNames::Id> current_name_;
    bool shares_name_ = false;  // true if it was entered by name, so that it may get more faces later
    bool has_number_ = false;
    std::uint32_t part_number_ = 0;

    PageReleaser* releaser_ = nullptr;
    std::size_t released_at_ = 0;

    NoteLog notes_;
    std::vector<std::uint32_t> corners_;  // scratch buffer
    std::vector<bool> is_counted_;        // scratch buffer, per vertex; all false between calls
};

}  // namespace allide::io
