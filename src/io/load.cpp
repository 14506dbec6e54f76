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

Result<Mesh> read_as(io::InputFormat format, std::string_view bytes, std::string_view name) {
    switch (format) {
        case io::InputFormat::stl_binary:
            return io::read_stl_binary(bytes, name);
        case io::InputFormat::stl_ascii:
            return io::read_stl_ascii(bytes, name);
        case io::InputFormat::obj:
            return io::read_obj(bytes, name);
        case io::InputFormat::off:
            break;
    }
    return io::read_off(bytes, name);
}

Result<Mesh> read_known(std::string_view bytes, std::string_view name) {
    const std::string file(name);
    if (bytes.empty())
        return Error{.code = ErrorCode::unknown_format, .message = "the file is empty", .file = file};
    const auto format = io::sniff(bytes, name);
    if (!format)
        return Error{.code = ErrorCode::unknown_format,
                     .message = "this is no mesh in a known format (STL, OBJ or OFF)",
                     .file = file};
    return read_as(*format, bytes, name);
}

Error no_memory(std::string_view name) {
    return {.code = ErrorCode::too_large,
            .message = "the file does not fit into memory",
            .file = std::string(name)};
}

}  // namespace

Result<Mesh> read_mesh(std::span<const std::byte> bytes, std::string_view name) {
    const base::DefaultFloatEnvironment environment;
    try {
        return read_known({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
    } catch (io::Failure& failure) {
        failure.error.file = name;
        return std::move(failure.error);
    } catch (const std::bad_alloc&) {
        return no_memory(name);
    }
}

Result<Mesh> load_mesh(const std::filesystem::path& file) {
    try {
        const auto bytes = io::read_file(file);
        if (!bytes) return bytes.error();
        return read_mesh(std::as_bytes(std::span(*bytes)), file.string());
    } catch (const std::bad_alloc&) {
        return no_memory(file.string());
    } catch (const std::length_error&) {
        return no_memory(file.string());
    }
}

}  // namespace allide
