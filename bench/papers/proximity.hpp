// Two spheres that nearly touch: everywhere (concentric) or at one point (next to each other).
#pragma once

#include "papers/engine.hpp"

#include <vector>

namespace allide::bench {

struct ProximityPoint {
    double gap;
    QueryStats stats;
    double seconds;  // seconds per query, median of three
    std::size_t contacts;
};

// The gaps 1, 10^(-1/per_decade), … down to 10^-decades.
std::vector<double> gaps(int decades, int per_decade);

// Queries all contacts of `inner`, rotated, and `outer`, scaled by 1 + gap about the common centre.
std::vector<ProximityPoint> parallel_proximity(const Mesh& inner, const Mesh& outer, const Engine& engine,
                                               const std::vector<double>& gaps, const Pose& turn = {});
// Queries all contacts of two spheres of radius 1 whose centres are 2 + gap apart, in a general direction.
std::vector<ProximityPoint> point_proximity(const Mesh& sphere, const Engine& engine,
                                            const std::vector<double>& gaps);

}  // namespace allide::bench
