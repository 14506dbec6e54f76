// A convex polyhedron as polygons, cut by planes. Rounded: outer boxes are inflated for it, and inner boxes
// are checked against the body itself.
#pragma once

#include <allide/convex.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::convex {

inline constexpr std::uint32_t no_face = 0xffffffffu;

struct PieceFace {
    std::vector<Vec3> corners;     // counter-clockwise seen from outside
    HalfSpace plane;               // normal of length 1
    std::uint32_t face = no_face;  // of the body; none if the piece was cut off here
};

struct PieceBody {
    std::vector<PieceFace> faces;

    bool is_interior() const;
    std::vector<Vec3> corners() const;  // those of all faces, some of them twice or more
};

PieceBody whole(const ConvexBody& body);
// What lies below the plane; empty if nothing does.
PieceBody below(const PieceBody& piece, const HalfSpace& plane);

// The mean of the corners of all triangles of the faces, and the axes of their covariance, the longest first
// (section 5 of the paper).
struct PieceFrame {
    Vec3 centroid;
    std::array<Vec3, 3> axes;
};
PieceFrame frame_of(const PieceBody& piece);

}  // namespace allide::convex
