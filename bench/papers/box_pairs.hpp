// Pairs of oriented boxes for comparing overlap tests.
#pragma once

#include "papers/sat.hpp"
#include "volume/box/obb.hpp"

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::bench {

// The boxes `a` of one model and `b` of another, both expressed in A's frame.
BoxPair<double> pair_of(const volume::Obb& a, const volume::Obb& b, const kernel::RelativePose& b_in_a);

// Boxes of random size and orientation, at distances at which about half of them overlap.
std::vector<BoxPair<double>> random_pairs(std::size_t count, std::uint64_t seed);

// Up to `most` pairs of boxes, as tested by queries for all contacts at poses of the benchmark setting.
std::vector<BoxPair<double>> pairs_of_queries(const Mesh& mesh, std::size_t most);

}  // namespace allide::bench
