// A convex polyhedron as a list of polygons, clipped by planes. Clipping rounds: to compensate, outer boxes
// are enlarged, and inner boxes are checked against the body itself.
#pragma once

#include <allide/convex.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::convex {

inline constexpr std::uint32_t no_face = 0xffffffffu;

struct PieceFace {
    std::vector<Vec3> corners;     // counter-clockwise seen from outside
    HalfSpace plane;               // its normal has unit length
    std::uint32_t face = no_face;  // index of the body's face on which it lies; no_face if a cut created it
};

struct PieceBody {
    std::vector<PieceFace> faces;

    bool is_interior() const;
    std::vector<Vec3> corners() const;  // corners of all faces; a shared corner appears several times
};

PieceBody whole_body(const ConvexBody& body);
// The part of the piece below the plane; empty if there is no such part.
PieceBody below(const PieceBody& piece, const HalfSpace& plane);

// Mean of the corners of all face triangles, and the principal axes of their covariance, longest first
// (section 5 of the paper named in overlap.cpp).
struct PieceFrame {
    Vec3 centroid;
    std::array<Vec3, 3> axes;
};
PieceFrame frame_of(const PieceBody& piece);

}  // namespace allide::convex
