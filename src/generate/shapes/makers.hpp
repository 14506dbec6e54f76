// One function per shape. `wanted` is a number of triangles that the shape can have; see the table in
// shapes.cpp.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>

namespace allide::mesh {

MeshData make_sphere(std::uint64_t wanted, std::uint64_t seed);
MeshData make_torus(std::uint64_t wanted, std::uint64_t seed);
MeshData make_noisy_torus(std::uint64_t wanted, std::uint64_t seed);
MeshData make_cylinder(std::uint64_t wanted, std::uint64_t seed);
MeshData make_box(std::uint64_t wanted, std::uint64_t seed);
MeshData make_cube(std::uint64_t wanted, std::uint64_t seed);
MeshData make_octahedron(std::uint64_t wanted, std::uint64_t seed);
MeshData make_icosahedron(std::uint64_t wanted, std::uint64_t seed);
MeshData make_antiprism(std::uint64_t wanted, std::uint64_t seed);
MeshData make_soup(std::uint64_t wanted, std::uint64_t seed);

}  // namespace allide::mesh
