// glTF's nodes: which of them the scene shows, in which order, and where.
#pragma once

#include "io/affine.hpp"
#include "io/gltf_json.hpp"
#include "io/notes.hpp"

#include <vector>

namespace allide::io {

// A node with a mesh.
struct PlacedMesh {
    std::uint64_t node = 0;
    std::uint64_t mesh = 0;
    Affine map = identity_map;
};

// Depth-first from the roots of the default scene (else scene 0, else all roots) in the order of the file.
std::vector<PlacedMesh> placed_meshes(const GltfDocument& document, NoteLog& notes);

}  // namespace allide::io
