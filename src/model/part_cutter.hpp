// Cuts the parts of a mesh out one by one, for callers that cannot hold all of them in memory.
#pragma once

#include <allide/model.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::detail {

// The triangles whose numbers are in `which`, and the vertices that they use, in the order of their first
// use. `number` is scratch: one entry per source vertex, all zero on entry and return.
MeshData cut_out(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles,
                 std::span<const std::uint32_t> which, std::span<std::uint32_t> number);

class PartCutter {
  public:
    explicit PartCutter(const Mesh& mesh);
    std::size_t parts() const { return by_part_.size(); }
    std::size_t triangles_of(std::size_t part) const { return by_part_[part].size(); }
    Part cut(std::size_t part);  // the part as parts_of() returns it

  private:
    Mesh mesh_;
    std::vector<std::vector<std::uint32_t>> by_part_;  // per part, the numbers of its triangles
    std::vector<std::uint32_t> number_;                // scratch for cut_out
};

}  // namespace allide::detail
