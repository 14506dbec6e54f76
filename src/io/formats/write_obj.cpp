// OBJ: all vertices, then all triangles in order. The part's name is written again wherever its triangles
// continue, so that meshes with interleaved parts keep their triangle and vertex numbers.
#include "base/cancel.hpp"
#include "io/formats/writers.hpp"

#include <limits>

namespace allide::io {
namespace {

void append_vertex(std::string& text, const Vec3& position) {
    text += 'v';
    for (const double coordinate : {position.x, position.y, position.z}) {
        text += ' ';
        append_number(text, coordinate);
    }
    text += '\n';
}

void append_face(std::string& text, const TriangleIndices& triangle) {
    text += 'f';
    for (const std::uint32_t corner : triangle) text += ' ' + std::to_string(std::uint64_t{corner} + 1);
    text += '\n';
}

}  // namespace

std::string write_obj(const Mesh& mesh) {
    const std::vector<std::string> names = distinct_names(mesh);
    std::string text;
    const base::CancelCheck check_cancelled;
    for (const Vec3& position : mesh.vertices()) {
        check_cancelled();
        append_vertex(text, position);
    }
    auto current = std::numeric_limits<std::uint64_t>::max();
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        check_cancelled();
        const std::uint32_t part = mesh.part_of(i);
        if (!names.empty() && part != current) text += "o " + names[part] + '\n';
        current = part;
        append_face(text, mesh.triangles()[i]);
    }
    return text;
}

}  // namespace allide::io
