// Bodies like those of paper 004's scenes: closed surfaces with normals outward, open ones with normals up.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>

namespace allide::bench {

// A cube of side 2 filled with pipes in three directions that pass between each other without touching: long
// thin triangles between flanges.
Mesh pipes(std::uint64_t triangles);

// A torus of outer radius 1 whose tube is wrinkled and twisted.
Mesh wrinkled_torus(std::uint64_t triangles);

// Ground of side 8 below z = 0 with low waves and a field of spikes.
Mesh spiked_landscape(std::uint64_t triangles);

// A row of rollers at right angles to x, with their tops at z = 0, on two beams of length 8.
Mesh rollers(std::uint64_t triangles);

// A bar of length 6 along x with round hubs, centred at the origin.
Mesh pivot(std::uint64_t triangles);

// A sheet of size 2 by 1.4, bent and with a rim and a dent: the skin of a door.
Mesh bent_sheet(std::uint64_t triangles);

}  // namespace allide::bench
