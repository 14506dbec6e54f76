// Which format a file has: by its content first, then by its extension.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

// step and foreign are read by programs of their own, foreign by Assimp.
enum class InputFormat { stl_binary, stl_ascii, obj, off, ply, gltf, step, foreign };

std::optional<InputFormat> sniff(std::string_view bytes, std::string_view name);

// In lower case and with its dot, e.g. ".stl"; empty if there is none.
std::string extension_of(std::string_view name);

}  // namespace allide::io
