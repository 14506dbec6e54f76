#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "io/file/failure.hpp"
#include "io/file/file.hpp"
#include "io/formats/format.hpp"
#include "io/formats/readers.hpp"
#include "io/formats/saved_model.hpp"
#include "io/gltf/scene.hpp"
#include "io/program/reader_program.hpp"
#include "mesh/inspect_part.hpp"

#include <allide/io.hpp>

#include <cmath>
#include <new>
#include <stdexcept>

namespace allide {
namespace {

// The bytes of a file, its name for error messages, and its folder if it is on disk.
struct Source {
    std::string_view bytes;
    std::string name;
    std::optional<std::filesystem::path> folder = {};
    LoadOptions options = {};
};

Result<Mesh> read_as(io::InputFormat format, const Source& source) {
    switch (format) {
        case io::InputFormat::stl_binary:
            return io::read_stl_binary(source.bytes, source.name);
        case io::InputFormat::stl_ascii:
            return io::read_stl_ascii(source.bytes, source.name);
        case io::InputFormat::obj:
            return io::read_obj(source.bytes, source.name);
        case io::InputFormat::ply:
            return io::read_ply(source.bytes, source.name);
        case io::InputFormat::saved_model:
            return io::read_saved_model(source.bytes, source.name);
        case io::InputFormat::off:
        case io::InputFormat::gltf:  // this format and those below are read as assemblies, or not at all
        case io::InputFormat::step:
        case io::InputFormat::ifc:
        case io::InputFormat::assimp:
        case io::InputFormat::rvm:
            break;
    }
    return io::read_off(source.bytes, source.name);
}

// An assembly with one instance of the mesh, which is named after the mesh's part if there is only one.
Assembly assembly_of(Mesh mesh) {
    const auto parts = mesh.part_names();
    Instance instance{.name = parts.size() == 1 ? parts[0] : mesh.source()};
    Assembly assembly{.source = mesh.source(), .notes = {mesh.notes().begin(), mesh.notes().end()}};
    assembly.instances.push_back(std::move(instance));
    assembly.meshes.push_back(std::move(mesh));
    return assembly;
}

Result<io::InputFormat> format_of(const Source& source) {
    if (source.bytes.empty())
        return Error{.code = ErrorCode::unknown_format, .message = "the file is empty", .file = source.name};
    const auto format = io::sniff(source.bytes, source.name);
    const bool may_be_shape = source.name.ends_with(".json") || source.name.ends_with(".bt");
    if (!format)
        return Error{
            .code = ErrorCode::unknown_format,
            .message =
                may_be_shape
                    ? "expected a mesh, found a shape file (.json or .bt), which only queries about shapes "
                      "read"
                    : "expected a mesh in a known format (STL, OBJ, OFF, PLY, glTF, GLB, STEP …), found none",
            .file = source.name};
    if (*format == io::InputFormat::rvm)
        return Error{.code = ErrorCode::unknown_format,
                     .message =
                         "RVM files (AVEVA PDMS and E3D) are not read: convert it to OBJ or glTF, with "
                         "rvmparser for example",
                     .file = source.name};
    return *format;
}

io::GltfScene gltf_scene(const Source& source) {
    return {source.bytes, source.name, source.folder};
}

// glTF lengths are in metres, and y points up, except in files that allide wrote: their unit is unknown.
Assembly gltf_assembly(const Source& source) {
    Assembly assembly = gltf_scene(source).assembly();
    if (source.bytes.substr(0, 256).find(R"("generator":"allide")") == source.bytes.npos) {
        assembly.unit = std::string("m");
        assembly.up = Vec3{0, 1, 0};
    }
    return assembly;
}

// The reader program for the format; null if the library reads the format itself.
const io::ReaderProgram* program_for(io::InputFormat format) {
    if (format == io::InputFormat::step) return &io::step_reader;
    if (format == io::InputFormat::ifc) return &io::ifc_reader;
    return format == io::InputFormat::assimp ? &io::assimp_reader : nullptr;
}

Result<Assembly> read_with(const io::ReaderProgram& program, const Source& source) {
    return io::read_by_program(program, source.bytes, source.name, source.options);
}

Result<Mesh> flattened_with(const io::ReaderProgram& program, const Source& source) {
    const auto assembly = read_with(program, source);
    if (!assembly) return assembly.error();
    return assembly->flattened();
}

Result<Assembly> read_assembly_of(const Source& source) {
    const auto format = format_of(source);
    if (!format) return format.error();
    if (*format == io::InputFormat::gltf) return gltf_assembly(source);
    if (const auto* program = program_for(*format)) return read_with(*program, source);
    auto mesh = read_as(*format, source);
    if (!mesh) return mesh.error();
    return assembly_of(*std::move(mesh));
}

Result<Mesh> read_mesh_of(const Source& source) {
    const auto format = format_of(source);
    if (!format) return format.error();
    if (*format == io::InputFormat::gltf) return gltf_scene(source).flattened();
    if (const auto* program = program_for(*format)) return flattened_with(*program, source);
    return read_as(*format, source);
}

Error no_memory(std::string_view name) {
    return {.code = ErrorCode::too_large,
            .message = "the file does not fit into memory",
            .file = std::string(name)};
}

// Calls `work`. Returns failures and lack of memory as an Error that names the file.
template <typename Work>
auto guarded(const std::string& name, const Work& work) -> decltype(work()) {
    const base::DefaultFloatEnvironment environment;
    try {
        return work();
    } catch (io::Failure& failure) {
        failure.error.file = name;
        return std::move(failure.error);
    } catch (const std::bad_alloc&) {
        return no_memory(name);
    } catch (const std::length_error&) {
        return no_memory(name);
    }
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const LoadOptions& checked(const LoadOptions& options) {
    base::expect(!options.sag || (std::isfinite(*options.sag) && *options.sag > 0),
                 "LoadOptions: sag must be finite and greater than 0");
    return options;
}

Source in_memory(std::span<const std::byte> bytes, std::string_view name, const LoadOptions& options) {
    return {.bytes = as_text(bytes), .name = std::string(name), .options = checked(options)};
}

Source on_disk(const std::string& bytes, const std::filesystem::path& file, const LoadOptions& options) {
    return {.bytes = bytes, .name = file.string(), .folder = file.parent_path(), .options = checked(options)};
}

}  // namespace

Result<Assembly> read_assembly(std::span<const std::byte> bytes, std::string_view name,
                               const LoadOptions& options) {
    return guarded(std::string(name), [&] { return read_assembly_of(in_memory(bytes, name, options)); });
}

Result<Assembly> load_assembly(const std::filesystem::path& file, const LoadOptions& options) {
    return guarded(file.string(), [&]() -> Result<Assembly> {
        const auto bytes = io::read_file(file);
        if (!bytes) return bytes.error();
        return read_assembly_of(on_disk(*bytes, file, options));
    });
}

Result<Mesh> read_mesh(std::span<const std::byte> bytes, std::string_view name, const LoadOptions& options) {
    return guarded(std::string(name), [&] { return read_mesh_of(in_memory(bytes, name, options)); });
}

Result<Mesh> load_mesh(const std::filesystem::path& file, const LoadOptions& options) {
    return guarded(file.string(), [&]() -> Result<Mesh> {
        const auto bytes = io::read_file(file);
        if (!bytes) return bytes.error();
        return read_mesh_of(on_disk(*bytes, file, options));
    });
}

// The instances of a glTF file are kept separate; a file of another format is read as one mesh.
struct FileInspection::Contents {
    std::string bytes = {};
    std::optional<io::GltfScene> scene = {};
    Mesh mesh = {};

    std::optional<Error> read(const Source& source) {
        const auto format = format_of(source);
        if (!format) return format.error();
        if (*format == io::InputFormat::gltf) {
            scene.emplace(source.bytes, source.name, source.folder);
            return io::refusal_to_flatten(scene->totals(), scene->meshes(), source.name);
        }
        const auto* const program = program_for(*format);
        auto read = program ? flattened_with(*program, source) : read_as(*format, source);
        if (!read) return read.error();
        mesh = *std::move(read);
        bytes = std::string();
        return std::nullopt;
    }
};

std::uint64_t FileInspection::triangles() const {
    return contents_->scene ? contents_->scene->totals().triangles : contents_->mesh.triangles().size();
}

std::uint64_t FileInspection::parts() const {
    return contents_->scene ? contents_->scene->totals().instances : contents_->mesh.part_names().size();
}

std::span<const Note> FileInspection::notes() const {
    return contents_->scene ? std::span<const Note>(contents_->scene->notes()) : contents_->mesh.notes();
}

void FileInspection::for_each_part(const std::function<void(const PartInfo&)>& visit) const {
    if (!contents_->scene) return inspect(contents_->mesh, visit);
    const base::DefaultFloatEnvironment environment;
    const io::GltfScene& scene = *contents_->scene;
    std::vector<Vec3> moved;
    scene.for_each([&](const Instance& instance) {
        const Mesh& mesh = scene.meshes()[instance.mesh];
        const auto vertices = io::placed(mesh.vertices(), instance.matrix, moved);
        PartInfo info = mesh::inspect_part(vertices, mesh.triangles());
        info.name = instance.name;
        visit(info);
    });
}

Result<FileInspection> inspect_file(const std::filesystem::path& file, const LoadOptions& options) {
    return guarded(file.string(), [&]() -> Result<FileInspection> {
        auto bytes = io::read_file(file);
        if (!bytes) return bytes.error();
        const auto contents = std::make_shared<FileInspection::Contents>();
        contents->bytes = *std::move(bytes);
        if (auto error = contents->read(on_disk(contents->bytes, file, options))) return *std::move(error);
        FileInspection inspection;
        inspection.contents_ = contents;
        return inspection;
    });
}

}  // namespace allide
