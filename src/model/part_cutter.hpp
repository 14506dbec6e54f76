// Parts of a mesh one by one, for those who cannot have all of them in memory at once.
#pragma once

#include <allide/model.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::detail {

// The triangles of these numbers, with the vertices that they use in the order in which they come. `number`
// has a place a vertex; all are 0 before and after.
MeshData cut_out(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles,
                 std::span<const std::uint32_t> which, std::span<std::uint32_t> number);

class PartCutter {
  public:
    explicit PartCutter(const Mesh& mesh);
    std::size_t parts() const { return by_part_.size(); }
    std::size_t triangles_of(std::size_t part) const { return by_part_[part].size(); }
    Part cut(std::size_t part);  // as parts_of() gives it

  private:
    Mesh mesh_;
    std::vector<std::vector<std::uint32_t>> by_part_;
    std::vector<std::uint32_t> number_;  // of a vertex in the part that is cut, from 1
};

}  // namespace allide::detail
