// Mesh files in memory, for programs without a file system, such as those in a browser. read_mesh and
// read_assembly (allide/io.hpp) read them.
#pragma once

#include <allide/io.hpp>

#include <string>

namespace ALLIDE_EXPORT allide {

// The bytes of the file that save_mesh would write. An Error for a format that is not written.
Result<std::string> mesh_bytes(const Mesh& mesh, MeshFormat format);

}  // namespace allide
