// Generated meshes for tests, benchmarks and first steps.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

// The shapes that generate() makes.
enum class GeneratedShape {
    sphere,
    torus,
    cylinder,
    box,
    noisy_torus,
    cube,
    octahedron,
    icosahedron,
    antiprism,
    // Random triangles.
    soup,
};

// Options of generate().
struct GenerateOptions {
    // The number of triangles, met within 5 %. 0, the default, chooses the shape's own number.
    std::uint64_t triangles = 0;
    // The seed of noisy_torus and soup; 1 by default. The same seed gives the same bytes.
    std::uint64_t seed = 1;
};

// A mesh of the shape within the cube from −1 to 1. An Error if the shape cannot have about that many
// triangles.
Result<Mesh> generate(GeneratedShape shape, const GenerateOptions& options = {});

// All shapes, and their names as on the command line: "noisy-torus". An unknown name gives an Error.
std::span<const GeneratedShape> all_shapes();
std::string_view name_of(GeneratedShape shape);
Result<GeneratedShape> shape_from_name(std::string_view name);

}  // namespace allide
