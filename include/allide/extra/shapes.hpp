// Generated bodies for tests, benchmarks and first steps.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace allide {

enum class Shape {
    sphere,
    torus,
    cylinder,
    box,
    noisy_torus,
    cube,
    octahedron,
    icosahedron,
    antiprism,
    soup,
};

struct ShapeOptions {
    std::uint64_t triangles = 0;  // wanted count, met within 5 %; 0: the shape's own default
    std::uint64_t seed = 1;       // for noisy_torus and soup; the same seed gives the same bytes
};

// A mesh of the shape within the cube from −1 to 1; an Error if it cannot have about so many triangles.
Result<Mesh> generate(Shape shape, const ShapeOptions& options = {});

// "noisy-torus" and so on, as on the command line.
std::span<const Shape> all_shapes();
std::string_view name_of(Shape shape);
Result<Shape> shape_from_name(std::string_view name);

}  // namespace allide
