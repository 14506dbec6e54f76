// Pairs of oriented boxes to try tests on.
#pragma once

#include "papers/sat.hpp"
#include "volume/box/obb.hpp"

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::bench {

// Two boxes of models at a relative pose.
BoxPair<double> pair_of(const volume::Obb& a, const volume::Obb& b, const kernel::RelativePose& b_in_a);

// Boxes of random size and turn, at distances at which about half of them overlap.
std::vector<BoxPair<double>> random_pairs(std::size_t count, std::uint64_t seed);

// The pairs that a search for all contacts meets, at poses of the benchmark setting: what a query really
// tests.
std::vector<BoxPair<double>> pairs_of_queries(const Mesh& mesh, std::size_t most);

}  // namespace allide::bench
