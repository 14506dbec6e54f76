// The edges and corners of a k-DOP, which some realignment strategies need.
#pragma once

#include "volume/kdop/kdop.hpp"

#include <cstdint>
#include <vector>

namespace allide::volume {

// An edge of a k-DOP: the segment of the common line of two planes that lies inside all other planes.
struct KdopEdge {
    Vec3 from, to;
};

// The edges of a k-DOP, which may be flat; `norm` bounds |D_i · x| over its points. Edges of zero length may
// be missing. Each corner is the end of some edge, up to an error of corner_error.
template <int K>
std::vector<KdopEdge> edges_of(const Kdop<K>& dop, double norm);
template <int K>
double corner_error(double norm);

// Points whose convex hull contains the k-DOP, with an error of at most corner_error.
template <int K>
std::vector<Vec3> corners_of(const Kdop<K>& dop, double norm);

// The corners of the k-DOPs of all nodes of a tree.
struct CornerLists {
    struct Range {
        std::uint32_t first = 0, count = 0;
    };
    std::vector<Range> ranges;  // per slot: range in `corners`
    std::vector<Vec3> corners;
    double error = 0;  // upper bound of corner_error over all nodes

    std::size_t bytes() const { return ranges.size() * sizeof(Range) + corners.size() * sizeof(Vec3); }
};

}  // namespace allide::volume
