// Options for reading mesh files, shared by all verbs that read them.
#pragma once

#include <allide/io.hpp>

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace allide::cli {

// Values as given on the command line, not yet checked.
struct ReadingRequest {
    std::optional<std::string> sag = {};
};

inline constexpr const char* formats_read = "STL, OBJ, OFF, PLY, glTF, GLB, STEP, IFC or a format of Assimp";

void add_reading_options(CLI::App& verb, ReadingRequest& request);
// The checked options. A sag that is not a positive length is refused.
LoadOptions load_options(const ReadingRequest& request);

}  // namespace allide::cli
