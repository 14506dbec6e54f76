// One reader a format, and glTF's in gltf_scene.hpp. Each returns the mesh or throws Failure.
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
// The same for files that are larger than memory; of formats of several parts.
SpilledMesh spill_stl_ascii(std::string_view text, std::string_view file, const SpillTo& to);
SpilledMesh spill_obj(std::string_view text, std::string_view file, const SpillTo& to);
// Whether the size is exactly the one that a binary STL's count asks for.
bool fits_binary_stl(std::string_view bytes);
// Whether the word is OFF with its prefixes, counts that run into it included ("OFF8").
bool is_off_keyword(std::string_view word);
bool starts_as_ply(std::string_view bytes);
bool starts_as_glb(std::string_view bytes);
// JSON that speaks of an asset.
bool looks_like_gltf(std::string_view text);

}  // namespace allide::io
