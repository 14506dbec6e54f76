// What is inside two solids just around a line that both surfaces contain. Seen along the line every triangle
// at it is a half-plane, and half-planes part the surroundings into sectors: decided by exact signs.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <vector>

namespace allide::query {

// Which of the regions inside one solid and inside or outside of another are there.
struct SolidShares {
    bool both = false;    // a point is inside both
    bool only_a = false;  // inside A and outside B
    bool only_b = false;

    bool all() const { return both && only_a && only_b; }
    void add(bool in_a, bool in_b) {
        both = both || (in_a && in_b);
        only_a = only_a || (in_a && !in_b);
        only_b = only_b || (!in_a && in_b);
    }
    void add(const SolidShares& other) {
        both = both || other.both;
        only_a = only_a || other.only_a;
        only_b = only_b || other.only_b;
    }
};

// A triangle in its model's coordinates whose plane contains the line.
struct TriangleAtLine {
    std::array<Vec3, 3> corners;
    const Pose* pose;
    bool solid_above;  // where (b − a) × (c − a) points to
    bool of_a;
};

// The line runs through two corners of one of the triangles, which have area.
SolidShares shares_around(const std::array<Vec3, 2>& line, const Pose& line_pose,
                          const std::vector<TriangleAtLine>& triangles);

// Two triangles with area in one plane, each with its solid above it or below: is that the same side?
bool on_one_side(const TriangleAtLine& a, const TriangleAtLine& b);

}  // namespace allide::query
