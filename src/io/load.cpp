#include "base/float_environment.hpp"
#include "io/failure.hpp"
#include "io/file.hpp"
#include "io/format.hpp"
#include "io/readers.hpp"

#include <allide/io.hpp>

#include <new>
#include <stdexcept>

namespace allide {
namespace {

// A file's bytes, its name for messages, and its folder unless it is in memory only.
struct Source {
    std::string_view bytes;
    std::string name;
    std::optional<std::filesystem::path> folder = {};
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
        case io::InputFormat::off:
        case io::InputFormat::gltf:  // an assembly, not a mesh
            break;
    }
    return io::read_off(source.bytes, source.name);
}

// A mesh of one part lends the instance its name.
Assembly assembly_of(Mesh mesh) {
    const auto parts = mesh.part_names();
    Instance instance{.name = parts.size() == 1 ? parts[0] : mesh.source()};
    Assembly assembly{.source = mesh.source(), .notes = {mesh.notes().begin(), mesh.notes().end()}};
    assembly.instances.push_back(std::move(instance));
    assembly.meshes.push_back(std::move(mesh));
    return assembly;
}

Result<Assembly> read_known(const Source& source) {
    if (source.bytes.empty())
        return Error{.code = ErrorCode::unknown_format, .message = "the file is empty", .file = source.name};
    const auto format = io::sniff(source.bytes, source.name);
    if (!format)
        return Error{.code = ErrorCode::unknown_format,
                     .message = "this is no mesh in a known format (STL, OBJ, OFF, PLY, glTF or GLB)",
                     .file = source.name};
    if (*format == io::InputFormat::gltf) return io::read_gltf(source.bytes, source.name, source.folder);
    auto mesh = read_as(*format, source);
    if (!mesh) return mesh.error();
    return assembly_of(*std::move(mesh));
}

Error no_memory(std::string_view name) {
    return {.code = ErrorCode::too_large,
            .message = "the file does not fit into memory",
            .file = std::string(name)};
}

// Runs the work, with whatever goes wrong as an Error that names the file.
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

Result<Mesh> flat(const Result<Assembly>& assembly) {
    if (!assembly) return assembly.error();
    return assembly->flattened();
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Result<Assembly> read_assembly(std::span<const std::byte> bytes, std::string_view name) {
    const Source source{.bytes = as_text(bytes), .name = std::string(name)};
    return guarded(source.name, [&] { return read_known(source); });
}

Result<Assembly> load_assembly(const std::filesystem::path& file) {
    return guarded(file.string(), [&]() -> Result<Assembly> {
        const auto bytes = io::read_file(file);
        if (!bytes) return bytes.error();
        return read_known({.bytes = *bytes, .name = file.string(), .folder = file.parent_path()});
    });
}

Result<Mesh> read_mesh(std::span<const std::byte> bytes, std::string_view name) {
    return guarded(std::string(name), [&] { return flat(read_assembly(bytes, name)); });
}

Result<Mesh> load_mesh(const std::filesystem::path& file) {
    return guarded(file.string(), [&] { return flat(load_assembly(file)); });
}

}  // namespace allide
