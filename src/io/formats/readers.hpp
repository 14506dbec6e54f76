// One reader per format; glTF's is in io/gltf/scene.hpp. Each returns the mesh or throws Failure.
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
// The same for meshes larger than memory, in text formats whose files may have several parts.
SpilledMesh spill_stl_ascii(std::string_view text, std::string_view file, const SpillTo& to);
SpilledMesh spill_obj(std::string_view text, std::string_view file, const SpillTo& to);
// True if the bytes have exactly the size that follows from the count in a binary STL header.
bool fits_binary_stl(std::string_view bytes);
// True for OFF with its prefixes, also with a count directly after it ("OFF8").
bool is_off_keyword(std::string_view word);
bool starts_as_ply(std::string_view bytes);
bool starts_as_glb(std::string_view bytes);
// True for JSON with a member "asset".
bool looks_like_gltf(std::string_view text);

}  // namespace allide::io
