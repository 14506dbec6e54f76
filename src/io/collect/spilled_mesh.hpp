// A mesh of many parts that was put down on the disk while it was read.
#pragma once

#include "io/file/page_release.hpp"
#include "io/file/spill_file.hpp"

#include <allide/mesh.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace allide::io {

// Where to, and who gives memory back meanwhile.
struct SpillTo {
    std::filesystem::path folder;
    Breath& breath;
};

// As MeshData, with the same numbers. Every vertex that a triangle uses is there.
struct SpilledMesh {
    Spilled<Vec3> vertices;
    Spilled<TriangleIndices> triangles;
    Spilled<std::uint32_t> part_of;  // empty if there is one part
    std::vector<std::string> part_names = {};
    std::string source = {};

    void give_back() const {
        vertices.give_back();
        triangles.give_back();
        part_of.give_back();
    }
};

}  // namespace allide::io
