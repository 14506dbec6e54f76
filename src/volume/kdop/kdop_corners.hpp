// The edges and corners of a k-DOP, as needed for realignment.
#pragma once

#include "volume/kdop/kdop.hpp"

#include <cstdint>
#include <vector>

namespace allide::volume {

// An edge of a k-DOP: the segment of two planes' common line that lies inside all other planes.
struct KdopEdge {
    Vec3 from, to;
};

// The edges of a k-DOP, which may be flat; its points satisfy |D_i · x| ≤ norm. Degenerate edges may be
// reported or missing; each corner is an end of some edge up to corner_error.
template <int K>
std::vector<KdopEdge> edges_of(const Kdop<K>& dop, double norm);
template <int K>
double corner_error(double norm);

// The convex hull of these corners contains the k-DOP up to corner_error.
template <int K>
std::vector<Vec3> corners_of(const Kdop<K>& dop, double norm);

// The corners of all nodes of a tree.
struct CornerLists {
    struct Range {
        std::uint32_t first = 0, count = 0;
    };
    std::vector<Range> ranges;  // per slot
    std::vector<Vec3> corners;
    double error = 0;  // bound of corner_error over all nodes

    std::size_t bytes() const { return ranges.size() * sizeof(Range) + corners.size() * sizeof(Vec3); }
};

}  // namespace allide::volume
