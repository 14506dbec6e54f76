// Recognises the format of a file: by its content first, then by its extension.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// step, ifc and assimp are read by reader programs (io/program); rvm is recognised but not read.
enum class InputFormat { stl_binary, stl_ascii, obj, off, ply, gltf, step, ifc, assimp, rvm, saved_model };

// Returns nothing if the format is unknown.
std::optional<InputFormat> sniff(std::string_view bytes, std::string_view name);

// The extension in lower case with its dot, e.g. ".stl"; empty if the name has none.
std::string extension_of(std::string_view name);

}  // namespace allide::io
