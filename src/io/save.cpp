#include "base/float_environment.hpp"
#include "io/file/file.hpp"
#include "io/formats/format.hpp"
#include "io/formats/writers.hpp"

#include <allide/extra/mesh_bytes.hpp>
#include <allide/io.hpp>

namespace allide {
namespace {

Error bad_format(const std::filesystem::path& file, const char* message) {
    return {.code = ErrorCode::bad_argument, .message = message, .file = file.string()};
}

}  // namespace

Result<std::string> mesh_bytes(const Mesh& mesh, MeshFormat format) {
    const base::DefaultFloatEnvironment environment;
    switch (format) {
        case MeshFormat::stl:
            return io::write_stl_binary(mesh);
        case MeshFormat::stl_ascii:
            return io::write_stl_ascii(mesh);
        case MeshFormat::obj:
            return io::write_obj(mesh);
        case MeshFormat::ply:
            return io::write_ply(mesh);
        case MeshFormat::glb:
            return io::write_glb(mesh);
        case MeshFormat::off:
            break;
    }
    return bad_format({}, "expected STL, OBJ, PLY or GLB as the format to write, found OFF");
}

Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file) {
    const std::string extension = io::extension_of(file.string());
    if (extension == ".stl") return save_mesh(mesh, file, MeshFormat::stl);
    if (extension == ".obj") return save_mesh(mesh, file, MeshFormat::obj);
    if (extension == ".ply") return save_mesh(mesh, file, MeshFormat::ply);
    if (extension == ".glb") return save_mesh(mesh, file, MeshFormat::glb);
    return bad_format(file, "expected a file name that ends in .stl, .obj, .ply or .glb");
}

Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file, MeshFormat format) {
    const base::DefaultFloatEnvironment environment;
    const auto bytes = mesh_bytes(mesh, format);
    if (!bytes) {
        Error error = bytes.error();
        error.file = file.string();
        return error;
    }
    if (auto error = io::write_file(file, *bytes)) return *std::move(error);
    return format;
}

}  // namespace allide
