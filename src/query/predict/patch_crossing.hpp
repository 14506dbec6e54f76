// Does a surface go through another where each pair of triangles alone is in doubt, as at an edge between two
// faces that lies in the very plane of a third? A segment crosses a patch of triangles an odd or an even
// number of times, and that stays so while its ends keep off the patch and all of it off the patch's rim. So
// an odd number, reckoned with places that are off by a little, proves a contact.
#pragma once

#include "kernel/screw/closing_time.hpp"
#include "kernel/triangle/triangle.hpp"

#include <optional>
#include <span>
#include <vector>

namespace allide::query {

struct PatchTriangle {
    kernel::Triangle own;                  // in its model's coordinates, which tell what hangs together
    kernel::NumberTriangle<double> place;  // where it is, rounded
};

// A segment in the face that goes through the patch: what has to stay apart for that.
struct Piercing {
    struct Apart {
        kernel::NumberTriangle<double> of_face, of_patch;  // points and edges are triangles too
        kernel::NumberPoint<double> direction;             // from the face's to the patch's
        double gap;
    };
    std::vector<Apart> aparts;

    // How long it lasts for certain, if the face moves or the patch does.
    double lasts(const kernel::Turning& turning, bool face_moves) const;
};

// All places are off by at most `slack`.
std::optional<Piercing> pierces(const kernel::NumberTriangle<double>& face,
                                std::span<const PatchTriangle> patch, double slack);

}  // namespace allide::query
