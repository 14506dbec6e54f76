// Sets of triangles of a mesh, and how a proof cuts them in half. The program that checks a proof repeats the
// cuts, so that the proof need not list triangles.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

using TriangleSet = std::span<std::uint32_t>;

std::vector<std::uint32_t> all_triangles(const Mesh& mesh);

// The axis, in the model's coordinates, along which the set is longest.
int longest_axis(const Mesh& mesh, TriangleSet set);
// Sorts the set by (smallest coordinate of the three corners along the axis, triangle number). The halves
// are the first half of the order, rounded down, and the rest.
struct Halves {
    TriangleSet first, second;
};
Halves cut(const Mesh& mesh, TriangleSet set, int axis);

}  // namespace allide::query
