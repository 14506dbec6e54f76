// Gathers what a reader finds and makes the mesh of it: polygons become triangles, faces get their parts.
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
    // Before anything is added: it is put down on the disk, for finish_spilled().
    void spill(const SpillTo& to);
    // The reader is so many bytes before the end of its file.
    void still_to_read(std::size_t bytes) {
        constexpr std::size_t often = std::size_t{1} << 20;
        if (breath_ == nullptr || (bytes <= breathed_at_ && breathed_at_ - bytes < often)) return;
        breath_->out();
        breathed_at_ = bytes;
    }

    void reserve(std::size_t vertices, std::size_t triangles);
    void add_vertex(const Vec3& position) { vertices_.push_back(position); }
    std::size_t vertex_count() const { return vertices_.size(); }

    // Faces from here on belong to the part of this name, which may have been there before. Lines are those
    // of a text file, 0 if there are none.
    void enter_part(std::string_view name, std::uint64_t line = 0);
    // Faces from here on belong to a part of their own, whatever its name.
    void start_part(std::string_view name, std::uint64_t line = 0);

    // A face corner by corner: three or more. Its vertices may come later: polygons are cut when all is
    // known.
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
    // The same for three corners, of which a large mesh has millions.
    void add_triangle(const TriangleIndices& corners, std::uint64_t line = 0) {
        const auto [a, b, c] = corners;
        if (resolved_ && names_.parts() == 1 && a != b && b != c && c != a) {
            ++faces_;
            vertices_used_ = std::max(vertices_used_, std::uint64_t{std::max({a, b, c})} + 1);
            return add_fan_triangle(corners);
        }
        begin_face();
        for (const std::uint32_t corner : corners) add_corner(corner);
        end_face(line);
    }
    // One more than the highest vertex number that a face has used.
    std::uint64_t vertices_used() const { return vertices_used_; }

    NoteLog& notes() { return notes_; }

    // The mesh. A part without a name gets the file's; a part without faces is none.
    Result<Mesh> finish(std::string_view file) &&;
    SpilledMesh finish_spilled(std::string_view file) &&;

  private:
    // Written down as its fan until then.
    struct Polygon {
        std::uint32_t first_triangle, corners, face;
    };
    void add_fan_triangle(const TriangleIndices& triangle) {
        if (triangles_.size() >= most_triangles) fail_too_large();
        triangles_.push_back(triangle);
    }
    [[noreturn]] static void fail_too_large();
    void leave_part();
    void resolve_part();
    bool repeats_a_corner() const;
    void note_repeated_corner(std::uint32_t face, std::uint64_t triangle, std::uint64_t line);
    struct Uncut {
        std::span<const Vec3> vertices;
        std::span<TriangleIndices> triangles;
    };
    void cut_polygons(const Uncut& mesh, std::span<const Polygon> polygons,
                      std::span<const std::uint64_t> lines);
    void cut(const Polygon& polygon, std::uint64_t line, const Uncut& mesh);
    void fail_if_nothing(std::string_view file) const;
    std::uint64_t count_vertices(std::span<const TriangleIndices> fan, std::size_t vertices);
    void note_empty_part(PartNames::Id id);
    void note_empty_parts();

    static constexpr std::size_t most_triangles = 0xffffffff;
    Blocks<Vec3> vertices_;
    Blocks<TriangleIndices> triangles_;
    Blocks<std::uint32_t> part_of_;  // stays empty while there is one part
    Blocks<Polygon> polygons_;
    Blocks<std::uint64_t> polygon_lines_;  // stays empty where there are no lines
    std::uint64_t vertices_used_ = 0;
    std::uint32_t faces_ = 0;

    // The face that is being added.
    std::uint64_t corners_of_face_ = 0;
    static constexpr std::size_t few = 16;
    std::array<std::uint32_t, few> first_corners_{};
    std::uint32_t last_corner_ = 0;

    // A part gets its number with its first face, since those without faces do not count.
    PartNames names_;
    std::optional<PartNames::Id> entered_;
    bool joined_ = false;    // with others of the same name
    bool resolved_ = false;  // has its number
    std::uint32_t part_number_ = 0;

    Breath* breath_ = nullptr;
    std::size_t breathed_at_ = 0;

    NoteLog notes_;
    std::vector<std::uint32_t> corners_;  // scratch
    std::vector<bool> is_counted_;        // scratch, all false
};

}  // namespace allide::io
