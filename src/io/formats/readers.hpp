// One reader per format; that of glTF is in io/gltf/scene.hpp. Each returns the mesh or throws Failure.
#pragma once

#include "io/collect/spilled_mesh.hpp"

#include <allide/io.hpp>

#include <string_view>

namespace allide::io {

Result<Mesh> read_stl_binary(std::string_view bytes, std::string_view file);
Result<Mesh> read_stl_ascii(std::string_view text, std::string_view file);
Result<Mesh> read_obj(std::string_view text, std::string_view file);
Result<Mesh> read_off(std::string_view text, std::string_view file);
Result<Mesh> read_ply(std::string_view bytes, std::string_view file);
// The same for text formats with several parts per file, for meshes that may be larger than memory.
SpilledMesh spill_stl_ascii(std::string_view text, std::string_view file, const SpillTo& to);
SpilledMesh spill_obj(std::string_view text, std::string_view file, const SpillTo& to);
// True if the number of bytes is exactly what the triangle count in a binary STL header requires.
bool fits_binary_stl(std::string_view bytes);
// True for the keyword OFF with its prefixes, even if a count follows immediately ("OFF8").
bool is_off_keyword(std::string_view word);
bool starts_as_ply(std::string_view bytes);
bool starts_as_glb(std::string_view bytes);
// True for JSON text with a member "asset".
bool looks_like_gltf(std::string_view text);

}  // namespace allide::io
