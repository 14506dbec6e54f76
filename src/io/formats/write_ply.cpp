// PLY: binary, little-endian, with coordinates as doubles. Parts are not written, since the format has none.
#include "base/cancel.hpp"
#include "io/file/bytes.hpp"
#include "io/formats/writers.hpp"

#include <bit>

#include <fmt/format.h>

namespace allide::io {

std::string write_ply(const Mesh& mesh) {
    constexpr std::size_t most_for_int = std::size_t{1} << 31;
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\n"
        "element vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
        "element face {}\nproperty list uchar {} vertex_indices\nend_header\n",
        mesh.vertices().size(), mesh.triangles().size(),
        mesh.vertices().size() <= most_for_int ? "int" : "uint");
    bytes.reserve(bytes.size() + 24 * mesh.vertices().size() + 13 * mesh.triangles().size());
    const base::CancelCheck check_cancelled;
    for (const Vec3& position : mesh.vertices()) {
        check_cancelled();
        for (const double coordinate : {position.x, position.y, position.z})
            append_little_endian(bytes, std::bit_cast<std::uint64_t>(coordinate));
    }
    for (const TriangleIndices& triangle : mesh.triangles()) {
        check_cancelled();
        bytes += '\3';
        for (const std::uint32_t corner : triangle) append_little_endian(bytes, corner);
    }
    return bytes;
}

}  // namespace allide::io
