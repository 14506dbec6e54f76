// Gathers what a reader finds and makes the mesh of it: polygons become triangles, faces get their parts.
#pragma once

#include <allide/mesh.hpp>

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

    // Faces from here on belong to the part of this name, which may have been there before.
    void enter_part(std::string name);
    // Faces from here on belong to a part of their own, whatever its name.
    void start_part(std::string name);

    // A face of three corners or more. Its vertices may come later: polygons are cut when all is known.
    void add_face(std::span<const std::uint32_t> corners);
    // One more than the highest vertex number that a face has used.
    std::uint64_t vertices_used() const { return vertices_used_; }

    // The mesh. A part without a name gets the file's; a part without faces is none.
    Result<Mesh> finish(std::string_view file) &&;

  private:
    struct Polygon {
        std::uint32_t first_triangle;
        std::uint32_t corners;
    };
    void resolve_part();
    void cut(const Polygon& polygon);

    std::vector<Vec3> vertices_;
    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> part_of_;  // stays empty while there is one part
    std::vector<std::string> part_names_;
    std::vector<Polygon> polygons_;
    std::uint64_t vertices_used_ = 0;

    // A part gets its number with its first face, since those without faces do not count.
    std::string name_;
    bool joined_ = false;
    bool resolved_ = false;
    std::uint32_t part_ = 0;
    std::unordered_map<std::string, std::uint32_t> part_numbers_;
};

}  // namespace allide::io
