// The pieces of a GLB, part by part: texts of its JSON and bytes of its buffer, which may be taken away at
// any time.
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
        std::string nodes = {}, meshes = {}, accessors = {};  // items of JSON arrays, with commas between
        std::string positions = {}, indices = {};
    };

    // All parts of the mesh; an Error without a file if floats cannot hold a coordinate.
    std::optional<Error> add(const Mesh& mesh);
    // What was added since the last time.
    Pieces take();

    // Around the items: what stands before those of nodes, of meshes, of accessors, and behind them.
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
    std::uint64_t parts_ = 0, position_bytes_ = 0, index_bytes_ = 0;  // taken ones too
};

// The first bytes, up to the JSON, and those between it and the buffer; nothing if it is too large.
struct GlbHeads {
    std::string first, second;
};
std::optional<GlbHeads> glb_heads(std::uint64_t json_bytes, std::uint64_t buffer_bytes);

}  // namespace allide::io
