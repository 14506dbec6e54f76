// Gathers what a reader finds and makes the mesh of it: polygons become triangles, faces get their parts.
#pragma once

#include "io/notes.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace allide::io {

class Collector {
  public:
    void reserve(std::size_t vertices, std::size_t triangles);
    void add_vertex(const Vec3& position) { vertices_.push_back(position); }
    std::size_t vertex_count() const { return vertices_.size(); }

    // Faces from here on belong to the part of this name, which may have been there before. Lines are those
    // of a text file, 0 if there are none.
    void enter_part(std::string name, std::uint64_t line = 0);
    // Faces from here on belong to a part of their own, whatever its name.
    void start_part(std::string name, std::uint64_t line = 0);

    // A face of three corners or more. Its vertices may come later: polygons are cut when all is known.
    void add_face(std::span<const std::uint32_t> corners, std::uint64_t line = 0);
    // The same for three corners, of which a large mesh has millions.
    void add_triangle(const TriangleIndices& corners, std::uint64_t line = 0) {
        const auto [a, b, c] = corners;
        const bool is_plain = part_.resolved && part_names_.size() == 1 && a != b && b != c && c != a &&
                              triangles_.size() < most_plain_triangles;
        if (!is_plain) return add_face(corners, line);
        ++faces_;
        triangles_.push_back(corners);
        vertices_used_ = std::max(vertices_used_, std::uint64_t{std::max({a, b, c})} + 1);
    }
    // One more than the highest vertex number that a face has used.
    std::uint64_t vertices_used() const { return vertices_used_; }

    NoteLog& notes() { return notes_; }

    // The mesh. A part without a name gets the file's; a part without faces is none.
    Result<Mesh> finish(std::string_view file) &&;

  private:
    static constexpr std::size_t most_plain_triangles = std::size_t{1} << 31;
    struct Polygon {
        std::uint32_t first_triangle;
        std::uint32_t corners;
        std::uint32_t face;
        std::uint64_t line;
    };
    struct Part {
        std::string name = {};
        std::uint64_t line = 0;
        bool joined = false;    // with others of the same name
        bool resolved = false;  // has its number
    };
    void begin(Part part);
    void leave_part();
    void resolve_part();
    void note_repeated_corners(std::span<const std::uint32_t> corners, std::uint64_t line);
    void cut(const Polygon& polygon);
    void note_empty_parts();

    std::vector<Vec3> vertices_;
    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> part_of_;  // stays empty while there is one part
    std::vector<std::string> part_names_;
    std::vector<Polygon> polygons_;
    std::uint64_t vertices_used_ = 0;
    std::uint32_t faces_ = 0;

    // A part gets its number with its first face, since those without faces do not count.
    Part part_;
    std::uint32_t part_number_ = 0;
    std::unordered_map<std::string, std::uint32_t> part_numbers_;
    std::vector<Part> left_empty_;

    NoteLog notes_;
    std::vector<std::uint32_t> corners_;  // scratch
    std::vector<Vec3> positions_;         // scratch
};

}  // namespace allide::io
