// The corners of a k-DOP: its boundary representation, as far as realignment needs it.
#pragma once

#include "volume/kdop/kdop.hpp"

#include <cstdint>
#include <vector>

namespace allide::volume {

// One edge of a k-DOP, the part of two planes' common line that all other planes leave.
struct KdopEdge {
    Vec3 from, to;
};

// |D_i · x| is at most `norm` in the k-DOP, which may be flat. Edges that have shrunk to a point may occur or
// be missing; each corner is an end of some edge up to corner_error.
template <int K>
std::vector<KdopEdge> edges_of(const Kdop<K>& dop, double norm);
template <int K>
double corner_error(double norm);

// The convex hull of these contains the k-DOP up to corner_error.
template <int K>
std::vector<Vec3> corners_of(const Kdop<K>& dop, double norm);

// The corners of all nodes of a tree.
struct CornerLists {
    struct Range {
        std::uint32_t first = 0, count = 0;
    };
    std::vector<Range> ranges;  // by slot
    std::vector<Vec3> corners;
    double error = 0;  // bounds corner_error for all of them

    std::size_t bytes() const { return ranges.size() * sizeof(Range) + corners.size() * sizeof(Vec3); }
};

}  // namespace allide::volume
