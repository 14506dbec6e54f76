// Two spheres that nearly touch: everywhere, one within the other, or at a point, side by side.
#pragma once

#include "papers/engine.hpp"

#include <vector>

namespace allide::bench {

struct ProximityPoint {
    double gap;
    QueryStats stats;
    double seconds;  // of one query, median of three
    std::size_t contacts;
};

// 1, 10^(-1/per_decade), … down to 10^-decades.
std::vector<double> gaps(int decades, int per_decade);

// All contacts of `inner`, turned, and of `outer` scaled by 1 + gap about the common centre.
std::vector<ProximityPoint> parallel_proximity(const Mesh& inner, const Mesh& outer, const Engine& engine,
                                               const std::vector<double>& gaps, const Pose& turn = {});
// All contacts of two equal spheres of radius 1 whose centres are 2 + gap apart, in a general direction.
std::vector<ProximityPoint> point_proximity(const Mesh& sphere, const Engine& engine,
                                            const std::vector<double>& gaps);

}  // namespace allide::bench
