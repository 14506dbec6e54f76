// Meshes for readers of robots that open no files: any name but "missing.stl" is a tetrahedron with corners
// at the origin and at 1 on each axis.
#pragma once

#include "io/file/failure.hpp"
#include "robot/files/mesh_files.hpp"

#include <string>
#include <utility>

namespace allide::detail::robot {

class FakeMeshes : public MeshSource {
  public:
    Mesh mesh(const std::string& uri) override {
        check_exists(uri);
        return tetrahedron_;
    }
    void check_exists(const std::string& uri) override {
        if (uri == "missing.stl")
            io::fail({.code = ErrorCode::cannot_open, .message = "the mesh 'missing.stl' does not exist"});
    }

  private:
    static Mesh tetrahedron() {
        MeshData data;
        data.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        data.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
        return Mesh::from(std::move(data)).value();
    }
    Mesh tetrahedron_ = tetrahedron();
};

}  // namespace allide::detail::robot
