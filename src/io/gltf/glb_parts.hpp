// Builds the contents of a GLB file part by part: pieces of its JSON and of its buffer. The pieces made so
// far can be taken at any time, so that they need not stay in memory.
#pragma once

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace allide::io {

class GlbParts {
  public:
    struct Pieces {
        std::string nodes = {}, meshes = {}, accessors = {};  // items of JSON arrays, separated by commas
        std::string positions = {}, indices = {};
    };

    // Adds all parts of the mesh. Returns an Error without a file name if a coordinate exceeds the range of
    // floats.
    std::optional<Error> add(const Mesh& mesh);
    // The pieces that were added since the last call.
    Pieces take();

    // The fixed JSON text: before the nodes (head), before the meshes, before the accessors, and at the end.
    struct Frame {
        std::string head, meshes, accessors, tail;
    };
    Frame frame() const;
    bool empty() const { return parts_ == 0; }
    std::uint64_t buffer_bytes() const { return position_bytes_ + index_bytes_; }

  private:
    struct Part;
    static std::vector<Part> parts_of(const Mesh& mesh);
    bool add_part(const Mesh& mesh, const Part& part, const std::string& name);
    bool add_positions(const Mesh& mesh, const Part& part, const std::array<double, 3>& shift);
    void add_indices(const Part& part);
    static std::array<double, 3> shift_of(const Mesh& mesh, const Part& part);

    Pieces pieces_;
    std::uint64_t parts_ = 0, position_bytes_ = 0, index_bytes_ = 0;  // including pieces that were taken
};

// The file header with the header of the first chunk, and the header of the buffer's chunk. Empty if the file
// would exceed 4 GiB.
struct GlbHeads {
    std::string first, second;
};
std::optional<GlbHeads> glb_heads(std::uint64_t json_bytes, std::uint64_t buffer_bytes);

}  // namespace allide::io
