// Decides if one surface passes through another where each triangle pair alone is undecided, as at an edge
// between two faces that lies exactly in the plane of a third face. The parity of the crossings of a segment
// with a patch of triangles is constant while the segment's ends do not touch the patch and the segment does
// not touch the patch's boundary. An odd number of crossings, computed from slightly inaccurate positions,
// therefore proves a contact.
#pragma once

#include "kernel/screw/closing_time.hpp"
#include "kernel/triangle/triangle.hpp"

#include <optional>
#include <span>
#include <vector>

namespace allide::query {

struct PatchTriangle {
    kernel::Triangle own;                  // in its model's coordinates, which define the connectivity
    kernel::NumberTriangle<double> place;  // current position, rounded
};

// Proof that a segment in the face passes through the patch: it does so as long as all `separations` hold.
struct Piercing {
    struct Separation {
        kernel::NumberTriangle<double> of_face, of_patch;  // points and edges as degenerate triangles
        kernel::NumberPoint<double> direction;  // points from the face's element to the patch's element
        double gap;
    };
    std::vector<Separation> separations;

    // The time for which the crossing certainly lasts while the face moves or, if not `face_moves`, the
    // patch.
    double lasts(const kernel::Turning& turning, bool face_moves) const;
};

// A proof that the face passes through the patch, if one is found. Positions are off by at most `slack`.
std::optional<Piercing> pierces(const kernel::NumberTriangle<double>& face,
                                std::span<const PatchTriangle> patch, double slack);

}  // namespace allide::query
