// Takes the place of the other files of this folder where no programs can be started: in WebAssembly.
#include "io/program/reader_program.hpp"

namespace allide::io {

Result<Assembly> read_by_program(const ReaderProgram& reader, std::string_view /*bytes*/,
                                 const std::string& name, const LoadOptions& /*options*/) {
    return Error{
        .code = ErrorCode::unknown_format,
        .message = std::string(reader.formats) +
                   " are read by a separate program, which cannot be started here: convert the file to STL, "
                   "OBJ, PLY or glTF",
        .file = name};
}

}  // namespace allide::io
