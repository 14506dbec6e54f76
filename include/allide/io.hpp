// Mesh and pose files in and out. Bad input gives an Error that names the file and the place.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace allide {

enum class MeshFormat { stl, stl_ascii, obj, off };

// Reads STL (ASCII or binary), OBJ or OFF; the format is taken from the content first, then from the
// extension.
Result<Mesh> load_mesh(const std::filesystem::path& file);
// The same from memory; `name` stands for the file in messages and gives the extension.
Result<Mesh> read_mesh(std::span<const std::byte> bytes, std::string_view name);

// Writes STL or OBJ, chosen by the extension (.stl, .obj) unless a format is given. Numbers in text are
// exact; binary STL rounds coordinates to float. Nothing, or the whole file, is written.
Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file);
Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file, MeshFormat format);

// "tx,ty,tz,qw,qx,qy,qz" or 12 numbers, row-major [R|t], separated by commas or blanks.
Result<Pose> parse_pose(std::string_view text);
// One pose a line; blank lines and text from # on are skipped.
Result<std::vector<Pose>> load_poses(const std::filesystem::path& file);

}  // namespace allide
