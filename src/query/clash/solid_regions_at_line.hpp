// The regions of two solids close to a line that both surfaces contain. Near the line, every triangle that
// contains a part of it looks like a half-plane bounded by the line, or two if the line runs through its
// interior. The half-planes divide the neighbourhood into sectors. Exact.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <vector>

namespace allide::query {

// Tells which of three regions of space are not empty.
struct SolidRegions {
    bool both = false;    // inside both solids
    bool only_a = false;  // inside A, outside B
    bool only_b = false;

    bool all() const { return both && only_a && only_b; }
    void add(bool in_a, bool in_b) {
        both = both || (in_a && in_b);
        only_a = only_a || (in_a && !in_b);
        only_b = only_b || (!in_a && in_b);
    }
    void add(const SolidRegions& other) {
        both = both || other.both;
        only_a = only_a || other.only_a;
        only_b = only_b || other.only_b;
    }
};

// A triangle whose plane contains the line, in its model's coordinates.
struct TriangleAtLine {
    std::array<Vec3, 3> corners;
    const Pose* pose;
    bool solid_above;  // the solid is on the side to which (b − a) × (c − a) points
    bool of_a;
};

// The regions around a line, which runs through two corners of one of the triangles. All triangles have area.
SolidRegions solid_regions_at_line(const std::array<Vec3, 2>& line, const Pose& line_pose,
                                   const std::vector<TriangleAtLine>& triangles);

// For two coplanar triangles with area: true if the solids that they bound are on the same side.
bool solids_on_same_side(const TriangleAtLine& a, const TriangleAtLine& b);

}  // namespace allide::query
