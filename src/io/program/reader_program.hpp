// Formats that are read by separate programs, because the libraries for them may crash on a damaged file,
// print, keep process-wide state, and depend on some fifty shared libraries.
#pragma once

#include <allide/io.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace allide::io {

struct ReaderProgram {
    const char* program;
    const char* formats;  // names of the formats, for error messages
    const char* library;
    const char* package;  // Debian package that contains the library
};

inline constexpr ReaderProgram step_reader{"allide-read-step", "STEP files", "Open CASCADE",
                                           "libocct-data-exchange-dev"};
// A script that itself tells the user how to install its library.
inline constexpr ReaderProgram ifc_reader{"allide-read-ifc", "IFC files", "IfcOpenShell",
                                          "python3 and python3-venv, run scripts/install-ifc.sh"};
inline constexpr ReaderProgram assimp_reader{"allide-read-assimp", "files of this format", "Assimp",
                                             "libassimp-dev"};

// Limits for one run of a reader program.
struct ReaderLimits {
    std::uint64_t seconds = 0;  // processor time
    std::uint64_t bytes = 0;    // address space
};

// The default limits are 60 s plus 60 s per MiB of the file, and 4 GiB plus 256 times the size of the file,
// but no more than the physical memory. The environment variables ALLIDE_READER_SECONDS and
// ALLIDE_READER_MEBIBYTES replace them. Throws Failure if one of these is not a positive integer.
ReaderLimits reader_limits(std::uint64_t file_size);

// Runs the program on the bytes and returns its result. Throws Failure if the program is not installed,
// crashes, or exceeds a limit.
Result<Assembly> read_by_program(const ReaderProgram& reader, std::string_view bytes, const std::string& name,
                                 const LoadOptions& options);

}  // namespace allide::io
