// Formats that are read by a program of their own, since their libraries may die of a broken file, print,
// keep state for the whole process, and bring half a hundred other libraries along.
#pragma once

#include <allide/io.hpp>

#include <string>
#include <string_view>

namespace allide::io {

struct ReaderProgram {
    const char* program;
    const char* formats;  // what it reads
    const char* library;  // by which
    const char* package;  // of Debian's
};

inline constexpr ReaderProgram step_reader{"allide-read-step", "STEP files", "Open CASCADE",
                                           "libocct-data-exchange-dev"};
inline constexpr ReaderProgram assimp_reader{"allide-read-assimp", "files of this format", "Assimp",
                                             "libassimp-dev"};

// Hands the bytes to the program and takes its answer.
Result<Assembly> read_by_program(const ReaderProgram& reader, std::string_view bytes, const std::string& name,
                                 const LoadOptions& options);

}  // namespace allide::io
