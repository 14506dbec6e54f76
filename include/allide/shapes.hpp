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

// A ship's engine room with its tanks, in millimetres: a scene of many named parts, "piping/…",
// "structure/…".
struct EngineRoomOptions {
    std::uint64_t triangles = 100'000;  // met within 5 %; from 60,000 to 10 million
    std::uint64_t seed = 1;             // the same options give the same bytes
    std::uint64_t clashes = 0;          // pairs of parts that are made to intersect
    std::uint64_t clearances = 0;       // pairs of parts that are made to come very close
};

enum class PairKind { clash, clearance };

// Two parts that were put too close on purpose.
struct DeliberatePair {
    std::uint32_t part_a = 0, part_b = 0;  // numbers of parts, part_a < part_b
    PairKind kind = PairKind::clash;
    // clash: how far b has to move along `direction` until the two only touch. clearance: the distance.
    double depth_or_gap = 0;
    Vec3 direction;  // along an axis, from a to b
};

// Every part is closed. No two parts touch but the clashes, and no two come within 2 mm but the listed pairs,
// whose gaps are from 0.25 to 1.5 mm.
struct EngineRoom {
    Mesh mesh;
    std::vector<DeliberatePair> pairs;  // by (part_a, part_b)
};

// An Error if there cannot be about so many triangles or if there is no place for so many pairs.
Result<EngineRoom> generate_engine_room(const EngineRoomOptions& options = {});

}  // namespace allide
