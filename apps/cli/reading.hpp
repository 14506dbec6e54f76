// How files are read: options that every verb has.
#pragma once

#include <allide/io.hpp>

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace allide::cli {

// The words as given.
struct ReadingRequest {
    std::optional<std::string> sag = {};
};

inline constexpr const char* formats_read = "STL, OBJ, OFF, PLY, glTF, GLB, STEP or what Assimp reads";

void add_reading_options(CLI::App& verb, ReadingRequest& request);
LoadOptions load_options(const ReadingRequest& request);

}  // namespace allide::cli
