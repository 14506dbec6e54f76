// A mesh stored on disk, for meshes of many parts that may be larger than memory.
#pragma once

#include "io/file/page_release.hpp"
#include "io/file/spill_file.hpp"

#include <allide/mesh.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace allide::io {

// The folder for the files, and the object that releases memory while the mesh is read.
struct SpillTo {
    std::filesystem::path folder;
    PageReleaser& releaser;
};

// Like MeshData, with the same numbers. All vertices that triangles use exist.
struct SpilledMesh {
    SpilledList<Vec3> vertices;
    SpilledList<TriangleIndices> triangles;
    SpilledList<std::uint32_t> part_of;  // per triangle: its part; empty if there is only one part
    std::vector<std::string> part_names = {};
    std::string source = {};

    void release_pages() const {
        vertices.release_pages();
        triangles.release_pages();
        part_of.release_pages();
    }
};

}  // namespace allide::io
